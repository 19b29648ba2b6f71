import type { AddressForm } from '../parts/address-fields.tsx';
import style from './letters.module.css';

/** The text in the envelope window: sender in one line, recipient below. */
export function Written({ address, from }: { address: AddressForm; from: string }) {
  const { name, street, number, complement, neighborhood, city, state, postal_code } = address;
  const lines = [
    [street, number, complement].filter(Boolean).join(', '),
    [neighborhood, city && `${city} - ${state}`].filter(Boolean).join(', '),
    postal_code && `CEP ${postal_code}`,
  ];
  if (name === '') return null;
  return (
    <div className={style.written}>
      <p>
        <small>{from}</small>
      </p>
      <p>
        <b>{name}</b>
      </p>
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
