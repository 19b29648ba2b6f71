import type { Brand, PageState } from '../../../lib/core/domain/confirmation-page.ts';
import { faceOf } from '../../../lib/core/domain/faces.ts';

export const brand: Brand = {
  company: 'Banco Ipê',
  legal_name: 'Banco Ipê S.A.',
  cnpj: '12.ABC.345/01DE-35',
  logo_url: '/logo.png',
  face: faceOf({}),
};

const expires_at = Date.parse('2027-01-20T14:31:00Z');
const returnUrl = 'https://www.bancoipe.example/cadastro/continuar?etapa=3';

/** Every page the service can show, by the name of its picture in `docs/confirmation-page`. */
export const samples = {
  'on-its-way': { kind: 'on_its_way', sure_until: '2027-01-19' },
  'code-expected': { kind: 'code_expected', attempts_remaining: 5, wrong: null, expires_at },
  'wrong-code': { kind: 'code_expected', attempts_remaining: 3, wrong: '042 371', expires_at },
  'wrong-code-last-try': { kind: 'code_expected', attempts_remaining: 1, wrong: '042 371', expires_at },
  'last-try': { kind: 'code_expected', attempts_remaining: 1, wrong: null, expires_at },
  confirmed: { kind: 'confirmed', return_url: null, can_share_location: false, shared: false },
  'confirmed-with-return': { kind: 'confirmed', return_url: returnUrl, can_share_location: true, shared: false },
  'location-shared': { kind: 'confirmed', return_url: returnUrl, can_share_location: false, shared: true },
  locked: { kind: 'locked' },
  expired: { kind: 'expired', expires_at },
  'no-longer-valid': { kind: 'no_longer_valid' },
  'number-expected': { kind: 'number_expected', malformed: false },
  'wrong-number': { kind: 'number_expected', malformed: true },
  'unknown-link': { kind: 'unknown_link' },
  'letter-genuine': {
    kind: 'letter_genuine',
    posted_at: Date.parse('2026-11-21T14:00:00Z'),
    pages: 3,
    sheets: 2,
    tracking_code: 'AA123456785BR',
    looked_up: null,
  },
  'letter-copied': {
    kind: 'letter_genuine',
    posted_at: Date.parse('2026-11-21T14:00:00Z'),
    pages: 1,
    sheets: 1,
    tracking_code: null,
    looked_up: 143,
  },
  'letter-not-posted': { kind: 'letter_not_posted' },
  'letter-revoked': { kind: 'letter_revoked' },
  'number-unknown': { kind: 'number_unknown', mistyped: false },
  'number-mistyped': { kind: 'number_unknown', mistyped: true },
  throttled: { kind: 'throttled', retry_after_seconds: 90 },
} as const satisfies Record<string, PageState>;

export type SampleName = keyof typeof samples;
export const sampleNames = Object.keys(samples) as SampleName[];

const unbranded: readonly SampleName[] = [
  'unknown-link',
  'number-expected',
  'wrong-number',
  'number-unknown',
  'number-mistyped',
];

/** An unknown link belongs to no company, and neither does the host alone. */
export function brandOf(name: SampleName): Brand | null {
  return unbranded.includes(name) ? null : brand;
}
