import * as v from 'valibot';
import { expect, test } from 'vitest';
import { adSetRequest as createAdSetRequest } from '../../../adapters/platforms/meta/create/schema.ts';
import { aliased, sentName } from '../../../core/base/schema/aliases.ts';
import { unknownMembers } from '../../../core/base/schema/parse.ts';
import { duplicateAdRequest } from '../../../core/manage/schema/duplicate.ts';
import { updateStatusRequest } from '../../../core/manage/schema/edit.ts';
import { listAdsRequest, listChangesRequest } from '../../../core/manage/schema/inspect.ts';
import { parsed, refusal } from './manage-fixture.ts';

const schema = aliased({
  accountId: v.string(),
  dailyBudget: v.optional(v.pipe(v.number(), v.minValue(1))),
  inner: v.optional(aliased({ event_type: v.string() })),
});

test.each([
  'accountId',
  'account_id',
  'businessId',
  'business_id',
  'adAccountId',
  'ad_account_id',
  'AccountID',
])('%s names the account', (name) => {
  const request = parsed(schema, { [name]: 'act_1' });
  expect(Object.entries(request)).toEqual([['accountId', 'act_1']]);
  expect(sentName(request, 'accountId')).toBe(name);
});

test('short video’s words for a status are understood in copies and lists', () => {
  expect(
    parsed(duplicateAdRequest, { adId: '1', accountId: '7', initialStatus: 'DISABLE' })
      .initialStatus,
  ).toBe('PAUSED');
  expect(parsed(listAdsRequest, { accountId: '7', status: 'enable' }).status).toBe('ACTIVE');
});

test.each([{ accountIds: ['act_1'] }, { accountIds: 'act_1' }])(
  '%o names it too where one is meant',
  async ({ accountIds }) => {
    expect(parsed(duplicateAdRequest, { adId: '1', accountIds }).accountId).toBe('act_1');
    expect(parsed(listChangesRequest, { accountIds }).businessId).toBe('act_1');
    expect(
      await refusal(() =>
        parsed(duplicateAdRequest, { adId: '1', accountIds: ['act_1', 'act_2'] }),
      ),
    ).toMatchObject({
      code: 'unprocessable_entity',
      paths: ['accountIds'],
    });
  },
);

test('faults name the field as it was sent, at any depth', async () => {
  expect((await refusal(() => parsed(schema, { account_id: 'a', daily_budget: 0 }))).paths).toEqual(
    ['daily_budget'],
  );
  expect(
    (await refusal(() => parsed(schema, { accountId: 'a', inner: { eventType: 7 } }))).paths,
  ).toEqual(['inner.eventType']);
  expect((await refusal(() => parsed(schema, {}))).paths).toEqual(['accountId']);
});

test('a missing field is named as the interface names it', async () => {
  expect(
    (await refusal(() => parsed(updateStatusRequest, { entityId: '1', newStatus: 'PAUSED' })))
      .paths,
  ).toEqual(['businessId']);
  expect((await refusal(() => parsed(listChangesRequest, {}))).paths).toEqual(['businessId']);
  expect((await refusal(() => parsed(duplicateAdRequest, { adId: '1' }))).paths).toEqual([
    'accountId',
  ]);
});

test.each([
  ['bad_request', 'ten'],
  ['bad_request', ''],
  ['bad_request', true],
  ['unprocessable_entity', 11],
  ['unprocessable_entity', '0'],
  ['unprocessable_entity', 1.5],
])('%s for %o as a number of copies', async (code, copyCount) => {
  const body = { adId: '1', accountId: 'act_1', copyCount };
  expect(await refusal(() => parsed(duplicateAdRequest, body))).toMatchObject({
    code,
    paths: ['copyCount'],
  });
});

test('two names of one field may agree, not disagree', async () => {
  expect(Object.entries(parsed(schema, { accountId: 'a', businessId: 'a' }))).toEqual([
    ['accountId', 'a'],
  ]);
  expect(await refusal(() => parsed(schema, { accountId: 'a', businessId: 'b' }))).toMatchObject({
    code: 'unprocessable_entity',
    paths: ['businessId'],
    reasons: ['conflicting_fields'],
  });
});

test('null is the same as not sent', async () => {
  expect(Object.entries(parsed(schema, { accountId: 'a', dailyBudget: null }))).toEqual([
    ['accountId', 'a'],
  ]);
  expect(await refusal(() => parsed(schema, { accountId: null }))).toMatchObject({
    code: 'bad_request',
    reasons: ['missing_field'],
  });
});

test('other names are no unknown fields, and unknown ones are still reported', () => {
  const body = {
    business_id: 'a',
    campaign_id: '1',
    name: 'n',
    optimisation_goal: 'x',
    budget_schedules: [{ time_start: 1, tiem_end: 2 }],
  };
  expect(
    unknownMembers(createAdSetRequest, body).map(({ path, message }) => [path, message]),
  ).toEqual([
    ['optimisation_goal', expect.stringContaining('optimizationGoal')],
    ['budget_schedules[0].tiem_end', expect.stringContaining('timeEnd')],
  ]);
  // Money is not ignored.
  expect(() => unknownMembers(createAdSetRequest, { daily_budgets: 5 })).toThrow(
    'Did you mean dailyBudget?',
  );
});
