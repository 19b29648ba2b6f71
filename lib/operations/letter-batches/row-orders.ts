import type { LetterBatch } from '../../core/domain/letter-batches.ts';
import type { Detail } from '../../core/domain/problems.ts';

/** A PDF of a letter batch, as its manifest names it. */
export interface BatchDocument {
  /** How rows name it. */
  name: string;
  filename: string;
  sha256: string;
  upload_id: string;
}

/** A row as an order of a letter, with the PDF that it is printed from, and the problems of its own fields. */
export interface RowOrder {
  order: object;
  document: BatchDocument;
  problems: Detail[];
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A row in the shape of `POST /letters`, so that it has the same problems (rule LBT-3): what the row says, else what all
 * letters have in common. Metadata of both are merged.
 */
export function orderOfRow(
  { batch }: Pick<LetterBatch, 'batch'>,
  row: unknown,
  documents: readonly BatchDocument[],
): RowOrder | { problems: Detail[] } {
  if (!isObject(row)) return { problems: [{ param: 'row', code: 'invalid_type', values: { type: 'object' } }] };
  const shared = batch.letter as Fields;
  const { document: named, send_date, ...fields } = row;
  const problems: Detail[] = [];
  if (send_date !== undefined) problems.push({ param: 'send_date', code: 'unknown_parameter' });
  const { document, variables } = documentOf(named, documents, problems);
  const metadata =
    isObject(shared.metadata) && isObject(fields.metadata) ? { ...shared.metadata, ...fields.metadata } : undefined;
  const order = {
    ...shared,
    ...fields,
    ...(metadata && { metadata }),
    document: { type: 'upload', upload_id: document.upload_id, ...(variables !== undefined && { variables }) },
  };
  return { order, document, problems };
}

function documentOf(named: unknown, documents: readonly BatchDocument[], problems: Detail[]) {
  const first = documents[0]!;
  if (named === undefined) return { document: first, variables: undefined };
  if (!isObject(named)) {
    problems.push({ param: 'document', code: 'invalid_type', values: { type: 'object' } });
    return { document: first, variables: undefined };
  }
  const { name, variables, ...unknown } = named;
  for (const field of Object.keys(unknown))
    problems.push({ param: `document.${field}`, code: 'unknown_parameter', values: { fields: 'name, variables' } });
  const document = name === undefined ? first : documents.find((each) => each.name === name);
  if (!document)
    problems.push({
      param: 'document.name',
      code: 'invalid_value',
      values: { allowed: documents.map((each) => each.name).join(', ') },
    });
  return { document: document ?? first, variables };
}

/** Problems of the PDF are about the row's document: rows know nothing of uploads. */
export const problemsOfRow = (own: readonly Detail[], found: readonly Detail[]): Detail[] => [
  ...own,
  ...found
    .filter(({ param }) => !own.some((known) => known.param === param))
    .map((detail) => ({ ...detail, param: detail.param === 'document.upload_id' ? 'document' : detail.param })),
];
