import * as v from 'valibot';

/**
 * `v.looseObject` for many optional fields: looks only at the fields sent, usually six of an ad's
 * sixty. On a fault `v.looseObject` reports.
 */
export function sparseObject<const E extends v.ObjectEntries>(
  entries: E,
): v.LooseObjectSchema<E, undefined> {
  const schema: v.LooseObjectSchema<E, undefined> = v.looseObject(entries);
  const known = new Map(Object.entries<v.GenericSchema>(entries));
  for (const [name, entry] of known)
    if (!mayBeAbsent(entry)) throw new TypeError(`${name} must be sent, or has a default.`);
  return {
    ...schema,
    '~run'(dataset, config) {
      return sentFields(known, dataset.value, config) ?? schema['~run'](dataset, config);
    },
  };
}

/**
 * `v.union` of a schema for texts and numbers and one for objects and lists. Tries the unlikely
 * option only where the other fails: a failure costs most.
 */
export function plainOr<const P extends v.GenericSchema, const O extends v.GenericSchema>(
  plain: P,
  other: O,
): v.UnionSchema<[P, O], undefined> {
  const schema: v.UnionSchema<[P, O], undefined> = v.union([plain, other]);
  return {
    ...schema,
    '~run'(dataset, config) {
      const meant: v.GenericSchema = isObject(dataset.value) ? other : plain;
      const found = meant['~run']({ value: dataset.value }, config);
      return (found.issues === undefined ? found : schema['~run'](dataset, config)) as ReturnType<
        (typeof schema)['~run']
      >;
    },
  };
}

/** A schema that takes some values unchecked. `isFine` says no where in doubt. */
export const takenAsIs = <const S extends v.GenericSchema>(
  schema: S,
  isFine: (value: unknown) => boolean,
): S => ({
  ...schema,
  '~run'(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
    return isFine(dataset.value)
      ? { typed: true, value: dataset.value }
      : schema['~run'](dataset, config);
  },
});

const mayBeAbsent = (
  entry: v.GenericSchema & { readonly default?: unknown; readonly fallback?: unknown },
): boolean =>
  (entry.type === 'nullish' || entry.type === 'optional') &&
  entry.default === undefined &&
  entry.fallback === undefined;

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null;

/** Skipped by `v.looseObject` too. */
const UNSAFE = new Set(['__proto__', 'prototype', 'constructor']);

/** Undefined where a field is wrong, and for what is no object. */
function sentFields(
  known: ReadonlyMap<string, v.GenericSchema>,
  input: unknown,
  config: v.Config<v.BaseIssue<unknown>>,
): v.SuccessDataset<never> | undefined {
  if (!isObject(input)) return undefined;
  const value: { [name: string]: unknown } = {};
  for (const name of Object.keys(input)) {
    const schema = known.get(name);
    if (schema === undefined) {
      if (!UNSAFE.has(name)) value[name] = input[name];
      continue;
    }
    const field = schema['~run']({ value: input[name] }, config);
    if (field.issues !== undefined || !field.typed) return undefined;
    value[name] = field.value;
  }
  // The schema's own type, which follows from the entries.
  return { typed: true, value: value as never };
}
