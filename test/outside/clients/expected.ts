import type { Letter } from './books.ts';
import type { Fault } from './faulty-proxy.ts';

/** Faults of each posted letter. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  none: [],
  busy: ['busy', 'busy'],
  down: ['down', 'down', 'down'],
  'down-after': ['down after', 'down after'],
  cut: ['cut', 'cut'],
  'cut-after': ['cut after'],
  'cut-answer': ['cut answer', 'cut answer'],
  everything: ['cut', 'busy', 'down after', 'cut answer', 'down'],
};
/**
 * Faults of letters that take two calls with one key: after a call without an answer, or when the link of the upload no
 * longer works.
 */
export const twice: Readonly<Record<string, { befalls: readonly Fault[]; requests: string }>> = {
  lost: { befalls: ['cut after', 'down'], requests: 'letters letters letters' },
  'links-used': {
    befalls: ['none', 'cut after', 'link used'],
    requests: 'uploads PUT PUT letters uploads PUT letters',
  },
  'links-late': {
    befalls: ['none', 'none', 'none', 'none', 'link expired'],
    requests: 'uploads PUT letters uploads PUT letters',
  },
  // The file never arrived, so the second call finds the upload without it, and makes another.
  'links-missing': {
    befalls: ['none', 'cut', 'none', 'link expired'],
    requests: 'uploads PUT uploads PUT letters uploads PUT letters',
  },
};

/** A file for each method; megabytes are binary. */
const MEGABYTE = 1024 * 1024;
export const files: Readonly<Record<string, { bytes: number; requests: readonly string[]; contentType: string }>> = {
  small: { bytes: 0, requests: ['POST /letters'], contentType: 'application/json' },
  medium: { bytes: 3.5 * MEGABYTE, requests: ['POST /letters'], contentType: 'multipart/form-data' },
  large: { bytes: 6 * MEGABYTE, requests: ['POST /uploads', 'POST /letters'], contentType: 'application/json' },
};

/** A letter batch: its files, its confirmation, and the list of its rows. Each step is repeated under its own key. */
export const batchSteps: Readonly<Record<string, { befalls: readonly Fault[]; requests: string; keys: number }>> = {
  'links-batch': {
    befalls: ['none', 'cut after', 'link used', 'cut answer', 'none', 'cut after', 'none', 'down after'],
    requests: 'uploads PUT PUT letter-batches letter-batches PUT PUT quote quote',
    keys: 3,
  },
  'batch-confirm': { befalls: ['cut after', 'cut answer'], requests: 'confirm confirm confirm', keys: 1 },
  'batch-rows': { befalls: ['none', 'cut answer', 'busy'], requests: 'rows rows rows rows', keys: 0 },
};

/** What the customer's walk through all operations prints. */
export const walk: Readonly<Record<string, string>> = {
  letter: 'canceled true true',
  early: 'verification_not_awaiting_code',
  verification: 'canceled true 0',
  evidence: 'true 1 1',
  account: 'upload account BRL true',
  events: '1 São Paulo',
  addresses: '05010-000 Rua Caiubi',
  endpoint: 'https://empresa.example/webhooks letter.posted true dns_failed 0',
  removed: '3 true',
  delivery: 'true',
  'letter evidence': 'true 0',
  spreadsheet: '1 0',
  'batch ends': '1 true upload_file_missing',
};

/** What a program of a README prints; all READMEs show the same programs. */
export function readmeSays(program: string, letters: readonly Letter[], before: number, endpoint: string): string {
  const made = letters.slice(0, letters.length - before);
  const [letter] = made;
  const name = program
    .split('.')[0]!
    .replaceAll('_', '-')
    .replaceAll(/\B[A-Z]/g, '-$&')
    .toLowerCase();
  switch (name) {
    case 'first-letter':
      if (made.length !== 1 || letter!.warnings.some(({ code }) => code === 'marker_unfilled'))
        return 'one letter whose markers are filled';
      return `${letter!.id} received ${letter!.price.total}`;
    case 'letter-batches':
      return made.length === 1
        ? `1 letters 1 refused\n1 created ${letter!.id}\n2 refused to.postal_code`
        : 'one letter';
    case 'own-key':
      return made.length === 1 ? `${letter!.id} ${letter!.id}` : 'one letter';
    case 'errors':
      return 'to.postal_code This postal code does not exist.';
    case 'lists':
      return letters.map(({ id, status }) => `${id} ${status}`).join('\n');
    case 'endpoint':
      return `${endpoint} 0`;
    case 'one-call':
      return `POST 200 ${program.endsWith('.py') ? 'True' : 'true'}\n1`;
    case 'no-blocking':
      return 'BRL';
    case 'webhook':
      return '';
    default:
      throw new Error(`Nobody knows what ${program} prints.`);
  }
}
