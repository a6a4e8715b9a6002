import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as v from 'valibot';
import { parseRequest } from '../../core/base/schema/parse.ts';
import { convert } from '../docs/json-schema.ts';

type Json = { readonly [keyword: string]: unknown };

/**
 * A schema for the list of tools. Arguments are checked by `parseArguments`, so that faults come in
 * our own words.
 */
export function toolSchema(schema: v.GenericSchema): StandardSchemaWithJSON<unknown, unknown> {
  const json = convert(schema) as { [keyword: string]: unknown };
  return {
    '~standard': {
      version: 1,
      vendor: 'slipway',
      jsonSchema: { input: () => json, output: () => json },
      validate: (value: unknown) => ({ value }),
    },
  };
}

/**
 * What a tool was called with. Throws `SlipwayError` with every fault; unknown members are faults
 * here.
 */
export const parseArguments = <S extends v.GenericSchema>(
  schema: S,
  given: unknown,
): v.InferOutput<S> => parseRequest(schema, given ?? {});

/** An operation's input as one JSON Schema: its subject, its options and its input together. */
export function inputSchemaOf(parts: readonly (v.GenericSchema | undefined)[]): Json {
  const shapes = parts.flatMap((part) => (part === undefined ? [] : [convert(part) as Json]));
  const objects = shapes.filter(({ properties }) => properties !== undefined);
  const others = shapes.filter(({ properties }) => properties === undefined);
  const together = {
    type: 'object',
    properties: Object.assign({}, ...objects.map(({ properties }) => properties)) as Json,
    required: objects.flatMap(({ required }) => (required as readonly string[] | undefined) ?? []),
  };
  return others.length === 0 ? together : { allOf: [together, ...others] };
}
