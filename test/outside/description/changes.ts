import type { Description } from './comparable.ts';

type Change = (description: Description) => void;

/** Changes that break programs of customers: the guard must see each. */
export const breaks: Record<string, Change> = {
  'an operation is gone': ({ paths }) => void delete paths['/balance'],
  'a field of a letter is gone': ({ components: { schemas } }) => {
    const { Letter } = schemas;
    delete Letter!.properties.tracking_code;
    Letter!.required = Letter!.required.filter((name) => name !== 'tracking_code');
  },
  'a field of a letter has another type': ({ components: { schemas } }) => {
    schemas.Letter!.properties.pages = { type: 'string' };
  },
  'a field that was optional must be sent': ({ components: { schemas } }) => {
    schemas.LetterInput!.required.push('reference');
  },
  'a query parameter must be sent': ({ paths }) => {
    const parameter = paths['/letters']!.get!.parameters!.find(({ name }) => name === 'limit')!;
    parameter.required = true;
  },
  'a text that is sent may be less long': ({ components: { schemas } }) => {
    schemas.LetterInput!.properties.reference!.maxLength = 3;
  },
  'a field of a webhook is gone': ({ components: { schemas } }) => {
    const { Event } = schemas;
    delete Event!.properties.created_at;
    Event!.required = Event!.required.filter((name) => name !== 'created_at');
  },
};

/** Changes that version 1 allows (rule REQ-18): the guard must let each pass. */
export const additions: Record<string, Change> = {
  'a new operation': ({ paths }) => {
    paths['/envelopes'] = { get: { responses: { 200: { description: 'Envelopes.' } } } };
  },
  'a new field of a letter': ({ components: { schemas } }) => {
    schemas.Letter!.properties.weight = { type: 'integer' };
    schemas.Letter!.required.push('weight');
  },
  'a new field that may be sent': ({ components: { schemas } }) => {
    schemas.LetterInput!.properties.envelope = { type: 'string' };
  },
  'a new query parameter': ({ paths }) => {
    paths['/letters']!.get!.parameters!.push({ name: 'color', in: 'query', schema: { type: 'boolean' } });
  },
};
