import type { Cells } from '@malote/spreadsheet/cells.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Written } from '../letters/written.tsx';
import { useCompleted } from '../parts/address-fields.tsx';
import type { AddressForm } from '../parts/address-form.ts';
import { Sheet } from '../parts/page.tsx';
import type { Inspection } from '../pdf/inspect.ts';
import { Overlay, PdfPages } from '../pdf/pages.tsx';
import { addressArea } from '../pdf/paper.ts';
import { formOfRow } from './columns.ts';
import type { Setup } from './setup.ts';
import { useMailMergeLanguage } from './texts.ts';

interface Props {
  setup: Setup;
  cells: Cells;
  seen: Inspection;
  /** Null while the sender is not known. */
  from: AddressForm | null;
}

/** The letter of one row: the address in its window, values in place of their markers. */
export function RowPreview({ setup: { form, matches, markers }, cells, seen, from }: Props) {
  const { t } = useMailMergeLanguage();
  const [line, setLine] = useState('');
  const shown = cells.rows.find((row) => String(row.line) === line) ?? cells.rows[0]!;
  const { to, variables } = formOfRow(form, cells, shown, matches, markers);
  const written = useCompleted(to);
  const envelope = (
    <Overlay box={addressArea} tone="window" label={t.pdf.window}>
      <Written address={written} from={from} />
    </Overlay>
  );
  return (
    <Sheet title={t.mailMerge.preview}>
      <TextInput
        mb="md"
        type="number"
        label={t.mailMerge.previewRow}
        min={cells.rows[0]!.line}
        max={cells.rows.at(-1)!.line}
        placeholder={String(cells.rows[0]!.line)}
        value={line}
        onChange={({ currentTarget }) => setLine(currentTarget.value)}
      />
      <PdfPages
        document={seen.document}
        addressSide={form.placement === 'extra_page' && envelope}
        over={(page) => (
          <>
            {page === 1 && form.placement === 'first_page' && envelope}
            {seen.markers
              .filter((marker) => marker.page === page)
              .map(({ name, box }) => (
                <Overlay key={`${name} ${box.left} ${box.top}`} box={box} tone="value">
                  {variables[name]}
                </Overlay>
              ))}
          </>
        )}
      />
    </Sheet>
  );
}
