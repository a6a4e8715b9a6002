import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import * as envelope from '../../core/base/schema/envelope.ts';

type Schema = v.GenericSchema;

/** Shapes that stand once in the API document and are referred to by their names. */
const named = {
  Error: envelope.errorAnswer,
  OlderError: envelope.olderErrorAnswer,
  UploadError: envelope.uploadErrorAnswer,
  Fault: envelope.fault,
  Pagination: envelope.pagination,
};

export const namedSchemas = (): { readonly [name: string]: JsonSchema } =>
  Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, convert(schema, name)]));

/** A schema as JSON Schema; the ones that have a name are referred to by it, but for `self`. */
export function convert(schema: Schema, self?: string): JsonSchema {
  const own = describedBy(schema);
  if (own !== undefined) return own;
  const converted = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    definitions: Object.fromEntries(Object.entries(named).filter(([name]) => name !== self)),
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    overrideSchema: ({ valibotSchema, jsonSchema }) => withDescribed(valibotSchema, jsonSchema),
  });
  const { $schema: _, $defs: __, ...plain } = converted;
  return plain;
}

/**
 * How a schema wants to be described itself, where it does: see `described` in
 * core/base/schema/fields.ts.
 */
function describedBy(schema: Schema): JsonSchema | undefined {
  const { inner, nullable } = unwrapped(schema);
  const { jsonSchema } = v.getMetadata(inner) as { readonly jsonSchema?: JsonSchema };
  return jsonSchema === undefined || !nullable
    ? jsonSchema
    : { anyOf: [jsonSchema, { type: 'null' }] };
}

function unwrapped(schema: Schema): { readonly inner: Schema; readonly nullable: boolean } {
  let inner = schema as Schema & { readonly wrapped?: Schema };
  let nullable = false;
  while (inner.wrapped !== undefined) {
    nullable ||= inner.type === 'nullable' || inner.type === 'nullish';
    inner = inner.wrapped;
  }
  return { inner, nullable };
}

/**
 * The converter does not look behind what a schema makes of its input: members and items that
 * describe themselves are put in here, and the sentence of a member stands at the member, also
 * where the member may be null.
 */
function withDescribed(schema: object, converted: JsonSchema): JsonSchema {
  const { entries, item } = schema as {
    readonly entries?: { readonly [name: string]: Schema };
    readonly item?: Schema;
  };
  const items = item && describedBy(item);
  const properties = { ...converted.properties };
  for (const [name, entry] of Object.entries(entries ?? {})) {
    const own = describedBy(entry) ?? properties[name];
    const description = v.getDescription(unwrapped(entry).inner);
    if (typeof own === 'object')
      properties[name] = description === undefined ? own : { description, ...own };
  }
  return { ...converted, ...(items && { items }), ...(entries && { properties }) };
}
