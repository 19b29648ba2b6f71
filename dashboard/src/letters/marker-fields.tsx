import { TextInput } from '@mantine/core';
import { limits } from '../api/generated/limits.ts';
import { useLimit } from '../parts/limits.ts';
import parts from '../parts/parts.module.css';
import type { LetterForm } from './letter-form.ts';
import { valueOfMarker } from './marker-values.ts';

interface Props {
  /** Names of the markers found in the PDF. */
  names: readonly string[];
  form: Pick<LetterForm, 'variables'>;
  change: (change: Pick<LetterForm, 'variables'>) => void;
  /** The first problem of a marker's value. */
  problem: (name: string) => string | undefined;
}

/** A field for the value of each marker (rule DOC-10). */
export function MarkerFields({ names, form, change, problem }: Props) {
  const limit = useLimit();
  return (
    <div className={parts.fields}>
      {names.map((name) => (
        <TextInput
          key={name}
          wrapperProps={{ 'data-span': '3' }}
          label={`{{${name}}}`}
          value={valueOfMarker(form.variables, name)}
          error={limit(valueOfMarker(form.variables, name), limits.variable) ?? problem(name)}
          onChange={({ currentTarget }) => change({ variables: { ...form.variables, [name]: currentTarget.value } })}
        />
      ))}
    </div>
  );
}
