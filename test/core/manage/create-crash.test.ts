import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCampaign } from '../../../core/manage/create/create-object.ts';
import { forgetIdempotent, idempotencyKind } from '../../../core/records/idempotency.ts';
import { leaseKind } from '../../../core/records/lease.ts';
import { allOf } from '../../../core/records/list.ts';
import type { Once } from '../../../core/records/once.ts';
import type { Crash } from '../../crashing-store.ts';
import { createCampaignRequest } from '../../creation.ts';
import { underKey } from '../../under-key.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';
import { runUntilCrash } from './run-until-crash.ts';

const HOUR = 3_600_000;
const key = { key: 'POST /v1/manage/create k1', bodyDigest: 'digest' };

const campaign = {
  accountId: eur,
  name: 'Once',
  objective: 'OUTCOME_SALES',
  dailyBudget: 50,
  campaignBidAmount: 5,
};

const sendCampaign = (
  ports: ManageFixture['ports'],
  more: object = {},
  idempotent: typeof key | null = key,
) => {
  const request = parsed(createCampaignRequest, { ...campaign, ...more });
  const create = (once?: Once) => createCampaign(ports, caller, request, once);
  return idempotent === null
    ? create().then((answer) => ({ answer, replayed: false }))
    : underKey(ports, caller.companyId, idempotent, create);
};

const named = async (fixture: ManageFixture) =>
  (await fixture.held('campaigns')).filter(({ name }) => name === 'Once').map(({ id }) => id);

const deaths: readonly Crash[] = [1, 2, 3, 4, 5, 6].flatMap((at) => [
  { at, when: 'before' as const },
  { at, when: 'after' as const },
]);

