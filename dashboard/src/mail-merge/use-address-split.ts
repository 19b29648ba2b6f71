import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PostalCode } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';
import { useAccount } from '../session/session.tsx';
import { textOf, wholePostalCode } from './columns.ts';
import { eachRow, retryUntilResponse } from './rows-in-turn.ts';
import { editedCells, type Setup } from './setup.ts';
import { type AddressParts, postalCodeIn, splitAddress } from './split-address.ts';

/** The addresses of a column, split; other rows or postal codes have others. */
export interface SplitColumn {
  setup: Setup;
  column: string;
  rows: readonly (AddressParts | undefined)[];
}

/** Splits a column that holds whole addresses, with the help of the directory of postal codes. */
export function useAddressSplit(setup: Setup) {
  const { api } = useAccount();
  const [split, setSplit] = useState<SplitColumn | null>(null);
  const [share, setShare] = useState(0);
  const cells = editedCells(setup);
  const splitting = useMutation({
    mutationFn: async (column: string) => {
      const at = cells!.columns.indexOf(column);
      const texts = cells!.rows.map((row) => row.values[at] ?? '');
      const codes = cells!.rows.map(
        (row, index) =>
          wholePostalCode(textOf(cells!, row, setup.matches, 'postal_code')) || postalCodeIn(texts[index]!),
      );
      const distinct = [...new Set(codes.filter((code) => code !== undefined && /^\d{8}$/.test(code)))];
      const known = new Map<string, PostalCode>();
      let done = 0;
      setShare(0);
      await eachRow(
        distinct.map((_, index) => index),
        async (index) => {
          const code = distinct[index]!;
          const found = await lookUp(() => api.postalCode(code));
          if (found) known.set(code, found);
          done += 1;
          setShare(done / distinct.length);
        },
        () => false,
      );
      setSplit({ setup, column, rows: texts.map((text, row) => splitAddress(text, known.get(codes[row] ?? ''))) });
    },
  });
  return {
    split: split && hasSameAddresses(split.setup, setup) ? { ...split, setup } : null,
    start: (column: string) => splitting.mutate(column),
    drop: () => setSplit(null),
    share: splitting.isPending ? share : null,
    error: splitting.error,
  };
}

/** Markers that become known while the PDF is looked at change the setup, and no address. */
const hasSameAddresses = (one: Setup, other: Setup): boolean =>
  one.cells === other.cells && one.edits === other.edits && one.matches.postal_code === other.matches.postal_code;

/** What the directory has of a postal code; undefined if it does not exist. */
async function lookUp(ask: () => Promise<PostalCode>): Promise<PostalCode | undefined> {
  try {
    return await retryUntilResponse(ask);
  } catch (error) {
    if (error instanceof RequestFailed && (error.status === 404 || error.status === 422)) return undefined;
    throw error;
  }
}
