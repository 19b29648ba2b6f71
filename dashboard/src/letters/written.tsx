import { useLayoutEffect, useRef } from 'react';
import type { AddressForm } from '../parts/address-form.ts';
import style from './letters.module.css';
import { printedLines, senderLine } from './printed-address.ts';

/** Points of the recipient, from the largest that the service prints; the last ones stand in for condensed letters. */
const SIZES = [11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6, 5, 4];

interface Props {
  address: AddressForm;
  /** Null while the sender is not known. */
  from: AddressForm | null;
}

/** The text in the envelope window as it prints: the sender in small type, the recipient in the largest that fits. */
export function Written({ address, from }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const lines = printedLines(address);
  const sender = from ? senderLine(from) : '';
  const text = [sender, ...lines].join('\n');
  useLayoutEffect(() => {
    const fits = (points: number) => {
      box.current?.style.setProperty('--points', String(points));
      return !box.current || box.current.scrollHeight <= box.current.clientHeight;
    };
    SIZES.some(fits);
  }, [text]);
  if (address.name === '') return null;
  return (
    <div className={style.written} ref={box}>
      {sender !== '' && <p className={style.writtenSender}>{sender}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
