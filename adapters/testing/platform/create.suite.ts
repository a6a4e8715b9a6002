import type { NewObject } from 'slipway-sandbox/suites';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import type {
  Created,
  Creation,
  CreationRequest,
  ParentFacts,
  Unanswered,
  WantedCreation,
} from '../../../core/ports/platform-create.ts';
import {
  type Declaring,
  explained,
  failureOf,
  type OfferedUnderTest,
  offered,
  type PlatformUnderTest,
  unknownId,
} from '../platform-under-test.ts';

type Level = 'campaign' | 'adSet';

interface Subject {
  readonly creation: Creation;
  readonly request: CreationRequest;
  readonly sample: NewObject;
}

/** Read from a request by the schema of the definition. */
async function subject(
  at: PlatformUnderTest,
  level: Level,
  creation: Creation,
  more: object = {},
): Promise<Subject> {
  const form = at.platform.definition.create?.[level];
  const sample = at.samples[level];
  if (form === undefined || sample === undefined)
    throw new Error(`there is no request for a new ${level}`);
  const [adSet] = await at.platform.accounts.adSets(at.access, { ids: at.adSetIds });
  const common = { accountId: at.access.adAccountId, name: 'From scratch' };
  const body = {
    ...common,
    ...(level === 'adSet' && { campaignId: adSet?.campaignId }),
    ...sample,
    ...more,
  };
  return { creation, request: parseRequest(form.request, body), sample };
}

const prepared = ({ access }: PlatformUnderTest, { creation, request }: Subject) =>
  creation.prepare(access, request, undefined);

/**
 * Objects of these names; ad sets in campaigns that were just made: in two of them, where one
 * request takes that.
 */
async function several(
  at: OfferedUnderTest,
  level: Level,
  names: readonly string[],
): Promise<readonly WantedCreation[]> {
  const { campaign, adSet } = at.platform.create;
  const parents: { readonly campaignId: string; readonly above: ParentFacts }[] = [];
  for (const name of level === 'campaign'
    ? []
    : adSet.together?.perCampaign
      ? ['Above']
      : ['Above', 'Above too']) {
    const more = at.samples.adSetBudgets === false ? {} : { dailyBudget: undefined };
    const it = await subject(at, 'campaign', campaign, { name, ...more });
    const { id: campaignId } = made(await (await prepared(at, it)).send(`mark-${name}`));
    parents.push({
      campaignId,
      above: offered('create.campaign.asParent', campaign.asParent)(it.request),
    });
  }
  return Promise.all(
    names.map(async (name, index) => {
      const { campaignId, above } = parents[index % parents.length] ?? {};
      const { request } = await subject(at, level, at.platform.create[level], {
        name,
        ...(campaignId && { campaignId }),
      });
      return { request, mark: `mark-${index}`, ...(above && { above }) };
    }),
  );
}

function made(answer: Created | Unanswered): Created {
  if ('unanswered' in answer) throw new Error(`expected an answer, got ${JSON.stringify(answer)}`);
  return answer;
}

