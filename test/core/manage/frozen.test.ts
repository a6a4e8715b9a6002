import { expect, test } from 'vitest';
import { createCampaign } from '../../../core/manage/create/create-object.ts';
import { duplicateAdSet } from '../../../core/manage/duplicate/duplicate-ad-set.ts';
import { duplicateAdSetRequest } from '../../../core/manage/schema/duplicate.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { createCampaignRequest, sentBy } from '../../creation.ts';
import { underKey } from '../../under-key.ts';
import { inBackground } from './copy-through.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  type Row,
} from './manage-fixture.ts';

const key = { key: 'POST /v1/manage k1', bodyDigest: 'digest' };

/** No code: the platform itself has said nothing. */
const noAnswer = {
  platform: 'primary',
  class: 'transient',
  message: 'No answer.',
  fix: 'Wait.',
  retryable: true,
  traceId: 't',
} as const;

type Ports = Omit<ManageFixture['ports'], 'clock'> & { readonly clock: Clock };

/**
 * A process that stands still, its clock with it, from the moment it is about to send, and goes on
 * when it is told to. `wrap` puts the stop into the call that sends.
 */
function process(
  fixture: ManageFixture,
  wrap: (platform: AdPlatform, standStill: () => Promise<void>) => AdPlatform,
) {
  const { ports } = fixture;
  const clock: Clock = ports.clock;
  let frozen = false;
  let thaw = (): void => {};
  const thawed = new Promise<void>((resolve) => {
    thaw = () => {
      frozen = false;
      resolve();
    };
  });
  const standStill = async (): Promise<void> => {
    frozen = true;
    await thawed;
  };
  return {
    ports: {
      ...ports,
      platforms: { primary: wrap(ports.platforms.primary, standStill) },
      clock: {
        ...clock,
        sleep: (ms: number) => (frozen ? new Promise<never>(() => {}) : clock.sleep(ms)),
      },
    },
    thaw,
    /** Until it stands still, and others may take it for dead. */
    async isGivenUp(): Promise<void> {
      while (!frozen) await clock.sleep(10);
      await clock.sleep(45_000);
    },
  };
}

/** The copies that the platform makes itself. */
function copiesOf({ duplicate }: AdPlatform) {
  const { native } = duplicate ?? {};
  if (duplicate === undefined || native?.copy === undefined)
    throw new Error('The platform copies ad sets itself.');
  return { duplicate, copies: { ...native, copy: native.copy } };
}

test('of two processes with the same request, one of which stood still before it sent, one makes the campaign', async () => {
  const fixture = await createManageFixture({ times: { settleMs: 15_000 } });
  const body = { accountId: eur, name: 'Once', objective: 'OUTCOME_SALES', dailyBudget: 50 };
  const send = (ports: Ports) =>
    underKey(ports, caller.companyId, key, (once) =>
      createCampaign(ports, caller, parsed(createCampaignRequest, body), once),
    );
  const slow = process(fixture, (platform, standStill) => {
    const { create } = platform;
    if (create === undefined) throw new Error('Campaigns can be created here.');
    return {
      ...platform,
      create: {
        ...create,
        campaign: sentBy(create.campaign, async (original, access) => {
          await standStill();
          return original(access);
        }),
      },
    };
  });
  const first = send(slow.ports);
  await slow.isGivenUp();
  const { answer } = await send(fixture.ports);
  slow.thaw();
  expect((await first).answer.campaignId).toBe(answer.campaignId);
  const made = (await fixture.held('campaigns')).filter(({ name }) => name === 'Once');
  expect(made.map(({ id }) => id)).toEqual([answer.campaignId]);
});

test('of two processes at the same duplication, one of which stood still before it sent, one makes the copies', async () => {
  const fixture = await createManageFixture({ times: { settleMs: 15_000 } });
  const { adSet } = await fixture.tree([1]);
  const body = { businessId: eur, adsetId: adSet, copyCount: 2 };
  const send = (ports: Ports) =>
    underKey(ports, caller.companyId, key, (once) =>
      duplicateAdSet(ports, caller, parsed(duplicateAdSetRequest, body), once),
    );
  const slow = process(fixture, (platform, standStill) => {
    const { duplicate, copies } = copiesOf(platform);
    const copy: typeof copies.copy = async (...request) => {
      await standStill();
      return copies.copy(...request);
    };
    return { ...platform, duplicate: { ...duplicate, native: { ...copies, copy } } };
  });
  const first = send(slow.ports);
  await slow.isGivenUp();
  const { duplicateId = '' } = (await send(fixture.ports)).answer;
  await inBackground(fixture, duplicateId);
  const { answer } = await send(fixture.ports);
  expect(answer).toMatchObject({ successCount: 2, failCount: 0 });
  slow.thaw();
  expect((await first).answer.results).toEqual(answer.results);
  const copies = (await fixture.held('adsets')).filter((each) => each.source_adset_id === adSet);
  expect(copies.map(({ id }) => id).sort()).toEqual(
    answer.results.map(({ newAdSetId }) => newAdSetId).sort(),
  );
  expect(
    (await fixture.held('ads')).filter((ad) => copies.some(({ id }) => id === ad.adset_id)),
  ).toHaveLength(2);
});

