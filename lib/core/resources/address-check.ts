import { type Candidate, completePostalCode, costOf, type Verdict } from '../domain/address-check.ts';
import { addressWords, formsOf } from '../domain/address-words.ts';
import { type Address, formatPostalCode, isOutsideNumbers, type PostalCodeEntry } from '../domain/addresses.ts';
import { isStateCode } from '../domain/brazilian-states.ts';
import { losesOwnWords } from '../domain/carrier-address.ts';
import { type AddressCheckResource, type CheckedAddressInput, checkedFields } from '../schemas/address-check.ts';
import { postalCodeResource } from './postal-code.ts';

type Checked = AddressCheckResource['address'];

const MOST_ALTERNATIVES = 5;
/** Errors by which another candidate may be worse and still be worth a look. */
const NEAR = 2;

/** The documented JSON of a checked address (rule ADDR-10). */
export function addressCheckResource(
  sent: CheckedAddressInput,
  { sentEntry: own, confidence, candidates }: Verdict,
): AddressCheckResource {
  const [best, ...others] = candidates;
  const address = best ? proposed(sent, best.entry) : asSent(sent, own);
  const near = confidence === 'certain' ? [] : others.filter((other) => costOf(other) <= costOf(best!) + NEAR);
  const shown = [...near.map(({ entry }) => entry), ...(best || !own ? [] : [own])];
  return {
    object: 'address_check',
    confidence,
    address,
    changes: checkedFields.flatMap((field) => changeOf(field, sent[field], address[field])),
    missing: (['street', 'number', 'neighborhood', 'city', 'state', 'postal_code'] as const).filter(
      (field) => address[field] === null,
    ),
    warnings: warningsOf(address, best),
    alternatives: shown.slice(0, MOST_ALTERNATIVES).map(postalCodeResource),
  };
}

const tidy = (text: string | null | undefined) => text?.normalize('NFC').trim() || null;

function unchecked(sent: CheckedAddressInput) {
  return { name: tidy(sent.name), number: tidy(sent.number), complement: tidy(sent.complement) };
}

function proposed(sent: CheckedAddressInput, entry: PostalCodeEntry): Checked {
  return {
    ...unchecked(sent),
    street: entry.street ?? tidy(sent.street),
    neighborhood: entry.neighborhood ?? tidy(sent.neighborhood),
    city: entry.city,
    state: entry.state,
    postal_code: formatPostalCode(entry.postal_code),
  };
}

/** What was sent, completed from its postal code as a letter would be (rule ADDR-2). */
function asSent(sent: CheckedAddressInput, own: PostalCodeEntry | undefined): Checked {
  const state = tidy(sent.state)?.toUpperCase() ?? own?.state ?? null;
  return {
    ...unchecked(sent),
    street: tidy(sent.street) ?? own?.street ?? null,
    neighborhood: tidy(sent.neighborhood) ?? own?.neighborhood ?? null,
    city: tidy(sent.city) ?? own?.city ?? null,
    state: state !== null && isStateCode(state) ? state : null,
    postal_code: own ? formatPostalCode(own.postal_code) : null,
  };
}

function changeOf(
  field: (typeof checkedFields)[number],
  before: string | null | undefined,
  after: string | null,
): AddressCheckResource['changes'] {
  const sent = tidy(before);
  if (sent === after || (sent !== null && after === null)) return [];
  if (sent === null) return [{ field, change: 'filled_in' }];
  if (field === 'postal_code' && completePostalCode(sent) === completePostalCode(after))
    return /^\d{5}-?\d{3}$/.test(sent) ? [] : [{ field, change: 'respelled' }];
  return [{ field, change: isSameWords(sent, after!) ? 'respelled' : 'corrected' }];
}

/** Whether two texts have the same words, each perhaps abbreviated. */
function isSameWords(one: string, other: string): boolean {
  const [words, others] = [addressWords(one), addressWords(other)];
  return (
    words.length === others.length &&
    words.every((word, index) => word === others[index] || formsOf(word).has(others[index]!))
  );
}

function warningsOf(address: Checked, best: Candidate | undefined): AddressCheckResource['warnings'] {
  if (!best) return [];
  const whole = { ...address, name: address.name ?? '', number: address.number ?? '' } as Address;
  return [
    ...(best.district === undefined ? [] : (['city_is_neighborhood'] as const)),
    ...(losesOwnWords({ ...whole, street: whole.street ?? '', neighborhood: whole.neighborhood ?? '' }, best.entry)
      ? (['address_too_long_for_carrier'] as const)
      : []),
    ...(isOutsideNumbers({ ...whole, street: whole.street ?? '' }, best.entry)
      ? (['number_outside_range'] as const)
      : []),
  ];
}
