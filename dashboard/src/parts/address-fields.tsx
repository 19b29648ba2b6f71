import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '../api/generated/limits.ts';
import type { Address } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';
import { postalCode, postalCodeDigits } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import { useAccount } from '../session/session.tsx';
import type { AddressForm } from './address-form.ts';
import { useLimit } from './limits.ts';
import style from './parts.module.css';
import { StreetField } from './street-field.tsx';

/** What the directory knows of an address's postal code, once that is whole. */
function usePostalCode(address: AddressForm) {
  const { api } = useAccount();
  const digits = postalCodeDigits(address.postal_code);
  return useQuery({
    queryKey: ['postal-code', digits],
    queryFn: () => api.postalCode(digits!),
    enabled: digits !== undefined,
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
  const limit = useLimit();
  const lookup = usePostalCode(value);
  // Nobody is told that a code is incomplete while typing it.
  const [typing, setTyping] = useState(false);
  const fill = (typed: string) =>
    onChange((address) => ({
      ...address,
      postal_code: postalCode(typed),
      // Another postal code means another place.
      ...(postalCode(typed) === address.postal_code ? {} : { street: '', neighborhood: '', city: '', state: '' }),
    }));
  const isIncomplete = value.postal_code !== '' && postalCodeDigits(value.postal_code) === undefined;
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
  const field = (name: keyof typeof limits.address) => ({
    label: t.address[name],
    name,
    autoComplete: 'off',
    disabled,
    error: limit(value[name], limits.address[name]) ?? problem(name),
    value: value[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const text = currentTarget.value;
      onChange((address) => ({ ...address, [name]: text }));
    },
  });
  const { value: _, onChange: __, ...ofStreet } = field('street');
  return (
    <div className={style.fields}>
      <TextInput {...field('name')} required withAsterisk={false} />
      <TextInput
        label={t.address.postal_code}
        name="postal_code"
        autoComplete="off"
        disabled={disabled}
        required
        withAsterisk={false}
        inputMode="numeric"
        placeholder="00000-000"
        value={value.postal_code}
        onChange={({ currentTarget }) => fill(currentTarget.value)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        error={
          isIncomplete && !typing
            ? t.problems.fields['postal_code invalid_format']
            : (problem('postal_code') ?? (unknown ? t.address.unknown : undefined))
        }
        wrapperProps={{ 'data-span': '2', 'data-narrow': '3' }}
      />
      <StreetField
        field={ofStreet}
        value={value}
        onType={(street) => onChange((address) => ({ ...address, street }))}
        onChoose={({ postal_code, street, neighborhood, city, state }) =>
          onChange((address) => ({
            ...address,
            postal_code,
            street: street ?? '',
            neighborhood: neighborhood ?? '',
            city,
            state,
          }))
        }
      />
      <TextInput
        {...field('number')}
        required
        withAsterisk={false}
        placeholder="s/n"
        wrapperProps={{ 'data-span': '2' }}
      />
      <TextInput {...field('complement')} placeholder={t.address.complementHint} wrapperProps={{ 'data-span': '4' }} />
      <TextInput {...field('neighborhood')} wrapperProps={{ 'data-span': '3', 'data-narrow': '6' }} />
      <TextInput {...field('city')} wrapperProps={{ 'data-span': '2', 'data-narrow': '4' }} />
      <TextInput {...field('state')} wrapperProps={{ 'data-span': '1', 'data-narrow': '2' }} />
      <span role="status" className={style.hidden}>
        {found ? t.address.found(found.city, found.state) : ''}
      </span>
    </div>
  );
}
