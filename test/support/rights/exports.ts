import type { DashboardOperation } from '../../../lib/core/domain/dashboard-operations.ts';

/** A file that the dashboard saves from answers of the service. */
interface Export {
  /** The code that saves it. */
  savedBy: string;
  /** Whoever may perform this operation sees the button. */
  page: DashboardOperation;
  /** What each column shows, in order: an object and its field. */
  columns: readonly string[];
}

const mailing = (object: string, last: readonly string[]) => [
  ...['created_at', 'price.total', 'status', 'to.name', 'to.postal_code', 'to.city', 'to.state', 'reference'].map(
    (field) => `${object}.${field}`,
  ),
  ...last.map((field) => `${object}.${field}`),
];

const list = 'dashboard/src/parts/mailing-export.tsx';

/** The right to each column. One that stands in a file and not here has no right, and the test fails. */
export const rightsToExports = {
  letters: { savedBy: list, page: 'letters-list', columns: mailing('letter', ['tracking_code', 'id']) },
  verifications: { savedBy: list, page: 'verifications-list', columns: mailing('verification', ['id']) },
  statement: {
    savedBy: 'dashboard/src/money/statement-totals.tsx',
    page: 'balance-transactions-list',
    columns: [
      'balance_transaction.created_at',
      'balance_transaction.type',
      'balance_transaction.description',
      'letter.to.name',
      'letter.reference',
      // The row of the spreadsheet, and each key that customers chose.
      'letter.metadata',
      'activity.person.name',
      'balance_transaction.source_id',
      'letter.metadata',
      'balance_transaction.amount',
      'balance_transaction.balance_after',
      'balance_transaction.id',
    ],
  },
  results: {
    savedBy: 'dashboard/src/mail-merge/progress-page.tsx',
    page: 'mail-merges-rows',
    columns: [
      'mail_merge_row.line',
      'mail_merge_row.state',
      'mail_merge_row.letter_id',
      'mail_merge_row.total',
      'mail_merge_row.problems.message',
      'letter.recipient',
      'letter.reference',
      'letter.status',
    ],
  },
} as const satisfies Record<string, Export>;

/** Files that hold answers as they are: which ones. The rights to their fields are those of the objects. */
export const exportedAnswers: Readonly<Record<string, readonly DashboardOperation[]>> = {
  'dashboard/src/settings/settings-page.tsx': [
    'account-show',
    'people-list',
    'balance-transactions-list',
    'letters-list',
    'verifications-list',
    'events-list',
  ],
  'dashboard/src/parts/evidence.tsx': ['letters-evidence', 'verification-evidence-get'],
};

/** Files that show nothing of the service: the person's own spreadsheet, or an empty one. */
export const ownFiles: readonly string[] = [
  'dashboard/src/mail-merge/row-files.tsx',
  'dashboard/src/mail-merge/spreadsheet-section.tsx',
];
