import * as v from 'valibot';
import { sameValue } from '../../base/money.ts';
import { amount, entityName, statusFilter } from '../../base/schema/request-fields.ts';
import type { Json } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import type { Values } from './rows.ts';

/**
 * The value that a member of `set` asks for, by the present one. Undefined: it cannot be told from
 * it.
 */
export function wantedValue(form: unknown, live: Json | undefined): Json | undefined {
  if (typeof form !== 'object' || form === null || Array.isArray(form)) return form as Json;
  const { find, replace, prefix, suffix, percent } = form as { readonly [name: string]: unknown };
  // Each text of a list on its own.
  if (Array.isArray(live) && percent === undefined) {
    const texts = live.map((text) => wantedValue(form, text));
    return texts.length === 0 || texts.includes(undefined) ? undefined : (texts as Json[]);
  }
  const text = typeof live === 'string' ? live : undefined;
  if (typeof find === 'string')
    return find === '' || typeof replace !== 'string' ? undefined : text?.split(find).join(replace);
  if (typeof prefix === 'string')
    return text?.startsWith(prefix) ? text : text && `${prefix}${text}`;
  if (typeof suffix === 'string') return text?.endsWith(suffix) ? text : text && `${text}${suffix}`;
  if (typeof percent === 'number')
    return typeof live === 'number' ? cents(live * (1 + percent / 100)) : undefined;
  return form as Json;
}

/**
 * Read as the verb of the field reads it: anything else is refused, never turned into what it
 * takes.
 */
const plain: { readonly [field: string]: v.GenericSchema<unknown, string | number> } = {
  name: entityName,
  status: statusFilter(['ACTIVE', 'PAUSED']),
  dailyBudget: amount,
  lifetimeBudget: amount,
};

export const PLAIN: readonly string[] = Object.keys(plain);

export function readPlain(
  field: string,
  value: Json,
): { readonly value: Json } | { readonly reason: string } {
  const schema = plain[field];
  const read = schema && v.safeParse(schema, value);
  if (read?.success) return { value: read.output };
  return { reason: `${field}: ${read?.issues[0].message ?? 'This cannot be set.'}` };
}

const cents = (value: number) => Math.round(value * 100) / 100;

export function isSame(first: Json | undefined, second: Json | undefined): boolean {
  const [one, other] = [alone(first), alone(second)];
  return (
    sameValue(one, other) ||
    canonicalJson({ value: one }) === canonicalJson({ value: other }) ||
    (isTime(one) && isTime(other) && Date.parse(one) === Date.parse(other))
  );
}

/** A list of one is that one: rows and requests differ in it. */
const alone = (value: Json | undefined): Json => {
  const [only, ...more] = Array.isArray(value) ? (value as readonly Json[]) : [];
  return only !== undefined && more.length === 0 ? only : (value ?? null);
};

const isTime = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

export interface Conflict {
  readonly field: string;
  readonly was: Json;
  readonly live: Json;
  readonly wanted: Json;
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/**
 * Whether a field is to be set. Where the live value is neither the old nor the wanted one, others
 * decided meanwhile.
 */
export function compared(
  field: string,
  was: Values | undefined,
  live: Json,
  wanted: Json,
): 'set' | 'leave' | Conflict {
  if (isSame(live, wanted)) return 'leave';
  if (
    was === undefined ||
    !(field in was) ||
    isSame(was[field], live) ||
    (isEmpty(was[field]) && isEmpty(live))
  )
    return 'set';
  return { field, was: was[field] ?? null, live, wanted };
}
