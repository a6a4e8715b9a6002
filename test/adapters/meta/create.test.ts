import { expect, test } from 'vitest';
import type { NewAdSet } from '../../../adapters/platforms/meta/create/optimization-goal.ts';
import { campaignId } from '../../../adapters/sandbox/meta/seed/ids.ts';
import type { Held } from '../../../adapters/testing/sandbox-control.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { Created } from '../../../core/ports/platform-create.ts';
import { findCreation, readCreation, sendCreation } from '../../creation.ts';
import { type MetaAtSandbox, metaAtSandbox } from './meta-at-sandbox.ts';

const hour = 3_600_000;
const us = { geo_locations: { countries: ['US'] } };

type Input = { readonly [field: string]: unknown };

/** Requests name moments in words, and the cap of a campaign as its own. */
const bodyOf = ({ spendCap, startTime, endTime, ...rest }: Input): Input => ({
  ...rest,
  ...(spendCap !== undefined && { campaignSpendCap: spendCap }),
  ...(typeof startTime === 'number' && { startTime: new Date(startTime).toISOString() }),
  ...(typeof endTime === 'number' && { endTime: new Date(endTime).toISOString() }),
});

function creating(at: MetaAtSandbox) {
  const made = async (
    level: 'campaign' | 'adSet',
    access: Access,
    input: object,
    mark: string,
  ): Promise<Created> => {
    const it = await sendCreation(at.platform, access, level, bodyOf(input as Input), mark);
    if ('unanswered' in it) throw new Error(it.unanswered.message);
    return it;
  };
  return {
    campaign: (access: Access, input: object, mark = 'mark-1') =>
      made('campaign', access, input, mark),
    adSet: (access: Access, input: object, mark = 'mark-1') => made('adSet', access, input, mark),
    findAdSet: (access: Access, { mark, ...body }: Input & { readonly mark: string }) =>
      findCreation(at.platform, access, 'adSet', { ...adSet(at), ...body }, mark),
    schedule: (
      access: Access,
      { id, isNew }: { readonly id: string; readonly isNew: boolean },
      schedules: readonly Input[],
    ) => {
      const budgetSchedules = schedules.map(({ startTime, endTime, ...each }) => ({
        ...each,
        timeStart: new Date(startTime as number).toISOString(),
        timeEnd: new Date(endTime as number).toISOString(),
      }));
      const { creation, request } = readCreation(at.platform, access, 'adSet', {
        ...adSet(at),
        budgetSchedules,
      });
      return creation.finish?.(access, request, { id, record: {}, warnings: [] }, isNew);
    },
  };
}

async function held(at: MetaAtSandbox, kind: string, id: string): Promise<Held> {
  const found = (await at.held(kind)).find((each) => each.id === id);
  if (found === undefined) throw new Error(`the platform holds no ${id}`);
  return found;
}

test('a campaign with a budget travels in minor units and is read back in the same call', async () => {
  const at = await metaAtSandbox();
  const made = await creating(at).campaign(at.access, {
    name: 'Autumn',
    objective: 'OUTCOME_SALES',
    status: 'PAUSED',
    dailyBudget: 49.99,
    bidStrategy: 'LOWEST_COST_WITHOUT_CAP',
    spendCap: 500,
    specialAdCategories: [],
  });
  expect(made.record).toEqual({
    id: made.id,
    name: 'Autumn',
    objective: 'OUTCOME_SALES',
    status: 'PAUSED',
    buying_type: 'AUCTION',
  });
  const campaign = await held(at, 'campaigns', made.id);
  expect(Number(campaign.daily_budget)).toBe(4999);
  expect(Number(campaign.spend_cap)).toBe(50_000);
  expect(await at.counts()).toEqual({ calls: 1, requests: 1 });
});

test('a yen account has no hundredths', async () => {
  const at = await metaAtSandbox({ account: 'jpy' });
  const campaign = {
    name: 'Aki',
    objective: 'OUTCOME_TRAFFIC',
    status: 'PAUSED',
    dailyBudget: 5_000,
  } as const;
  const { id } = await creating(at).campaign(at.access, campaign);
  expect(Number((await held(at, 'campaigns', id)).daily_budget)).toBe(5_000);
  const read = (await at.platform.accounts.campaigns(at.access)).find((each) => each.id === id);
  expect(read?.dailyBudget).toBe(5_000);
});

