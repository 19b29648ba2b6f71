import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Address, AddressInput } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';
import { postalCode } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import { useAccount } from '../session/session.tsx';
import style from './parts.module.css';

export type AddressForm = Record<keyof Address, string>;

export const blankAddress: AddressForm = {
  name: '',
  postal_code: '',
  street: '',
  number: '',
  complement: '',
  neighborhood: '',
  city: '',
  state: '',
};

export function addressForm(address: Address): AddressForm {
  return { ...address, complement: address.complement ?? '' };
}

/** Enough for the service to complete the rest from the postal code. */
export function isAddressed({ name, number, postal_code }: AddressForm): boolean {
  return name.trim() !== '' && number.trim() !== '' && postal_code.replace(/\D/g, '').length === 8;
}

/** Blank fields are not sent, so that the postal code fills them in. */
export function addressInput({ name, number, postal_code, complement, ...rest }: AddressForm): AddressInput {
  const filled = Object.entries({ complement, ...rest }).filter(([, value]) => value.trim() !== '');
  return { name: name.trim(), number: number.trim(), postal_code, ...Object.fromEntries(filled) };
}

const digitsOf = ({ postal_code }: Pick<AddressForm, 'postal_code'>) => postal_code.replace(/\D/g, '');

/** What the directory knows of an address's postal code, once that is whole. */
function usePostalCode(address: AddressForm) {
  const { api } = useAccount();
  const digits = digitsOf(address);
  return useQuery({
    queryKey: ['postal-code', digits],
    queryFn: () => api.postalCode(digits),
    enabled: digits.length === 8,
    staleTime: Infinity,
    retry: false,
  });
}

/** The address with what its postal code supplies, as the service completes it (rule ADDR-2). */
export function useCompleted(address: AddressForm): AddressForm {
  const { data: found } = usePostalCode(address);
  return {
    ...address,
    postal_code: found ? postalCode(address.postal_code) : address.postal_code,
    street: address.street.trim() || (found?.street ?? ''),
    neighborhood: address.neighborhood.trim() || (found?.neighborhood ?? ''),
    city: found?.city ?? address.city,
    state: found?.state ?? address.state,
  };
}

interface Props {
  value: AddressForm;
  onChange: (change: (address: AddressForm) => AddressForm) => void;
  /** The problem of a field, by its name in the API. */
  problem: (field: keyof Address) => string | undefined;
  disabled?: boolean;
}

/** The postal code comes before the street, because it determines the street. */
export function AddressFields({ value, onChange, problem, disabled = false }: Props) {
  const { t } = useLanguage();
  const digits = digitsOf(value);
  const lookup = usePostalCode(value);
  const fill = (typed: string) => {
    const next = typed.replace(/\D/g, '');
    onChange((address) => ({
      ...address,
      postal_code: postalCode(typed),
      // Another postal code means another place.
      ...(next === digits ? {} : { street: '', neighborhood: '', city: '', state: '' }),
    }));
  };
  const found = lookup.data;
  const unknown = lookup.error instanceof RequestFailed && lookup.error.status === 404;
  // Fills in untouched fields once; later typing wins.
  const blank = value.city === '';
  useEffect(() => {
    if (!found || !blank) return;
    const { street, neighborhood, city, state } = found;
    onChange((address) => ({
      ...address,
      city,
      state,
      street: address.street || (street ?? ''),
      neighborhood: address.neighborhood || (neighborhood ?? ''),
    }));
    // The change triggers this effect again, which then changes nothing.
  }, [found, blank, onChange]);
  const field = (name: keyof Address, autoComplete: string, maxLength: number) => ({
    label: t.address[name],
    name,
    autoComplete,
    maxLength,
    disabled,
    error: problem(name),
    value: value[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const text = currentTarget.value;
      onChange((address) => ({ ...address, [name]: text }));
    },
  });
  return (
    <div className={style.fields}>
      <TextInput {...field('name', 'off', 100)} required withAsterisk={false} />
      <TextInput
        {...field('postal_code', 'off', 9)}
        required
        withAsterisk={false}
        inputMode="numeric"
        placeholder="00000-000"
        value={value.postal_code}
        onChange={({ currentTarget }) => fill(currentTarget.value)}
        error={problem('postal_code') ?? (unknown ? t.address.unknown : undefined)}
        wrapperProps={{ 'data-span': '2', 'data-narrow': '3' }}
      />
      <TextInput {...field('street', 'off', 150)} wrapperProps={{ 'data-span': '4', 'data-narrow': '6' }} />
      <TextInput
        {...field('number', 'off', 20)}
        required
        withAsterisk={false}
        placeholder="s/n"
        wrapperProps={{ 'data-span': '2' }}
      />
      <TextInput
        {...field('complement', 'off', 60)}
        placeholder={t.address.complementHint}
        wrapperProps={{ 'data-span': '4' }}
      />
      <TextInput {...field('neighborhood', 'off', 80)} wrapperProps={{ 'data-span': '3', 'data-narrow': '6' }} />
      <TextInput {...field('city', 'off', 80)} wrapperProps={{ 'data-span': '2', 'data-narrow': '4' }} />
      <TextInput {...field('state', 'off', 2)} wrapperProps={{ 'data-span': '1', 'data-narrow': '2' }} />
      <span role="status" className={style.hidden}>
        {found ? t.address.found(found.city, found.state) : ''}
      </span>
    </div>
  );
}
