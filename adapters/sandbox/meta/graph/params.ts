import { isDay, startOfDay, zoneOffset } from '../../kit/calendar.ts';
import { Refused } from '../../kit/faults.ts';
import { type Expected, type Params, paramReaders } from '../../kit/params.ts';
import type { JsonObject } from '../../types.ts';
import { refusals } from './refusals.ts';

export interface GraphFault {
  readonly code: number;
  readonly subcode?: number;
  readonly message?: string;
  /** Default 500 for codes 1 and 2, else 400. */
  readonly status?: number;
  readonly type?: string;
  readonly transient?: boolean;
  readonly title?: string;
  readonly userMessage?: string;
  /** Paths of the parameters at fault. */
  readonly blame?: readonly (readonly string[])[];
}

export class GraphError extends Refused<GraphFault> {
  constructor(fault: GraphFault) {
    super(fault, fault.message ?? 'Invalid parameter');
  }
}

/** `blame`: the path of the parameter at fault. */
export const refuse = (subcode: number, ...blame: readonly string[]) =>
  refuseWith(subcode, blame.length === 0 ? {} : { blame: [blame] });

export function refuseWith(subcode: number, more: Partial<GraphFault>) {
  const row = refusals[subcode];
  const [title = '', userMessage = '', code = 100] = row ?? [];
  return new GraphError({
    code,
    subcode,
    ...(row !== undefined && { title, userMessage }),
    ...more,
  });
}

/** A parameter is missing or malformed. */
export const invalid = (message: string, ...blame: string[]) =>
  new GraphError({
    code: 100,
    message: `(#100) ${message}`,
    ...(blame.length === 0 ? {} : { blame: [blame] }),
  });

export const lacking = (name: string) => invalid(`The parameter ${name} is required`, name);

/** Missing objects and those of others look alike. */
export const missing = (id: string, method: string): GraphError =>
  new GraphError({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  });

export const statusOf = (fault: GraphFault) =>
  fault.status ?? (fault.code === 1 || fault.code === 2 ? 500 : 400);

/** `error_data` is a JSON string on most edges, an object on some. */
export function envelope(
  fault: GraphFault,
  trace: string,
  errorData: 'string' | 'object' = 'string',
): JsonObject {
  const data = fault.blame === undefined ? undefined : { blame_field_specs: fault.blame };
  return {
    error: {
      message: fault.message ?? 'Invalid parameter',
      type: fault.type ?? 'OAuthException',
      code: fault.code,
      ...(fault.subcode !== undefined && { error_subcode: fault.subcode }),
      is_transient: fault.transient ?? false,
      ...(fault.title !== undefined && { error_user_title: fault.title }),
      ...(fault.userMessage !== undefined && { error_user_msg: fault.userMessage }),
      ...(data !== undefined && {
        error_data: errorData === 'string' ? JSON.stringify(data) : data,
      }),
      fbtrace_id: trace,
    },
  };
}

/** The offset has no colon. */
export function formatTime(at: number, timeZone = 'UTC') {
  const offset = timeZone === 'UTC' ? 0 : Math.round(zoneOffset(at, timeZone) / 60_000);
  const sign = offset < 0 ? '-' : '+';
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0');
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0');
  return `${new Date(at + offset * 60_000).toISOString().slice(0, 19)}${sign}${hours}${minutes}`;
}

/** ISO 8601 with `T` or a space, with or without offset, a date, or UNIX seconds. */
function parseTime(value: string, timeZone: string): number | undefined {
  if (/^\d{1,11}$/.test(value)) return Number(value) * 1000;
  if (isDay(value)) return startOfDay(value, timeZone);
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/.exec(
    value,
  );
  if (match === null) return undefined;
  const [, date = '', clock = '', offset] = match;
  if (offset !== undefined) {
    const colon = offset === 'Z' ? 'Z' : offset.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
    return finite(Date.parse(`${date}T${clock}${colon}`));
  }
  const asUtc = Date.parse(`${date}T${clock}Z`);
  return finite(asUtc - zoneOffset(asUtc - zoneOffset(asUtc, timeZone), timeZone));
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined);

export { isList, isObject, items, part } from '../../kit/json.ts';
export { given, type Params } from '../../kit/params.ts';

const expectations: { readonly [expected in Expected]: string } = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  JSON: 'valid JSON',
  object: 'an object',
  list: 'an array',
};

export const { text, required, oneOf, integer, bool, json, object, list } = paramReaders({
  missing: lacking,
  wrong: (name, expected) => invalid(`Param ${name} must be ${expectations[expected]}`, name),
  choice: (name, values, value) =>
    invalid(`Param ${name} must be one of {${values.join(', ')}} - got "${value}"`, name),
  coerces: true,
  commaLists: true,
});

export const words = (params: Params, name: string) => list(params, name)?.map(String);

/** 0 stays 0: some fields read it as none. */
export function time(params: Params, name: string, timeZone: string) {
  const value = text(params, name);
  if (value === undefined) return undefined;
  const parsed = parseTime(value, timeZone);
  if (parsed === undefined) throw invalid(`Param ${name} must be a valid time`, name);
  return parsed;
}

/** Typed specs take no unknown keys. */
export function onlyKeys(value: JsonObject, known: ReadonlySet<string>, path: string) {
  const unknown = Object.keys(value).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw invalid(`Unexpected key "${unknown}" on param "${path}"`, path, unknown);
}

export const setOf = (names: string): ReadonlySet<string> =>
  new Set(names.split(/\s+/).filter((name) => name !== ''));