test('a campaign without a budget states that its ad sets do not share theirs', async () => {
  const at = await metaAtSandbox();
  const { id } = await creating(at).campaign(at.access, {
    name: 'A',
    objective: 'OUTCOME_TRAFFIC',
    status: 'PAUSED',
  });
  expect((await held(at, 'campaigns', id)).is_adset_budget_sharing_enabled).toBe(false);
});

const objectives = { traffic: 'OUTCOME_TRAFFIC', sales: 'OUTCOME_SALES' } as const;
const under = (at: MetaAtSandbox, campaign: keyof typeof objectives) => ({
  campaignId: campaignId(at.access.adAccountId, campaign),
  campaign: { objective: objectives[campaign], hasBudget: false },
});

const adSet = (at: MetaAtSandbox, more: Partial<NewAdSet> = {}): NewAdSet => ({
  ...under(at, 'traffic'),
  name: 'Berlin',
  status: 'PAUSED',
  dailyBudget: 20,
  targeting: us,
  ...more,
});

test('an ad set gets a goal that fits its campaign and says what it may do with the audience', async () => {
  const at = await metaAtSandbox();
  const made = await creating(at).adSet(at.access, adSet(at));
  expect(made).toMatchObject({
    record: { name: 'Berlin', status: 'PAUSED', optimization_goal: 'LINK_CLICKS' },
    warnings: [],
  });
  const { targeting, daily_budget, billing_event } = await held(at, 'adsets', made.id);
  expect(targeting).toMatchObject({ targeting_automation: { advantage_audience: 1 } });
  expect(Number(daily_budget)).toBe(2_000);
  expect(billing_event).toBe('IMPRESSIONS');
});

test('an ad set carries every field that was given', async () => {
  const at = await metaAtSandbox();
  const start = at.clock.now() + 24 * hour;
  const { dailyBudget: _daily, ...withoutBudget } = adSet(at);
  const made = await creating(at).adSet(at.access, {
    ...withoutBudget,
    ...under(at, 'sales'),
    lifetimeBudget: 300,
    startTime: start,
    endTime: start + 240 * hour,
    optimizationGoal: 'OFFSITE_CONVERSIONS',
    bidStrategy: 'COST_CAP',
    bidAmount: 4.5,
    destinationType: 'WEBSITE',
    promotedObject: { pixel_id: at.ids.pixel, custom_event_type: 'PURCHASE' },
    attributionSpec: [{ event_type: 'CLICK_THROUGH', window_days: 7 }],
    pacingType: ['standard'],
    targeting: { geo_locations: { countries: ['DE'] }, age_min: 30, age_max: 40 },
    dsaBeneficiary: 'Harbour Ltd',
    dsaPayor: 'Harbour Ltd',
  });
  const stored = await held(at, 'adsets', made.id);
  expect(stored).toMatchObject({
    bid_strategy: 'COST_CAP',
    destination_type: 'WEBSITE',
    optimization_goal: 'OFFSITE_CONVERSIONS',
    promoted_object: { pixel_id: at.ids.pixel, custom_event_type: 'PURCHASE' },
    attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days: 7 }],
    dsa_beneficiary: 'Harbour Ltd',
    dsa_payor: 'Harbour Ltd',
    targeting: {
      geo_locations: { countries: ['DE'] },
      age_min: 30,
      targeting_automation: { advantage_audience: 0 },
    },
  });
  expect(Number(stored.bid_amount)).toBe(450);
  expect(Number(stored.lifetime_budget)).toBe(30_000);
});

test('a targeting that does not go with an automated audience is repeated without it, and the user is told', async () => {
  const at = await metaAtSandbox();
  const targeting = { ...us, age_min: 40, targeting_automation: { advantage_audience: 1 } };
  const made = await creating(at).adSet(at.access, adSet(at, { targeting }));
  expect(made.warnings).toEqual([
    { path: 'targeting', message: expect.stringContaining('switched off') },
  ]);
  expect((await held(at, 'adsets', made.id)).targeting).toMatchObject({
    targeting_automation: { advantage_audience: 0 },
  });
});

test('settings of the automated audience that are not allowed are replaced, not removed', async () => {
  const at = await metaAtSandbox();
  const targeting = {
    ...us,
    targeting_automation: {
      advantage_audience: 0,
      individual_setting: { age: 1, geo: 1, nonsense: 1 },
    },
  };
  await at.fault({
    fault: 'error',
    code: 100,
    subcode: 1870196,
    method: 'POST',
    path: '*/adsets',
    times: 1,
  });
  const made = await creating(at).adSet(at.access, adSet(at, { targeting }));
  expect((await held(at, 'adsets', made.id)).targeting).toMatchObject({
    targeting_automation: { advantage_audience: 0 },
  });
});

