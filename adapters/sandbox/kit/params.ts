import type { Json, JsonObject, Table } from '../entity.ts';
import { isList, isObject } from './json.ts';

/** Text from a query or a form, any JSON from a JSON body. */
export type Params = Table<unknown>;

export type Expected = 'string' | 'number' | 'integer' | 'boolean' | 'JSON' | 'object' | 'list';

export interface ParamStyle {
  missing(name: string): Error;
  wrong(name: string, expected: Expected): Error;
  choice(name: string, values: readonly string[], value: string): Error;
  /** A bare number or boolean stands for its text. */
  readonly coerces?: boolean;
  /** Lists may be joined by commas. */
  readonly commaLists?: boolean;
}

export const given = (params: Params, name: string): boolean =>
  params[name] !== undefined && params[name] !== null && params[name] !== '';

/** Refuses what has another name than these. */
export const knownOnly =
  (refusal: (name: string, where: string) => Error) =>
  (params: Params, known: readonly string[], where = ''): void => {
    const unknown = Object.keys(params).find((name) => !known.includes(name));
    if (unknown !== undefined) throw refusal(unknown, where);
  };

export const flag = (params: Params, name: string): boolean =>
  String(params[name]).toLowerCase() === 'true';

/** All but `required` and `requiredOneOf` answer undefined for an absent parameter. */
export function paramReaders(style: ParamStyle) {
  const text = (params: Params, name: string) => {
    if (!given(params, name)) return undefined;
    const value = params[name];
    if (typeof value === 'string') return value;
    if (typeof value === 'object' || style.coerces !== true) throw style.wrong(name, 'string');
    return String(value);
  };

  /** JSON text outside JSON bodies. */
  const json = (params: Params, name: string): Json | undefined => {
    if (!given(params, name)) return undefined;
    const value = params[name];
    if (typeof value !== 'string') return value as Json;
    try {
      return JSON.parse(value) as Json;
    } catch {
      throw style.wrong(name, 'JSON');
    }
  };

  const oneOf = <T extends string>(
    params: Params,
    name: string,
    values: readonly T[],
  ): T | undefined => {
    const value = text(params, name);
    if (value === undefined) return undefined;
    const found = values.find((each) => each === value);
    if (found === undefined) throw style.choice(name, values, value);
    return found;
  };

  return {
    text,
    json,
    oneOf,
    requiredOneOf<T extends string>(params: Params, name: string, values: readonly T[]): T {
      const value = oneOf(params, name, values);
      if (value === undefined) throw style.missing(name);
      return value;
    },
    required(params: Params, name: string): string {
      const value = text(params, name);
      if (value === undefined) throw style.missing(name);
      return value;
    },
    numberOf(params: Params, name: string): number | undefined {
      if (!given(params, name)) return undefined;
      const value = Number(params[name]);
      if (!Number.isFinite(value)) throw style.wrong(name, 'number');
      return value;
    },
    integer(params: Params, name: string): number | undefined {
      const value = text(params, name);
      if (value === undefined) return undefined;
      if (!Number.isSafeInteger(Number(value))) throw style.wrong(name, 'integer');
      return Number(value);
    },
    bool(params: Params, name: string): boolean | undefined {
      const value = text(params, name)?.toLowerCase();
      if (value === undefined) return undefined;
      if (value === 'true' || value === '1') return true;
      if (value === 'false' || value === '0') return false;
      throw style.wrong(name, 'boolean');
    },
    object(params: Params, name: string): JsonObject | undefined {
      const value = json(params, name);
      if (value !== undefined && !isObject(value)) throw style.wrong(name, 'object');
      return value;
    },
    list(params: Params, name: string): readonly Json[] | undefined {
      if (!given(params, name)) return undefined;
      const value = params[name];
      if (style.commaLists === true && typeof value === 'string' && !value.trim().startsWith('['))
        return value.split(',').map((item) => item.trim());
      const parsed = json(params, name);
      if (!isList(parsed)) throw style.wrong(name, 'list');
      return parsed;
    },
  };
}
