import { describe, expect, test } from 'vitest';
import { type ErrorRow, refusalWithoutAnswer } from '../../../adapters/platforms/kit/failures.ts';
import { byCode, bySubcode } from '../../../adapters/platforms/meta/wire/error-table.ts';
import { explain, readEnvelope } from '../../../adapters/platforms/meta/wire/errors.ts';
import type { FailureClass } from '../../../core/base/errors.ts';
import type { HttpFailure } from '../../../core/ports/http.ts';

/**
 * The class of every code the platform's documentation or practice names, written down a second
 * time on purpose.
 */
const expected: { readonly [kind in FailureClass]: string } = {
  throttled:
    '4 17 32 341 613 80000 80001 80002 80003 80004 80005 80006 80008 80009 80014 2446079 1885172 1487742 5044001 1487632 1487225 1504022 1504039 1404078 2859015',
  transient: '-2 1 2 1/99 2490547 1504043 1504044',
  flaky: '1487390 1363030 1363037 1363041 1363019 1885252',
  auth: '102 104 190 190/458 190/459 190/460 190/463 190/464 190/467 190/492',
  blocked:
    '3 10 200 270 272 273 274 278 294 368 3910001 1404163 1404082 1487202 1815199 3191001 1359188 1815089 1885183',
  missing: '100/33',
  'too-large': '-3 1885194 1487534 1504018 1504038 1504045',
  invalid:
    '100 105 194 275 2500 2635 2446388 1443226 1443048 2446173 1815573 3858504 3858082 3858355 2490085 2446580 4834011 1870227 1870196 1870199 1504041 1504042 2804003',
  rule: [
    '2641 2695 3018 3858258 1363024 2875030 2061015 2446383 1815629 1885878 1885800 1373054 1815630 3867105 1885557 2490155 2446289',
    '1487472 1885154 1885029 2446493 1885392 2446149 2238055 4834002 4834005 4834006 4834009 2446307 1885621 1487566 1870188 1870189',
    '1870247 2490392 1815433 1815946 1885272 1885650 1487901 1487094 1487033 3858152 3858079 3858081 2446509 1487929 2490487 1815198',
    '3260011 1487056 1487756 1885998 1885088 1340029 2490427 2490468 1487007 1487990 1634013 3390001 1885553 1892075',
  ].join(' '),
};

const classOf = new Map(
  Object.entries(expected).flatMap(([kind, keys]) =>
    keys.split(' ').map((key) => [key, kind as FailureClass] as const),
  ),
);
const table: { readonly [key: string]: ErrorRow } = { ...byCode, ...bySubcode };
const retryable: readonly FailureClass[] = ['throttled', 'transient', 'flaky'];

test('the table and the expectations name the same codes, at least 120 of them', () => {
  expect(Object.keys(table).sort()).toEqual([...classOf.keys()].sort());
  expect(classOf.size).toBeGreaterThanOrEqual(120);
});

describe.each([...classOf])('code %s', (key, kind) => {
  const isCode = key in byCode;
  const [code, subcode] = key.includes('/')
    ? key.split('/').map(Number)
    : isCode
      ? [Number(key), undefined]
      : [100, Number(key)];
  const failure = explain({ code, error_subcode: subcode, message: 'Invalid parameter' }, 'trace');

  test(`is ${kind}, explained, and retried accordingly`, () => {
    expect(failure.class).toBe(kind);
    expect(failure.retryable).toBe(retryable.includes(kind));
    expect(failure.message).toMatch(/^[A-Z].*\.$/);
    expect(failure.message).not.toBe('Invalid parameter');
    expect(failure.fix).toMatch(/^[A-Z].*[.)}]$/);
    expect(failure.traceId).toBe('trace');
    if (kind === 'throttled') expect(failure.retryAfterMs).toBeGreaterThan(0);
  });

  test('means the same when its number stands in the place of the code', () => {
    if (!key.includes('/')) expect(explain({ code: Number(key) }, 'trace').class).toBe(kind);
  });
});

test("the platform's own words for people come first", () => {
  const error = {
    code: 100,
    error_subcode: 1885272,
    message: 'Invalid parameter',
    error_user_title: 'Budget',
    error_user_msg: 'Too low.',
  };
  expect(explain(error, 't').message).toBe('Budget: Too low.');
  expect(explain({ code: 100, error_user_msg: 'Nur das.' }, 't').message).toBe('Nur das.');
});

