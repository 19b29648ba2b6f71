import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PostalCode } from '../api/objects.ts';
import { postalCodeDigits } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import { useAccount } from '../session/session.tsx';
import type { AddressForm } from './address-form.ts';

/** Typing rarely pauses for so long within a word. */
const PAUSE_MS = 250;
const SHORTEST_STREET = 3;
/** As many fit without scrolling. */
const SHOWN = 6;

/** The streets that the typed one may be, while its postal code is not known. */
function useStreets({ street, neighborhood, city, state, postal_code }: AddressForm): readonly PostalCode[] {
  const { accountId, api } = useAccount();
  const isKnown = postalCodeDigits(postal_code) !== undefined;
  const place = { state: state.trim(), city: city.trim(), street: street.trim(), neighborhood: neighborhood.trim() };
  const isWhole = place.state.length === 2 && place.city !== '' && place.street.length >= SHORTEST_STREET;
  const [settled] = useDebouncedValue(JSON.stringify(place), PAUSE_MS);
  const { data } = useQuery({
    queryKey: [accountId, 'postal-codes', settled],
    queryFn: () => api.postalCodes(JSON.parse(settled) as typeof place),
    enabled: isWhole && !isKnown,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  return isWhole && !isKnown ? (data?.data ?? []).slice(0, SHOWN) : [];
}

const labelOf = ({ street, neighborhood, postal_code }: PostalCode) =>
  [street, neighborhood, postal_code].filter(Boolean).join(', ');

interface Props {
  field: Pick<AutocompleteProps, 'label' | 'name' | 'autoComplete' | 'disabled' | 'error'>;
  value: AddressForm;
  onType: (street: string) => void;
  onChoose: (place: PostalCode) => void;
}

/** The street; whoever knows its city but not its postal code chooses it from what the directory has. */
export function StreetField({ field, value, onType, onChoose }: Props) {
  const { t } = useLanguage();
  const streets = new Map(useStreets(value).map((place) => [labelOf(place), place]));
  return (
    <Autocomplete
      {...field}
      wrapperProps={{ 'data-span': '4', 'data-narrow': '6' }}
      placeholder={value.postal_code === '' ? t.address.withoutPostalCode : undefined}
      value={value.street}
      data={[...streets.keys()]}
      // The directory understands typing errors; a comparison of letters would hide what it found.
      filter={({ options }) => options}
      onChange={(text) => {
        const chosen = streets.get(text);
        if (chosen) onChoose(chosen);
        else onType(text);
      }}
      withScrollArea={false}
      // Inside of the form, so that the landmark that has the field has its suggestions too.
      comboboxProps={{ withinPortal: false }}
    />
  );
}
