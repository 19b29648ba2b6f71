import { Alert, Button, Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { limits } from '../api/generated/limits.ts';
import type { Account } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import letters from '../letters/letters.module.css';
import { addressForm } from '../parts/address-form.ts';
import { Icon } from '../parts/icons.tsx';
import { useLimit } from '../parts/limits.ts';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { ReferenceField } from '../parts/reference-field.tsx';
import { useAccount } from '../session/session.tsx';
import { OwnPdf } from './own-pdf.tsx';
import type { NewVerification } from './use-new-verification.ts';
import { type OwnTexts, textsOf } from './verification-form.ts';

interface Props {
  made: NewVerification;
}

/** Of a letter that follows another one. */
export function Follows({ previous }: { previous: string }) {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  return (
    <Alert variant="light" icon={<Icon name="info" />} title={t.newVerification.second}>
      <p className={parts.plain}>
        {t.newVerification.secondLead}{' '}
        <Link to="/$accountId/verifications/$verificationId" params={{ accountId, verificationId: previous }}>
          {t.newVerification.toFirst}
        </Link>
      </p>
    </Alert>
  );
}

export function MethodSection({ made: { form, change } }: Props) {
  const { t } = useLanguage();
  return (
    <Sheet title={t.newVerification.how}>
      <Radio.Group
        aria-label={t.newVerification.how}
        value={form.method}
        onChange={(method) => change({ method: method })}
      >
        <div className={letters.options}>
          {(['hosted_page', 'code'] as const).map((method) => (
            <Radio
              key={method}
              value={method}
              label={t.verifications.methods[method].name}
              description={t.verifications.methods[method].hint}
            />
          ))}
        </div>
      </Radio.Group>
    </Sheet>
  );
}

export function LetterSection({ made, account }: Props & { account: Account }) {
  const { t } = useLanguage();
  const { form, change, quoted, problem } = made;
  const { letter } = form;
  return (
    <Sheet
      title={t.newVerification.letter}
      actions={
        !form.ownPdf && (
          <Button
            size="compact-md"
            variant="subtle"
            onClick={() => change({ letter: letter ? null : textsOf(account.default_letter) })}
          >
            {letter ? t.newVerification.defaultLetter : t.newVerification.ownLetter}
          </Button>
        )
      }
    >
      <Radio.Group
        mb="md"
        aria-label={t.newVerification.paper}
        value={form.ownPdf ? 'pdf' : 'letter'}
        onChange={(value) => change({ ownPdf: value === 'pdf' })}
      >
        <div className={letters.options}>
          <Radio value="letter" label={t.newVerification.ourLetter} />
          <Radio value="pdf" label={t.newVerification.ownPdf} />
        </div>
      </Radio.Group>
      {form.ownPdf && (
        <OwnPdf
          form={form}
          change={change}
          own={quoted}
          onFile={made.choose}
          problem={problem}
          sender={addressForm(account.default_sender)}
        />
      )}
      {!form.ownPdf &&
        (letter ? (
          <OwnLetter made={made} letter={letter} />
        ) : (
          <p className={parts.plain}>
            {Object.values(account.default_letter).some((text) => text !== null)
              ? t.newVerification.usesDefault
              : t.newVerification.usesOurs}
          </p>
        ))}
    </Sheet>
  );
}

function OwnLetter({ made: { form, change, problem }, letter }: Props & { letter: OwnTexts }) {
  const { t } = useLanguage();
  const limit = useLimit();
  const set = (part: Partial<OwnTexts>) => change({ letter: { ...letter, ...part } });
  return (
    <div className={parts.fields}>
      <TextInput
        label={t.newVerification.title}
        description={t.newVerification.blankTakesDefault}
        value={letter.title}
        error={limit(letter.title, limits.letter.title) ?? problem('letter.title')}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <Textarea
        label={t.newVerification.body}
        rows={6}
        value={letter.body}
        error={limit(letter.body, limits.letter.body) ?? problem('letter.body')}
        onChange={({ currentTarget }) => set({ body: currentTarget.value })}
      />
      <TextInput
        label={t.newVerification.footer}
        value={letter.footer}
        error={limit(letter.footer, limits.letter.footer) ?? problem('letter.footer')}
        onChange={({ currentTarget }) => set({ footer: currentTarget.value })}
      />
      {form.method === 'hosted_page' && (
        <>
          <Checkbox
            label={t.newVerification.qrCode}
            checked={letter.qrCode}
            onChange={({ currentTarget }) => set({ qrCode: currentTarget.checked })}
          />
          <Checkbox
            label={t.newVerification.pageUrl}
            checked={letter.pageUrl}
            onChange={({ currentTarget }) => set({ pageUrl: currentTarget.checked })}
          />
        </>
      )}
    </div>
  );
}

export function MoreSection({ made: { form, change, problem } }: Props) {
  const { t } = useLanguage();
  const limit = useLimit();
  return (
    <Sheet title={t.newVerification.more}>
      <div className={parts.fields}>
        {!form.ownPdf && (
          <TextInput
            label={t.verifications.instructions}
            description={t.newVerification.instructionsHint}
            value={form.instructions}
            error={limit(form.instructions, limits.instructions) ?? problem('instructions')}
            onChange={({ currentTarget }) => change({ instructions: currentTarget.value })}
          />
        )}
        {form.method === 'hosted_page' && (
          <TextInput
            type="url"
            label={t.verifications.returnUrl}
            description={t.newVerification.returnUrlHint}
            placeholder="https://"
            value={form.returnUrl}
            error={limit(form.returnUrl, limits.return_url) ?? problem('return_url')}
            onChange={({ currentTarget }) => change({ returnUrl: currentTarget.value })}
          />
        )}
        <ReferenceField
          value={form.reference}
          error={problem('reference')}
          onChange={(reference) => change({ reference })}
        />
      </div>
    </Sheet>
  );
}
