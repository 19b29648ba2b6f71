import { addressSchema } from '../../adapters/http/schemas/address.ts';
import { documentSchema, metadataSchema, variablesSchema } from '../../adapters/http/schemas/mailing.ts';
import { textsOf } from './field-texts.ts';
import { ref, type Schema } from './json-schema.ts';

/** Parts that requests share; each has one name in the document. */
const shared = new Map<unknown, string>([
  [addressSchema, 'AddressInput'],
  [documentSchema, 'DocumentInput'],
  [variablesSchema, 'VariablesInput'],
  [metadataSchema, 'MetadataInput'],
]);

/** Only compilers need it: the shapes are told apart by the constant in each, and inline ones cannot be named. */
const COMPILER_KEYWORD = 'discriminator';

/** The schema that a handler validates with, with what customers are told about each of its fields. */
export function requestSchema(functionName: string, schema: unknown): Schema {
  const describe = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(describe);
    if (typeof part !== 'object' || part === null) return part;
    const kept = Object.entries(part).filter(([keyword]) => keyword !== COMPILER_KEYWORD);
    return Object.fromEntries(
      kept.map(([keyword, value]) => [
        keyword,
        keyword === 'properties' ? describeFields(value as Schema) : describeShared(value),
      ]),
    );
  };
  const describeShared = (part: unknown): unknown => {
    const name = shared.get(part);
    return name === undefined ? describe(part) : ref(name);
  };
  const describeFields = (fields: Schema): Schema =>
    Object.fromEntries(
      Object.entries(fields).map(([field, inner]) => [
        field,
        { ...(describeShared(inner) as Schema), ...textsOf(functionName, field) },
      ]),
    );
  return describe(schema) as Schema;
}

/** The shared parts themselves, by name. */
export function sharedSchemas(): Record<string, Schema> {
  return Object.fromEntries([...shared].map(([part, name]) => [name, requestSchema('', part)]));
}