test('a refused parameter is named in the platform’s words when those say more than "invalid"', () => {
  expect(
    explain({ code: 100, message: '(#100) Param adset_id must be a number' }, 't').message,
  ).toContain('adset_id');
  expect(explain({ code: 190, message: 'Error validating access token: x' }, 't').message).toBe(
    'The access token is no longer valid.',
  );
});

test('an unknown code is our fault until known, with the platform’s own message', () => {
  const failure = explain({ code: 99999, error_subcode: 42, message: 'Something new' }, 't');
  expect(failure).toMatchObject({
    class: 'invalid',
    retryable: false,
    code: '99999',
    subcode: '42',
    message: 'Something new',
  });
});

test('an unknown code that is called transient, or comes with a 500, is transient', () => {
  expect(explain({ code: 99999, is_transient: true }, 't').class).toBe('transient');
  expect(explain({ code: 99999 }, 't', { status: 503, headers: {} }).class).toBe('transient');
});

test('unknown permission codes between 200 and 299 are permissions', () => {
  expect(explain({ code: 283, message: 'x' }, 't').class).toBe('blocked');
});

test('a short subcode means nothing under a code it does not belong to', () => {
  expect(explain({ code: 100, error_subcode: 463 }, 't').class).toBe('invalid');
});

test('too much data is told from an unexplained error by its words', () => {
  const failure = explain(
    { code: 1, message: "Please reduce the amount of data you're asking for, then retry" },
    't',
  );
  expect(failure).toMatchObject({ class: 'too-large', retryable: false });
});

test('the blamed field is read from error_data as a string and as an object', () => {
  expect(
    explain({ code: 100, error_data: '{"blame_field_specs":[["targeting","age_min"]]}' }, 't')
      .field,
  ).toBe('targeting.age_min');
  expect(
    explain({ code: 100, error_data: { blame_field_specs: [['dsa_payor']] } }, 't').field,
  ).toBe('dsaPayor');
  expect(explain({ code: 100, error_data: 'not json' }, 't').field).toBeUndefined();
});

test('the trace id is the platform’s, else of the header, else ours', () => {
  expect(explain({ code: 1, fbtrace_id: 'A1' }, 'ours').traceId).toBe('A1');
  expect(
    explain({ code: 1 }, 'ours', { status: 500, headers: { 'x-fb-trace-id': 'H1' } }).traceId,
  ).toBe('H1');
  expect(explain({ code: 1 }, 'ours').traceId).toBe('ours');
});

test('answers that are no success are classified whatever they look like', () => {
  const refused = (status: number, text: string) =>
    readEnvelope({ ok: true, status, headers: {}, text }, 't');
  expect(refused(502, '<html>Bad Gateway</html>')).toMatchObject({
    maybeDone: true,
    failure: { class: 'transient' },
  });
  expect(refused(200, '<html>Sorry</html>')).toMatchObject({
    maybeDone: true,
    failure: { class: 'transient' },
  });
  expect(refused(200, '')).toMatchObject({ maybeDone: true, failure: { class: 'transient' } });
  expect(refused(200, '{"error":{"code":190,"error_subcode":463}}')).toMatchObject({
    maybeDone: false,
    failure: { class: 'auth' },
  });
  expect(refused(500, '{"error":{"code":2,"is_transient":true}}')).toMatchObject({
    maybeDone: true,
  });
  expect(refused(413, '')).toMatchObject({ maybeDone: false, failure: { class: 'too-large' } });
  expect(refused(429, '')).toMatchObject({
    maybeDone: false,
    failure: { class: 'throttled', retryable: true },
  });
  expect(refused(401, '{}')).toMatchObject({ failure: { class: 'auth' } });
  expect(refused(200, '{"id":"1"}')).toEqual({ data: { id: '1' } });
});

test('without an answer only an unmade connection is sure to have had no effect', () => {
  const lost = (reason: HttpFailure['reason']) =>
    refusalWithoutAnswer('primary', { ok: false, reason, message: 'm' }, 't');
  expect(lost('unreachable')).toMatchObject({
    maybeDone: false,
    failure: { class: 'transient', retryable: true },
  });
  expect(lost('timeout').maybeDone).toBe(true);
  expect(lost('cut').maybeDone).toBe(true);
  expect(lost('oversized')).toMatchObject({
    maybeDone: true,
    failure: { class: 'too-large', retryable: false },
  });
});

test('no refusal of a value calls itself a fault of the service', () => {
  for (const each of [...Object.values(byCode), ...Object.values(bySubcode)])
    expect(JSON.stringify(each)).not.toMatch(/fault of ours|our fault/i);
});