test('a campaign that the platform makes only after nobody waits for its answer any more is found, not made again', async () => {
  const fixture = await createManageFixture({ times: { settleMs: 60_000 } });
  const { primary } = fixture.ports.platforms;
  const { create } = primary;
  if (create === undefined) throw new Error('Campaigns can be created here.');
  let late = true;
  const campaign = sentBy(create.campaign, async (original, access) => {
    if (!late) return original(access);
    late = false;
    void fixture.clock.sleep(75_000).then(() => original({ ...access, isLeaseHeld: () => true }));
    await fixture.clock.sleep(60_000);
    return { unanswered: noAnswer };
  });
  const ports = {
    ...fixture.ports,
    platforms: { primary: { ...primary, create: { ...create, campaign } } },
  };
  const body = { accountId: eur, name: 'Once', objective: 'OUTCOME_SALES', dailyBudget: 50 };
  const answer = await createCampaign(ports, caller, parsed(createCampaignRequest, body));
  await fixture.clock.sleep(120_000);
  const made = (await fixture.held('campaigns')).filter(({ name }) => name === 'Once');
  expect(made.map(({ id }) => id)).toEqual([answer.campaignId]);
});

test('a campaign whose process died is waited for as long as the request may take', async () => {
  const fixture = await createManageFixture({ times: { settleMs: 60_000 } });
  const body = { accountId: eur, name: 'Once', objective: 'OUTCOME_SALES', dailyBudget: 50 };
  const send = (ports: Ports) =>
    underKey(ports, caller.companyId, key, (once) =>
      createCampaign(ports, caller, parsed(createCampaignRequest, body), once),
    );
  const dead = process(fixture, (platform, standStill) => {
    const { create } = platform;
    if (create === undefined) throw new Error('Campaigns can be created here.');
    const campaign = sentBy(create.campaign, async (original, access) => {
      void fixture.clock.sleep(75_000).then(() => original({ ...access, isLeaseHeld: () => true }));
      await standStill();
      throw new Error('It never goes on.');
    });
    return { ...platform, create: { ...create, campaign } };
  });
  void send(dead.ports);
  await dead.isGivenUp();
  const { answer } = await send(fixture.ports);
  await fixture.clock.sleep(120_000);
  const made = (await fixture.held('campaigns')).filter(({ name }) => name === 'Once');
  expect(made.map(({ id }) => id)).toEqual([answer.campaignId]);
});

test('a copy that the platform makes only after nobody waits for its answer any more is found, not made again', async () => {
  const fixture = await createManageFixture({ times: { settleMs: 60_000 } });
  const { adSet } = await fixture.tree([1]);
  const { primary } = fixture.ports.platforms;
  const { duplicate, copies } = copiesOf(primary);
  let late = true;
  const copy: typeof copies.copy = async (access, requests) => {
    if (!late) return copies.copy(access, requests);
    late = false;
    void fixture.clock
      .sleep(75_000)
      .then(() => copies.copy({ ...access, isLeaseHeld: () => true }, requests));
    await fixture.clock.sleep(60_000);
    return requests.map(() => ({ state: 'unknown' as const, failure: noAnswer }));
  };
  const slow = { ...primary, duplicate: { ...duplicate, native: { ...copies, copy } } };
  const ports = { ...fixture.ports, platforms: { primary: slow } };
  const answer = await duplicateAdSet(
    ports,
    caller,
    parsed(duplicateAdSetRequest, { businessId: eur, adsetId: adSet }),
  );
  expect(answer).toMatchObject({ successCount: 1, failCount: 0 });
  await fixture.clock.sleep(120_000);
  const { body } = await fixture.client.control('GET', 'state?objects=1');
  // Those that were deleted again too.
  const made = body.list.adsets.filter((each: Row) => each.source_adset_id === adSet);
  expect(made.map(({ id }: Row) => id)).toEqual([answer.results[0]?.newAdSetId]);
});
