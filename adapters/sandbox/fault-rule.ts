import type { Json, JsonObject } from './entity.ts';
import type { FaultKind, FaultRule, Fired } from './faults.ts';

export class FaultyRule extends Error {}

interface Field {
  readonly must: string;
  readonly ok: (value: Json) => boolean;
}

/** Names the faults of one request: `answer-lost`, or `throttle, slow;ms=500`. */
export const FAULT_HEADER = 'x-sandbox-fault';

const text: Field = { must: 'a text', ok: (value) => typeof value === 'string' && value !== '' };
const number: Field = { must: 'a number', ok: (value) => typeof value === 'number' };
const amount: Field = {
  must: 'a number, 0 or more',
  ok: (value) => typeof value === 'number' && value >= 0,
};
const whole: Field = {
  must: 'a whole number from 1',
  ok: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 1,
};

const addressing: { readonly [name: string]: Field } = {
  fault: text,
  method: {
    must: 'GET, POST, PUT, PATCH or DELETE',
    ok: (value) => /^(GET|POST|PUT|PATCH|DELETE)$/i.test(String(value)),
  },
  path: text,
  nth: whole,
  times: whole,
  probability: {
    must: 'a number from 0 to 1',
    ok: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  },
  account: text,
  seed: number,
};

/** Options of single faults. */
const options: { readonly [name: string]: Field } = {
  ms: amount,
  seconds: amount,
  percent: amount,
  limit: whole,
  code: number,
  subcode: number,
  status: number,
  message: text,
  title: text,
  userMessage: text,
  type: text,
};

const fields = { ...addressing, ...options };

/** Checks each field: a misspelt one would hit other calls. */
export function readFaultRule(given: JsonObject): FaultRule {
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined)
      throw new FaultyRule(
        `A fault has no "${name}". It takes platform, ${Object.keys(fields).join(', ')}.`,
      );
    if (!field.ok(value))
      throw new FaultyRule(`${name} must be ${field.must}, not ${JSON.stringify(value)}.`);
  }
  const { fault } = given;
  if (typeof fault !== 'string')
    throw new FaultyRule('fault is required: the name of one. GET /_sandbox/faults lists them.');
  return { ...(given as Omit<FaultRule, 'fault'>), fault };
}

/** Faults by their names, with options: `slow;ms=500`. Throws `FaultyRule`. */
export function namedFaults(kinds: { readonly [fault: string]: FaultKind }, names: string): Fired {
  const fired = new Map<string, JsonObject>();
  for (const each of names.split(',').filter((part) => part.trim() !== '')) {
    const [fault = '', ...given] = each.split(';').map((part) => part.trim());
    if (!Object.hasOwn(kinds, fault))
      throw new FaultyRule(`There is no fault "${fault}" here. GET /_sandbox/faults lists them.`);
    const pairs = given
      .map((pair) => pair.split('='))
      .map(([name = '', value = '']) => [name, plainValue(value)]);
    fired.set(fault, { ...readFaultRule({ ...Object.fromEntries(pairs), fault }) } as JsonObject);
  }
  return fired;
}

const plainValue = (text: string): string | number =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
