import * as v from 'valibot';

/** What every platform takes; each has its own fields besides. */
type Fields = { readonly [field: string]: unknown };

/** One of several requests: each platform has its own. */
export function anyOf(schemas: readonly v.GenericSchema[]): v.GenericSchema<Fields, Fields> {
  const [only, ...others] = schemas;
  if (only === undefined) return v.looseObject({});
  // Forms are objects, whatever platform they are of.
  return (others.length === 0 ? only : v.union([...schemas])) as v.GenericSchema<Fields, Fields>;
}
