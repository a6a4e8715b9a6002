import { isObject } from '../kit/json.ts';
import { knownOnly } from '../kit/params.ts';
import type { Json, JsonObject } from '../types.ts';
import { coded, missing } from './refusals.ts';

/** Stricter than the platform. */
export const checkKnown = knownOnly((name, where) =>
  coded('FIELD_NOT_ALLOWED', `${where}${name} is not allowed.`, `${where}${name}`),
);

export function objectOf(body: JsonObject, name: string): JsonObject {
  const value = body[name];
  if (value === undefined) throw missing(name);
  if (!isObject(value)) throw coded('INVALID_VALUE_FOR_FIELD', `${name} must be an object.`, name);
  return value;
}

export function textOf(body: JsonObject, name: string, most = Number.MAX_SAFE_INTEGER): string {
  const value = body[name];
  if (value === undefined) throw missing(name);
  if (typeof value !== 'string')
    throw coded('INVALID_VALUE_FOR_FIELD', `${name} must be a text.`, name);
  if (value.trim() === '') throw coded('INVALID_VALUE_BLANK_FIELD', `${name} is blank.`, name);
  if ([...value].length > most)
    throw coded('FIELD_LENGTH_TOO_LONG', `${name} has at most ${most} characters.`, name);
  return value;
}

export function choiceOf(body: JsonObject, name: string, values: readonly string[]) {
  const value = textOf(body, name);
  if (!values.includes(value))
    throw coded('INVALID_VALUE_FOR_FIELD', `${name} must be one of ${values.join(', ')}.`, name);
  return value;
}

/** Decimal text in the account's currency. */
export function checkMoney(
  value: Json | undefined,
  name: string,
  currency: string,
  least: number,
): void {
  if (value === undefined) return;
  if (!isObject(value)) throw coded('INVALID_VALUE_FOR_FIELD', `${name} must be an amount.`, name);
  checkKnown(value, ['amount', 'currencyCode'], `${name}.`);
  if (typeof value.amount !== 'string' || !/^\d+(\.\d+)?$/.test(value.amount))
    throw coded(
      'INVALID_VALUE_FOR_FIELD',
      `${name}.amount must be a decimal number as text.`,
      `${name}.amount`,
    );
  if (value.currencyCode !== currency)
    throw coded(
      'CURRENCY_MISMATCH',
      `The account is billed in ${currency}.`,
      `${name}.currencyCode`,
    );
  if (Number(value.amount) < least)
    throw coded('FIELD_VALUE_TOO_LOW', `${name} must be at least ${least}.`, name);
}

/** Milliseconds. */
export function checkSchedule(
  value: Json | undefined,
  now: number,
  startBefore?: number,
): { readonly start: number; readonly end?: number } {
  if (value === undefined) throw missing('runSchedule');
  if (!isObject(value))
    throw coded('INVALID_VALUE_FOR_FIELD', 'runSchedule must be an object.', 'runSchedule');
  checkKnown(value, ['start', 'end'], 'runSchedule.');
  const { start, end } = value;
  if (typeof start !== 'number') throw missing('runSchedule.start');
  if (startBefore === undefined && start < now - 86_400_000)
    throw coded('DATE_TOO_EARLY', 'The start has passed.', 'runSchedule.start');
  if (startBefore !== undefined && start !== startBefore && startBefore <= now)
    throw coded(
      'DATE_IMMUTABLE_WHEN_PASSED',
      'The start has passed and cannot be changed.',
      'runSchedule.start',
    );
  if (end === undefined) return { start };
  if (typeof end !== 'number')
    throw coded(
      'INVALID_VALUE_FOR_FIELD',
      'runSchedule.end must be milliseconds.',
      'runSchedule.end',
    );
  if (end <= start)
    throw coded('START_DATE_AFTER_END_DATE', 'The start is not before the end.', 'runSchedule.end');
  if (end <= now) throw coded('DATE_TOO_EARLY', 'The end has passed.', 'runSchedule.end');
  return { start, end };
}

/** `{ patch: { $set: {…} } }`. */
export function patchOf(body: JsonObject): JsonObject {
  checkKnown(body, ['patch']);
  const patch = objectOf(body, 'patch');
  checkKnown(patch, ['$set'], 'patch.');
  return objectOf(patch, '$set');
}