export function createSuite({ offers, open, testOf }: Declaring): void {
  describe.each((['campaign', 'adSet'] as const).filter((level) => offers(`create.${level}`)))(
    'create.%s',
    (level) => {
      // Where a platform has no other place for it, the mark ends the name until `finish`.
      const named = async (at: PlatformUnderTest) =>
        (await at.held(level)).filter(({ name }) => name?.startsWith('From scratch'));

      testOf(`create.${level}`)(
        'reads a request, and knows its budgets in whole units before anything is sent',
        async (at) => {
          const creation = at.platform.create[level];
          const { request, sample } = await subject(at, level, creation);
          const { currencies } = at.platform.definition;
          const account = { currency: at.access.currency, currencies };
          expect(creation.check(request, account, at.clock.now())).toEqual([]);
          const { dailyBudget: amount } = sample;
          expect(creation.budgets(request)).toEqual(
            amount === undefined ? [] : [{ kind: 'daily', amount, path: 'dailyBudget' }],
          );
          expect(creation.notes(request).warnings).toEqual([]);
          const poor = { ...account, minDailyBudget: (amount ?? 0) + 1 };
          const faults = creation.check(request, poor, at.clock.now());
          expect(faults.map(({ path }) => path)).toEqual(
            amount === undefined ? [] : ['dailyBudget'],
          );
          for (const { code, message } of faults) expect([code, message]).not.toContain('');
        },
      );

      testOf(`create.${level}`)(
        'makes it once, switched off, shows what it made, and finds it by its mark alone',
        async (at) => {
          const creation = at.platform.create[level];
          const it = await subject(at, level, creation);
          const { faults, send } = await prepared(at, it);
          expect(faults).toEqual([]);
          expect(await named(at)).toEqual([]);
          const second = at.samples.uniqueNames
            ? await subject(at, level, creation, { name: 'From scratch, again' })
            : it;
          const [mine, other] = [
            made(await send('mark-mine')),
            made(await (await prepared(at, second)).send('mark-other')),
          ];
          expect((await named(at)).map(({ id, status }) => [id, status])).toEqual([
            [mine.id, 'PAUSED'],
            [other.id, 'PAUSED'],
          ]);
          const record = at.platform.definition.create?.[level]?.record ?? v.never();
          expect(v.is(record, mine.record)).toBe(true);
          expect(mine.record).toMatchObject({ id: mine.id, name: 'From scratch' });
          await at.clock.sleep(at.platform.create?.lagMs ?? 0);
          const find = (mark: string, { request } = it) =>
            creation.find(at.access, request, mark, undefined);
          expect(await find('mark-mine')).toMatchObject({ id: mine.id, record: mine.record });
          expect(await find('mark-other', second)).toMatchObject({
            id: other.id,
            record: other.record,
          });
          expect(await find('mark-none')).toBeUndefined();
          const all =
            level === 'campaign'
              ? at.platform.accounts.campaigns(at.access)
              : at.platform.accounts.adSets(at.access);
          const { dailyBudget } = it.sample;
          expect((await all).find(({ id }) => id === mine.id)).toMatchObject(
            dailyBudget === undefined ? {} : { dailyBudget },
          );
        },
      );

      test.for(['answer lost', 'failed but done'] as const)(
        'finds it again, once, after: %s',
        async (trouble) => {
          const at = await open();
          const creation = at.platform.create[level];
          const it = await subject(at, level, creation);
          const { send } = await prepared(at, it);
          await at.trouble(trouble, level);
          const answer = await send('mark-mine');
          if (!('unanswered' in answer)) throw new Error('it was answered');
          explained(answer.unanswered);
          await at.clock.sleep(at.platform.create?.settleMs ?? 0);
          const found = await creation.find(at.access, it.request, 'mark-mine', undefined);
          expect((await named(at)).map(({ id }) => id)).toEqual([found?.id]);
        },
      );

      test.for(['cut before', 'html'] as const)(
        'may have made it, and has not, after: %s',
        async (trouble) => {
          const at = await open();
          const creation = at.platform.create[level];
          const it = await subject(at, level, creation);
          const { send } = await prepared(at, it);
          await at.trouble(trouble, level);
          expect(await send('mark-mine')).toHaveProperty('unanswered');
          await at.clock.sleep(
            (at.platform.create?.settleMs ?? 0) + (at.platform.create?.answerMs ?? 0),
          );
          expect(
            await creation.find(at.access, it.request, 'mark-mine', undefined),
          ).toBeUndefined();
          made(await send('mark-mine'));
          expect(await named(at)).toHaveLength(1);
        },
      );

      testOf(`create.${level}`)(
        'throws what the platform refuses, and makes nothing',
        async (at) => {
          const creation = at.platform.create[level];
          const { send } = await prepared(at, await subject(at, level, creation));
          await at.trouble('token dead', level, 10);
          const failure = await failureOf(send('mark-mine'));
          expect(failure).toMatchObject({ class: 'auth', retryable: false });
          explained(failure);
          expect(await named(at)).toEqual([]);
        },
      );

      testOf(`create.${level}.like`)(
        'says what a new one takes over from one that exists, without what is given',
        async (at) => {
          const creation = at.platform.create[level];
          const like = offered(`create.${level}.like`, creation.like);
          const it = await subject(at, level, creation);
          const { id } = made(await (await prepared(at, it)).send('mark-mine'));
          await creation.finish?.(at.access, it.request, { id, record: {}, warnings: [] }, true);
          await at.clock.sleep(at.platform.create?.lagMs ?? 0);
          const { name, settings } = await like(at.access, id, {});
          expect(name).toBe('From scratch');
          const { dailyBudget } = it.sample;
          if (dailyBudget !== undefined) expect(settings).toMatchObject({ dailyBudget });
          // A request with these settings alone passes the checks.
          const [adSet] = await at.platform.accounts.adSets(at.access, { ids: at.adSetIds });
          const own = {
            accountId: at.access.adAccountId,
            name: 'Like it',
            ...(level === 'adSet' && { campaignId: adSet?.campaignId }),
          };
          const form = at.platform.definition.create?.[level]?.request ?? v.never();
          const request: CreationRequest = parseRequest(form, { ...own, ...settings });
          const account = {
            currency: at.access.currency,
            currencies: at.platform.definition.currencies,
          };
          expect(creation.check(request, account, at.clock.now())).toEqual([]);
          expect(await failureOf(like(at.access, unknownId, {}))).toMatchObject({
            class: 'missing',
          });
        },
      );

      testOf(`create.${level}.together.send`)(
        'makes several in few requests, finds each by its mark, and gives each its name',
        async (at) => {
          const creation = at.platform.create[level];
          const { most, countsEach, send, find, finishCalls } = offered(
            `create.${level}.together`,
            creation.together,
          );
          const names = ['From scratch 1', 'From scratch 2', 'From scratch 3'];
          const wanted = await several(at, level, names);
          const requests = Math.ceil(wanted.length / most);
          await at.forgetCounts();
          const ids = (await send(at.access, wanted)).map((answer) =>
            'id' in answer ? answer.id : JSON.stringify(answer),
          );
          expect(await at.counts()).toMatchObject({
            requests,
            ...(!countsEach && { calls: requests }),
          });
          expect((await named(at)).map(({ id }) => id)).toEqual(ids);
          await at.clock.sleep(at.platform.create?.lagMs ?? 0);
          const [last] = wanted;
          const asked = [...wanted, { ...last, mark: 'mark-none' }] as typeof wanted;
          expect((await find(at.access, asked)).map((found) => found?.id)).toEqual([
            ...ids,
            undefined,
          ]);
          const finish = creation.together?.finish;
          const finished = wanted.map(({ request }, index) => ({ request, id: ids[index] ?? '' }));
          await at.forgetCounts();
          if (finish !== undefined) expect(await finish(at.access, finished)).toEqual([[], [], []]);
          const { calls } = await at.counts();
          expect(finishCalls?.(finished.map(({ request }) => request)) ?? calls).toBe(calls);
          if (finish !== undefined) expect(await finish(at.access, finished)).toEqual([[], [], []]);
          expect((await named(at)).map(({ name }) => name)).toEqual(names);
        },
      );

      testOf(`create.${level}.together.send`)(
        'knows none of several after a lost answer, and finds each once',
        async (at) => {
          const creation = at.platform.create[level];
          const { most, send, find } = offered(`create.${level}.together`, creation.together);
          const wanted = await several(at, level, ['From scratch 1', 'From scratch 2']);
          await at.trouble('answer lost', level, Math.ceil(wanted.length / most));
          for (const answer of await send(at.access, wanted))
            expect(answer).toHaveProperty('unanswered');
          await at.clock.sleep(at.platform.create?.settleMs ?? 0);
          const found = await find(at.access, wanted);
          expect((await named(at)).map(({ id }) => id)).toEqual(found.map((each) => each?.id));
        },
      );

      testOf(`create.${level}.finish`)(
        'finishes what it made, harmlessly when repeated',
        async (at) => {
          const creation = at.platform.create[level];
          const finish = offered(`create.${level}.finish`, creation.finish);
          const it = await subject(at, level, creation);
          const created = made(await (await prepared(at, it)).send('mark-mine'));
          for (const isNew of [true, false])
            expect(await finish(at.access, it.request, created, isNew)).toEqual([]);
          expect((await named(at)).map(({ name }) => name)).toEqual(['From scratch']);
        },
      );
    },
  );

  testOf(
    'create.campaign.asParent',
    'create.adSet.within',
    'create.campaign.calls',
    'create.adSet.calls',
  )('create: says of a campaign and its ad set what they are before they are there', async (at) => {
    const { campaign, adSet } = at.platform.create;
    const asParent = offered('create.campaign.asParent', campaign.asParent);
    const within = offered('create.adSet.within', adSet.within);
    const above = await subject(
      at,
      'campaign',
      campaign,
      at.samples.adSetBudgets === false ? {} : { dailyBudget: undefined },
    );
    const below = await subject(at, 'adSet', adSet);
    const parent = asParent(above.request);
    const { faults, facts } = within(below.request, parent);
    expect(faults).toEqual([]);
    const { id: campaignId } = made(await (await prepared(at, above)).send('mark-above'));
    const request = { ...below.request, campaignId };
    await at.forgetCounts();
    const { send } = await adSet.prepare(at.access, request, undefined, parent);
    expect(await at.counts()).toMatchObject({ requests: 0 });
    const { id } = made(await send('mark-below'));
    await at.clock.sleep(at.platform.create.lagMs);
    const [read] = await at.platform.accounts.adSets(at.access, { ids: [id] });
    expect(read).toMatchObject({ objective: parent.objective, ...facts });
    for (const calls of [campaign.calls?.(above.request), adSet.calls?.(request)])
      expect(calls).toEqual({ make: expect.any(Number), finish: expect.any(Number) });
  });

  testOf('create.adSet')('create.adSet: a campaign that does not exist is missing', async (at) => {
    const creation = at.platform.create.adSet;
    const { request } = await subject(at, 'adSet', creation, { campaignId: unknownId });
    const failure = await failureOf(creation.prepare(at.access, request, undefined));
    expect(failure.class).toBe('missing');
    explained(failure);
  });
}