test('a refusal that has no safe way round is passed on with what to do', async () => {
  const at = await metaAtSandbox();
  const error = await creating(at)
    .adSet(at.access, adSet(at, { targeting: { geo_locations: { countries: ['DE'] } } }))
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(PlatformError);
  expect(error.failure).toMatchObject({ class: 'rule', subcode: '3858152' });
  expect(error.failure.fix).toContain('dsaBeneficiary');
});

test('budget schedules are added to an ad set, none of them twice; a refused one is named with its sentence', async () => {
  const at = await metaAtSandbox();
  const start = at.clock.now() + 48 * hour;
  const schedule = {
    budgetValue: 50,
    budgetValueType: 'ABSOLUTE',
    startTime: start,
    endTime: start + 6 * hour,
  } as const;
  const double = { ...schedule, budgetValue: 2, budgetValueType: 'MULTIPLIER' } as const;
  const short = { ...schedule, endTime: start + hour };
  const { id } = await creating(at).adSet(at.access, adSet(at));
  const schedules = async () =>
    (await at.held('budget_schedules')).filter((each) => each.ad_object_id === id);
  const refused = [
    {
      path: 'budgetSchedules[1]',
      message: expect.stringContaining('A budget schedule was refused'),
    },
  ];
  expect(await creating(at).schedule(at.access, { id, isNew: true }, [schedule, short])).toEqual(
    refused,
  );
  expect(await schedules()).toHaveLength(1);
  expect(await creating(at).schedule(at.access, { id, isNew: false }, [schedule, double])).toEqual(
    [],
  );
  expect((await schedules()).map(({ budget_value_type: type }) => type)).toEqual([
    'ABSOLUTE',
    'MULTIPLIER',
  ]);
});

test('an ad set is found by its mark with what became of its audience', async () => {
  const at = await metaAtSandbox();
  const create = creating(at);
  const targeting = { ...us, age_min: 40, targeting_automation: { advantage_audience: 1 } };
  const made = await create.adSet(at.access, adSet(at, { targeting }), 'mark-mine');
  expect(
    await create.findAdSet(at.access, { mark: 'mark-mine', name: 'Berlin', targeting }),
  ).toEqual(made);
  expect(
    await create.findAdSet(at.access, { mark: 'mark-mine', name: 'Berlin', targeting: us }),
  ).toMatchObject({ id: made.id });
});

test('the neutral names of messaging destinations become the platform’s', async () => {
  const at = await metaAtSandbox();
  const input = adSet(at, {
    ...under(at, 'sales'),
    destinationType: 'MESSAGING_SECONDARY_DIRECT_MESSENGER',
    promotedObject: { page_id: at.ids.page },
  });
  const made = await creating(at).adSet(at.access, input);
  expect(made.record.optimization_goal).toBe('CONVERSATIONS');
  expect((await held(at, 'adsets', made.id)).destination_type).toBe(
    'MESSAGING_INSTAGRAM_DIRECT_MESSENGER',
  );
});

test.each([
  ['v25.0', ['explore', 'explore_home'], []],
  [
    'v26.0',
    ['explore_home'],
    [{ path: 'targeting', message: expect.stringContaining('explore was left out') }],
  ],
] as const)(
  'on %s an ad set with explore is made, with the placements that the version has',
  async (version, positions, said) => {
    const at = await metaAtSandbox({ version });
    const placed = {
      publisher_platforms: ['instagram'],
      instagram_positions: ['explore', 'explore_home'],
    };
    const made = await creating(at).adSet(at.access, {
      ...adSet(at),
      targeting: { ...us, ...placed },
    });
    expect(made.warnings).toEqual(said);
    expect(await held(at, 'adsets', made.id)).toMatchObject({
      targeting: { instagram_positions: positions },
    });
  },
);

test('the platform drops story of Messenger without a word', async () => {
  const at = await metaAtSandbox();
  const made = await creating(at).adSet(at.access, {
    ...adSet(at),
    targeting: {
      ...us,
      publisher_platforms: ['facebook', 'messenger'],
      messenger_positions: ['messenger_home', 'story'],
    },
  });
  expect(await held(at, 'adsets', made.id)).toMatchObject({
    targeting: { messenger_positions: ['messenger_home'] },
  });
});