describe('a process that dies at any step', () => {
  test('of creating a campaign leaves a record that the version before goes on with, and goes on with one of that version', async () => {
    for (const death of deaths) {
      const fixture = await createManageFixture({ times: { settleMs: 15_000 } });
      await runUntilCrash(fixture, death, (ports) => sendCampaign(ports));
      // That version knew a mark and a time alone.
      const [record] = await allOf(fixture.store, idempotencyKind, caller.companyId);
      const { mark, sentAt } = (record?.doc.begun ?? {}) as {
        readonly mark?: string;
        readonly sentAt?: number;
      };
      if (record !== undefined && mark !== undefined) {
        expect(sentAt).toEqual(expect.any(Number));
        const doc = { ...record.doc, begun: { mark, sentAt: sentAt ?? 0 } };
        const { id, version } = record;
        await fixture.store.commit([
          { kind: idempotencyKind, companyId: caller.companyId, id, expect: version, doc },
        ]);
      }
      const { answer } = await sendCampaign(fixture.ports);
      expect([death, await named(fixture)]).toEqual([death, [answer.campaignId]]);
    }
  });

  test('again and again, in any weather, never makes a second one', async () => {
    const death = fc.record({
      at: fc.integer({ min: 1, max: 6 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    });
    const fault = fc.record({
      fault: fc.constantFrom(
        'transient',
        'failed-but-created',
        'answer-lost',
        'connection-cut',
        'html-502',
        'unknown-error',
      ),
      probability: fc.double({ min: 0.1, max: 0.7, noNaN: true }),
      seed: fc.integer({ min: 1, max: 1_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(death, { maxLength: 3 }),
        fc.array(fault, { maxLength: 2 }),
        async (lives, faults) => {
          const fixture = await createManageFixture({ times: { settleMs: 15_000 } });
          for (const each of faults)
            await fixture.fault({ method: 'POST', path: '*/campaigns', ...each });
          for (const each of lives)
            await runUntilCrash(fixture, each, (ports) => sendCampaign(ports));
          await fixture.clearFaults();
          const { answer } = await sendCampaign(fixture.ports);
          expect(await named(fixture)).toEqual([answer.campaignId]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('an answer that does not come', () => {
  test.each(['failed-but-created', 'answer-lost', 'connection-cut', 'html-502'])(
    '(%s) is looked for, with a key and without: the request succeeds and there is one campaign',
    async (fault) => {
      for (const idempotent of [key, null]) {
        const fixture = await createManageFixture({ times: { settleMs: 15_000 } });
        await fixture.fault({ fault, method: 'POST', path: '*/campaigns', times: 1 });
        const { answer } = await sendCampaign(fixture.ports, {}, idempotent);
        expect(await named(fixture)).toEqual([answer.campaignId]);
      }
    },
  );

  test('for something that appears in lists late is waited for', async () => {
    const fixture = await createManageFixture({ times: { settleMs: 15_000 } });
    await fixture.fault({ fault: 'answer-lost', method: 'POST', path: '*/campaigns', times: 1 });
    await fixture.fault({ fault: 'list-lag', method: 'GET', path: '*/campaigns', ms: 9_000 });
    const { answer } = await sendCampaign(fixture.ports);
    expect(await named(fixture)).toEqual([answer.campaignId]);
  });

  test('again and again ends in an error that says nothing was made, and the key can be used again', async () => {
    const fixture = await createManageFixture({ times: { settleMs: 15_000 } });
    await fixture.fault({ fault: 'transient', method: 'POST', path: '*/campaigns' });
    const refused = await refusal(sendCampaign(fixture.ports));
    expect(refused).toMatchObject({
      code: 'platform_error',
      message: expect.stringContaining('Nothing was created'),
    });
    expect(await named(fixture)).toEqual([]);
    await fixture.clearFaults();
    const { answer } = await sendCampaign(fixture.ports);
    expect(await named(fixture)).toEqual([answer.campaignId]);
  });

  test.each([
    [key, 'Idempotency-Key again'],
    [null, 'Look for a campaign named "Once"'],
  ])('and cannot be asked for is told as unknown, with what to do', async (idempotent, words) => {
    const fixture = await createManageFixture({ times: { settleMs: 15_000 } });
    await fixture.fault({ fault: 'answer-lost', method: 'POST', path: '*/campaigns', times: 1 });
    await fixture.fault({ fault: 'connection-cut', method: 'GET', path: '*/campaigns' });
    const error = await sendCampaign(fixture.ports, {}, idempotent).catch((thrown) => thrown);
    expect(error.failure.message).toContain('may have been created');
    expect(error.failure.fix).toContain(words);
    await fixture.clearFaults();
    expect(await named(fixture)).toHaveLength(1);
    if (idempotent === null) return;
    const { answer } = await sendCampaign(fixture.ports, {}, idempotent);
    expect(await named(fixture)).toEqual([answer.campaignId]);
  });
});

describe('the same request', () => {
  test('sent several times at once makes one campaign, and all get its answer', async () => {
    const fixture = await createManageFixture();
    const answers = await Promise.all([1, 2, 3].map(() => sendCampaign(fixture.ports)));
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await named(fixture)).toHaveLength(1);
  });

  test('sent later gets the answer of the first, and asks the platform nothing', async () => {
    const fixture = await createManageFixture();
    const first = await sendCampaign(fixture.ports);
    const { value, calls } = await fixture.counting(() => sendCampaign(fixture.ports));
    expect(value).toEqual({ answer: first.answer, replayed: true });
    expect(calls).toBe(0);
  });

  test('with another body is refused, and after a refusal of the first it is not', async () => {
    const fixture = await createManageFixture();
    const other = { ...key, bodyDigest: 'other' };
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: '*/campaigns',
      code: 100,
      message: 'No',
      times: 1,
    });
    expect(await refusal(sendCampaign(fixture.ports))).toMatchObject({ code: 'platform_error' });
    const { answer } = await sendCampaign(fixture.ports, { dailyBudget: 60 }, other);
    expect(await named(fixture)).toEqual([answer.campaignId]);
    expect(await refusal(sendCampaign(fixture.ports))).toMatchObject({ code: 'conflict' });
  });

  test('is not made to answer for another of the same name', async () => {
    const fixture = await createManageFixture({ times: { settleMs: 15_000 } });
    await runUntilCrash(fixture, { at: 2, when: 'after' }, (ports) => sendCampaign(ports));
    const theirs = await sendCampaign(fixture.ports, {}, { key: 'another', bodyDigest: 'digest' });
    const { answer } = await sendCampaign(fixture.ports);
    expect(answer.campaignId).not.toBe(theirs.answer.campaignId);
    expect(await named(fixture)).toHaveLength(2);
  });
});

test('a creation is forgotten with its key, with all it left, also where it was refused', async () => {
  const fixture = await createManageFixture();
  const { store, clock } = fixture.ports;
  const count = async (): Promise<readonly number[]> => [
    await store.count(idempotencyKind, caller.companyId),
    await store.count(leaseKind, caller.companyId),
  ];
  const first = await sendCampaign(fixture.ports);
  expect(
    await refusal(sendCampaign(fixture.ports, { dailyBudget: 0.1 }, { ...key, key: 'refused' })),
  ).toBeDefined();
  await fixture.clock.advance(24 * HOUR - 60_000);
  expect(await sendCampaign(fixture.ports)).toEqual({ answer: first.answer, replayed: true });
  expect(await count()).toEqual([2, 2]);
  await fixture.clock.advance(2 * HOUR);
  expect(await forgetIdempotent({ store, clock }, caller.companyId)).toBe('done');
  expect(await count()).toEqual([0, 0]);
  const second = await sendCampaign(fixture.ports);
  expect([second.replayed, second.answer.campaignId === first.answer.campaignId]).toEqual([
    false,
    false,
  ]);
});
