import type { Letter } from '../../../core/domain/letters.ts';
import type { MailingKind } from '../../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../../core/domain/mailings.ts';
import type { Verification } from '../../../core/domain/verifications.ts';
import type { Item } from '../table/schema.ts';
import { type Shape, shapeOf, UnreadableItem, type Upgrade } from '../table/stored.ts';
import { storedLetter, storedVerification } from '../table/stored-schemas.ts';

const mailingIn = ({ mailing }: Item) => mailing;

/** Version 1 has the kind inside the mailing; version 0 has it only in the item. */
const withKind: Upgrade = (mailing, { kind }) => ({ kind, ...mailing });

export type MailingShape<M extends Mailing> = Shape<M, M['kind']>;

export const letterShape: MailingShape<Letter> = /* @__PURE__ */ shapeOf('letter', mailingIn, storedLetter, [withKind]);

export const verificationShape: MailingShape<Verification> = /* @__PURE__ */ shapeOf(
  'verification',
  mailingIn,
  storedVerification,
  [withKind],
);

/** The mailing in a stored item, of either kind. */
export function mailingOf(item: Item): Mailing {
  const shapes: Readonly<Record<MailingKind, Shape<Mailing>>> = {
    letter: letterShape,
    verification: verificationShape,
  };
  const shape = Object.hasOwn(shapes, String(item.kind)) ? shapes[item.kind as MailingKind] : undefined;
  if (!shape) throw new UnreadableItem('mailing', '#/kind');
  return shape.read(item);
}
