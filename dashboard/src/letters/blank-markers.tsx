import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { valueOfMarker } from './marker-values.ts';

/** Markers without text leave gaps in the letter. A person accepts those very gaps (rule DASH-13); others ask again. */
export function useBlankMarkers(markers: readonly string[], variables: Readonly<Record<string, string>>) {
  const [accepted, setAccepted] = useState('');
  const names = markers
    .filter((name) => valueOfMarker(variables, name).trim() === '')
    .map((name) => `{{${name}}}`)
    .join(', ');
  return {
    names,
    areAccepted: names === '' || names === accepted,
    accept: (isAccepted: boolean) => setAccepted(isAccepted ? names : ''),
  };
}

export function BlankMarkers({ blank }: { blank: ReturnType<typeof useBlankMarkers> }) {
  const { t } = useLanguage();
  if (blank.names === '') return null;
  return (
    <Checkbox
      mt="sm"
      label={t.newLetter.acceptBlanks(blank.names)}
      checked={blank.areAccepted}
      onChange={({ currentTarget }) => blank.accept(currentTarget.checked)}
    />
  );
}
