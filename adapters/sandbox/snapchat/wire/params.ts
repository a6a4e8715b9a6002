import { type Params, paramReaders } from '../../kit/params.ts';
import { invalid, missing } from './refusals.ts';

export { isObject } from '../../kit/json.ts';
export { flag, given, type Params } from '../../kit/params.ts';

export const { text, required, oneOf, numberOf, object, list } = paramReaders({
  missing,
  wrong: (name, expected) => invalid(`${name} is not a valid ${expected}.`),
  choice: (name, values, value) => invalid(`${name} has the unsupported value ${value}. Supported: ${values.join(', ')}.`),
});

/** Stricter than the platform: our requests must be right. */
export function checkKnown(params: Params, known: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`${unknown} is not a supported field.`);
}

export function requiredOneOf<T extends string>(params: Params, name: string, values: readonly T[]): T {
  const value = oneOf(params, name, values);
  if (value === undefined) throw missing(name);
  return value;
}

export function checkLength(params: Params, name: string, most: number): void {
  const value = text(params, name);
  if (value !== undefined && [...value].length > most) throw invalid(`${name} has more than ${most} characters.`);
}

/** Whole millionths. */
export function checkMicro(params: Params, name: string, least = 0): void {
  if (!given(params, name)) return;
  const value = params[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw invalid(`${name} is not a whole number of micro-currency.`);
  if (value < least) throw invalid(`${name} is below the minimum of ${least}.`);
}

const given = (params: Params, name: string): boolean => params[name] !== undefined && params[name] !== null;

/** Must carry a zone. */
export function timeOf(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) throw invalid(`${name} is not a time with its zone.`);
  return at;
}
