import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFields, encodeQuery, parse } from '../../../adapters/platforms/kit/json.ts';
import { decodeBatch, encodeBatch } from '../../../adapters/platforms/meta/wire/batch.ts';
import { usageOf } from '../../../adapters/platforms/meta/wire/gate.ts';
import { isoTime, msOf } from '../../../adapters/platforms/meta/wire/params.ts';

test('ids that come as bare numbers keep all their digits', () => {
  expect(
    parse('{"report_run_id":6023920149050123456,"n":12,"list":[120210000000000001,1.5,-2e3]}'),
  ).toEqual({
    report_run_id: '6023920149050123456',
    n: 12,
    list: ['120210000000000001', 1.5, -2000],
  });
});

test('digits inside strings stay what they are', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, words) => {
      const wrapped = {
        value: `a: 1202100000000000012, "quoted" ${words}`,
        other: typeof value === 'number' ? 1 : 'x',
      };
      expect(parse(JSON.stringify(wrapped))).toEqual(wrapped);
    }),
  );
});

test('what is no JSON is undefined', () => {
  expect(parse('<html>')).toBeUndefined();
  expect(parse('')).toBeUndefined();
});

test('scalars travel bare, lists and objects as JSON, and what is absent not at all', () => {
  const params = {
    name: 'Ä & b',
    count: 3,
    on: false,
    list: ['a'],
    inner: { a: { b: 1 } },
    no: undefined,
    nil: null,
  };
  expect(encodeFields(params)).toEqual({
    name: 'Ä & b',
    count: '3',
    on: 'false',
    list: '["a"]',
    inner: '{"a":{"b":1}}',
  });
  expect(Object.fromEntries(new URLSearchParams(encodeQuery(params)))).toEqual(
    encodeFields(params),
  );
});

test('times are written and read as the platform writes them', () => {
  const ms = Date.UTC(2026, 9, 3, 23, 33, 10);
  expect(isoTime(ms)).toBe('2026-10-03T23:33:10+0000');
  expect(msOf('2026-10-03T23:33:10+0000')).toBe(ms);
  expect(msOf('2026-10-04T01:33:10+0200')).toBe(ms);
  expect(msOf('soon')).toBeUndefined();
});

test('a batch holds its reads in the address, its writes in a body and its files beside it', () => {
  const file = { filename: 'a.png', contentType: 'image/png', bytes: new Uint8Array([1]) };
  const { fields, files } = encodeBatch([
    { method: 'GET', path: '12', params: { fields: 'id,name' } },
    { method: 'POST', path: 'act_1/adimages', file },
    { method: 'POST', path: 'act_1/adcreatives', params: { name: 'x y' }, name: 'made' },
    { method: 'GET', path: '{result=made:$.id}', params: { fields: 'id' } },
    { method: 'DELETE', path: '9' },
  ]);
  expect(JSON.parse(fields.batch ?? '')).toEqual([
    { method: 'GET', relative_url: '12?fields=id%2Cname' },
    { method: 'POST', relative_url: 'act_1/adimages', attached_files: 'file0' },
    {
      method: 'POST',
      relative_url: 'act_1/adcreatives',
      body: 'name=x%20y',
      name: 'made',
      omit_response_on_success: false,
    },
    { method: 'GET', relative_url: '{result=made:$.id}?fields=id' },
    { method: 'DELETE', relative_url: '9' },
  ]);
  expect(files).toEqual([{ ...file, part: 'file0' }]);
});

test('the answers of a batch keep their places; nulls and missing ones are gaps', () => {
  const body = JSON.stringify([
    { code: 200, headers: [{ name: 'X-A', value: '1' }], body: '{"id":"5"}' },
    null,
  ]);
  expect(decodeBatch(parse(body), 3)).toEqual([
    { status: 200, headers: { 'x-a': '1' }, text: '{"id":"5"}' },
    undefined,
    undefined,
  ]);
  expect(decodeBatch({ error: { code: 190 } }, 1)).toBeUndefined();
});

test('usage is the tightest figure of all headers, managing and reports apart', () => {
  const headers = {
    'x-app-usage': '{"call_count":10,"total_time":25,"total_cputime":5}',
    'x-ad-account-usage': '{"acc_id_util_pct":91.5,"reset_time_duration":100}',
    'x-business-use-case-usage':
      '{"1":[{"type":"ads_management","call_count":95,"total_cputime":1,"total_time":1,"estimated_time_to_regain_access":0},{"type":"ads_insights","call_count":100,"estimated_time_to_regain_access":5},{"type":"pages","call_count":100}]}',
    'x-fb-ads-insights-throttle': '{"app_id_util_pct":40,"acc_id_util_pct":10}',
  };
  expect(usageOf(headers)).toEqual({
    app: { percent: 25 },
    ads: { percent: 95 },
    insights: { percent: 100, resetMs: 300_000 },
  });
  expect(usageOf({})).toEqual({});
  expect(usageOf({ 'x-app-usage': 'broken' })).toEqual({});
});

test('a stated wait is a stop whatever the percentages say', () => {
  const usage =
    '{"1":[{"type":"ads_management","call_count":60,"estimated_time_to_regain_access":2}]}';
  expect(usageOf({ 'x-business-use-case-usage': usage }).ads).toEqual({
    percent: 100,
    resetMs: 120_000,
  });
});
