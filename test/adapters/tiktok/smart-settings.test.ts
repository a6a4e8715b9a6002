import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pixelId } from '../../../adapters/sandbox/tiktok/objects/events.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import type {
  BilledAccount,
  Creation,
  CreationRequest,
} from '../../../core/ports/platform-create.ts';
import type { UpdateRequest } from '../../../core/ports/platform-update.ts';
import { shortVideo, type TiktokAtSandbox, tiktokAtSandbox } from './tiktok-at-sandbox.ts';

const account = shortVideo.accounts.smart;
const { smart: ids } = shortVideo;
const beforeTheEnd = Date.UTC(2026, 10, 15, 12);
const afterIt = Date.UTC(2027, 0, 10);
const smart = (now = beforeTheEnd) => tiktokAtSandbox({ account: 'smart', now });

type Targeting = { readonly [field: string]: unknown };

function creationOf(at: TiktokAtSandbox, level: 'campaign' | 'adSet'): Creation {
  const creation = at.platform.create?.[level];
  if (creation === undefined) throw new Error('it creates');
  return creation;
}

const billed = (at: TiktokAtSandbox): BilledAccount => ({
  currency: 'EUR',
  currencies: at.platform.definition.currencies,
});

/** As core does: faults, or the object as the platform holds it. */
async function created(at: TiktokAtSandbox, level: 'campaign' | 'adSet', request: object) {
  const creation = creationOf(at, level);
  const wanted = { accountId: account, name: 'New', ...request } as CreationRequest;
  const found = creation.check(wanted, billed(at), at.clock.now());
  const { faults, send, warnings = [] } = await creation.prepare(at.access, wanted, undefined);
  if (found.length + faults.length > 0)
    return { faults: [...found, ...faults].map(({ code }) => code) };
  const made = await send('slipway-mark');
  if ('unanswered' in made) throw new Error('it was answered');
  const told = (await creation.finish?.(at.access, wanted, made, true)) ?? [];
  const kind = level === 'campaign' ? 'tiktok_campaigns' : 'tiktok_adgroups';
  const held = (await at.held(kind)).find(({ id }) => id === made.id);
  return {
    held,
    told,
    warnings: [...creation.notes(wanted).warnings, ...warnings].map(({ code }) => code),
  };
}

async function updated(at: TiktokAtSandbox, level: 'adSet' | 'ad' | 'campaign', request: object) {
  const updating = at.platform.update?.[level];
  if (updating === undefined) throw new Error('it updates');
  const wanted = { accountId: account, ...request } as UpdateRequest;
  const faults = updating.check(wanted, billed(at), at.clock.now());
  const prepared = await updating.prepare(at.access, wanted);
  if (faults.length + prepared.faults.length > 0)
    return { faults: [...faults, ...prepared.faults].map(({ code }) => code) };
  const patch = await prepared.settle();
  await updating.write(at.access, prepared.object.id, patch);
  return {
    patch,
    warnings: prepared.warnings.map(({ code }) => code),
    undo: () =>
      updating.write(
        at.access,
        prepared.object.id,
        patch.map((each) => ({ ...each, before: each.after, after: each.before })),
      ),
  };
}

const group = {
  optimizationGoal: 'CONVERT',
  promotedObject: { pixel_id: pixelId(account), optimization_event: 'SHOPPING' },
};
const inWeb = { campaignId: ids.campaign(account, 'web'), ...group };
const places = { location_ids: ['2921044'] };

describe('a new campaign', () => {
  test('is a manual one before the end, a Smart+ one after it or where it is asked for, and says which', async () => {
    const web = { objective: 'WEB_CONVERSIONS', dailyBudget: 100 };
    expect(await created(await smart(), 'campaign', web)).toMatchObject({
      held: {
        campaign_automation_type: 'MANUAL',
        campaign_name: 'New',
        budget_mode: 'BUDGET_MODE_DAY',
      },
      warnings: [],
    });
    const dynamic = {
      budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
      budget: 100,
      budget_optimize_on: true,
    };
    const upgraded = {
      campaign_automation_type: 'UPGRADED_SMART_PLUS',
      campaign_name: 'New',
      operation_status: 'DISABLE',
    };
    expect(
      await created(await smart(), 'campaign', { ...web, isAutomatedCampaign: true }),
    ).toMatchObject({
      held: { ...upgraded, ...dynamic },
      warnings: ['smart_plus', 'dynamic_budget'],
    });
    expect(await created(await smart(afterIt), 'campaign', web)).toMatchObject({
      held: { ...upgraded, ...dynamic },
      warnings: ['smart_plus', 'dynamic_budget'],
    });
  });

  test('of an objective that Smart+ does not have is tried as a manual one, and TikTok’s refusal is shown', async () => {
    const at = await smart(afterIt);
    const traffic = { accountId: account, name: 'New', objective: 'TRAFFIC' } as CreationRequest;
    expect(creationOf(at, 'campaign').notes(traffic).warnings).toMatchObject([
      { code: 'manual_ended' },
    ]);
    await expect(created(at, 'campaign', traffic)).rejects.toMatchObject({
      failure: { message: expect.stringContaining('no longer') },
    });
    expect(await created(at, 'campaign', { ...traffic, isAutomatedCampaign: true })).toEqual({
      faults: ['not_automatable'],
    });
  });

  test('is found by its mark after a lost answer, and is made once', async () => {
    const at = await smart(afterIt);
    const creation = creationOf(at, 'campaign');
    const request = {
      accountId: account,
      name: 'New',
      objective: 'LEAD_GENERATION',
    } as CreationRequest;
    const { send } = await creation.prepare(at.access, request, undefined);
    await at.fault({ fault: 'answer-lost', path: '/smart_plus/campaign/create', times: 1 });
    expect(await send('slipway-lost')).toHaveProperty('unanswered');
    expect(await send('slipway-lost')).toHaveProperty('unanswered');
    const found = await creation.find(at.access, request, 'slipway-lost', undefined);
    expect(
      (await at.held('tiktok_campaigns')).filter(({ campaign_name }) =>
        String(campaign_name).startsWith('New'),
      ),
    ).toHaveLength(1);
    expect(found?.record).toMatchObject({ name: 'New', objective: 'LEAD_GENERATION' });
    if (found !== undefined)
      await creation.finish?.(at.access, { ...request, status: 'ACTIVE' }, found, false);
    expect((await at.held('tiktok_campaigns')).find(({ id }) => id === found?.id)).toMatchObject({
      campaign_name: 'New',
      operation_status: 'ENABLE',
    });
  });
});

describe('a new ad group', () => {
  test('of a Smart+ campaign states what TikTok would choose itself', async () => {
    const targeting = { ...places, gender: 'GENDER_FEMALE', age_groups: ['AGE_25_34'] };
    expect(await created(await smart(), 'adSet', { ...inWeb, targeting })).toMatchObject({
      held: {
        adgroup_name: 'New',
        targeting_optimization_mode: 'MANUAL',
        targeting_spec: targeting,
        placements: ['PLACEMENT_TIKTOK'],
        operation_status: 'DISABLE',
        bid_type: 'BID_TYPE_NO_BID',
      },
      told: [],
      warnings: ['smart_plus'],
    });
  });

  test('that would differ from its siblings, or has a budget beside that of the campaign, is refused before', async () => {
    const at = await smart();
    const other = {
      ...inWeb,
      optimizationGoal: 'CLICK',
      promotedObject: {},
      dailyBudget: 50,
      targeting: places,
    };
    expect(await created(at, 'adSet', other)).toEqual({
      faults: [
        'contradiction',
        'unequal_ad_sets',
        'unequal_ad_sets',
        'unequal_ad_sets',
        'unequal_ad_sets',
        'unequal_ad_sets',
      ],
    });
  });

  test('whose limits AUTOMATIC would drop is refused, and so is one without places', async () => {
    const at = await smart();
    const targeting = { ...places, gender: 'GENDER_FEMALE' };
    expect(await created(at, 'adSet', { ...inWeb, targeting, targetingMode: 'AUTOMATIC' })).toEqual(
      {
        faults: ['targeting_not_taken'],
      },
    );
    expect(
      await created(at, 'adSet', { ...inWeb, targeting: { contextual_tag_ids: ['1'] } }),
    ).toEqual({
      faults: ['missing_field', 'targeting_not_taken'],
    });
  });

  test('of which TikTok drops a limit stays paused and says so', async () => {
    const targeting = { ...places, zipcode_ids: ['10115'] };
    expect(
      await created(await smart(), 'adSet', { ...inWeb, targeting, status: 'ACTIVE' }),
    ).toMatchObject({
      held: { operation_status: 'DISABLE' },
      told: [{ path: 'targeting', message: expect.stringContaining('zipcode_ids') }],
    });
  });

  test('of a manual campaign has its targeting as manual ones do', async () => {
    const manual = {
      campaignId: shortVideo.campaign(account, 'conversions'),
      ...group,
      dailyBudget: 60,
    };
    expect(
      await created(await smart(), 'adSet', {
        ...manual,
        targeting: { ...places, gender: 'GENDER_MALE' },
      }),
    ).toMatchObject({
      held: {
        adgroup_name: 'New',
        gender: 'GENDER_MALE',
        location_ids: places.location_ids,
        budget: 60,
      },
    });
  });
});

describe('a change', () => {
  const adSetId = ids.delivering(account, 'web');

  test('of a bid says that it is that of all ad groups, reaches them, and is undone', async () => {
    const at = await smart();
    const campaign = (
      await created(at, 'campaign', {
        objective: 'LEAD_GENERATION',
        dailyBudget: 200,
        isAutomatedCampaign: true,
      })
    ).held;
    const leads = {
      campaignId: campaign?.id,
      optimizationGoal: 'LEAD_GENERATION',
      bidAmount: 5,
      targeting: places,
    };
    const first = (await created(at, 'adSet', leads)).held;
    const creation = creationOf(at, 'adSet');
    const wanted = { accountId: account, name: 'Second', ...leads } as CreationRequest;
    await (await creation.prepare(at.access, wanted, undefined)).send('slipway-second');
    const change = await updated(at, 'adSet', { adSetId: first?.id, bidAmount: 7 });
    expect(change.warnings).toEqual(['bid_of_all']);
    const bids = async () =>
      (await at.held('tiktok_adgroups'))
        .filter(({ campaign_id }) => campaign_id === campaign?.id)
        .map((each) => each.conversion_bid_price);
    expect(await bids()).toEqual([7, 7]);
    await change.undo?.();
    expect(await bids()).toEqual([5, 5]);
  });

  test('of texts says that the whole list is replaced, and is undone', async () => {
    const at = await smart();
    const adId = ids.ad(account, 'web', 1);
    const change = await updated(at, 'ad', { adId, primaryTexts: ['Only this'] });
    const texts = async () =>
      (await at.held('tiktok_ads')).find(({ id }) => id === adId)?.ad_text_list;
    expect([change.warnings, await texts()]).toEqual([
      ['list_replaced'],
      [{ ad_text: 'Only this' }],
    ]);
    await change.undo?.();
    expect(await texts()).toEqual([{ ad_text: 'All about web' }, { ad_text: 'More about web' }]);
  });

  test('of targeting that TikTok answers as done and drops is refused', async () => {
    const at = await smart();
    const targeting = { zipcode_ids: ['10115'] };
    await expect(updated(at, 'adSet', { adSetId, targeting })).rejects.toMatchObject({
      failure: { class: 'rule', message: expect.stringContaining('zipcode_ids') },
    });
  });

  test('of targeting where TikTok finds the audience says that it is sent with MANUAL', async () => {
    const at = await smart();
    await at.post('smart_plus/adgroup/update', {
      adgroup_id: adSetId,
      targeting_optimization_mode: 'AUTOMATIC',
    });
    const change = await updated(at, 'adSet', { adSetId, targeting: { gender: 'GENDER_MALE' } });
    expect(change.warnings).toEqual(['targeting_mode']);
    expect((await at.held('tiktok_adgroups')).find(({ id }) => id === adSetId)).toMatchObject({
      targeting_optimization_mode: 'MANUAL',
      targeting_spec: {
        gender: 'GENDER_MALE',
        age_groups: expect.not.arrayContaining(['AGE_13_17']),
      },
    });
  });
});

const some = (words: readonly string[]) => fc.subarray([...words], { minLength: 1 });

/** Limits as people set them, with some that no family or only one has. */
const targetingOf = (more: { readonly [field: string]: fc.Arbitrary<unknown> }) =>
  fc.record(
    {
      location_ids: some(['2921044', '3017382', '6252001']),
      zipcode_ids: some(['10115', '80331']),
      languages: some(['de', 'fr', 'en']),
      gender: fc.constantFrom('GENDER_FEMALE', 'GENDER_MALE', 'GENDER_UNLIMITED'),
      age_groups: some(['AGE_18_24', 'AGE_25_34', 'AGE_35_44']),
      audience_ids: some(['1', '2']),
      excluded_audience_ids: some(['3', '4']),
      interest_category_ids: some(['10', '11']),
      operating_systems: fc.constantFrom(['ANDROID'], ['IOS']),
      network_types: some(['WIFI', '5G']),
      spending_power: fc.constantFrom('ALL', 'HIGH'),
      ...more,
    },
    { requiredKeys: ['location_ids'] },
  ) as fc.Arbitrary<Targeting>;

const anyTargeting = fc.oneof(
  { weight: 3, arbitrary: targetingOf({}) },
  targetingOf({
    frequency: fc.constantFrom(0, 3),
    brand_safety_type: fc.constantFrom('NO_BRAND_SAFETY', 'LIMITED_INVENTORY'),
  }),
);

/** A refusal makes and changes nothing that is shown to anybody. */
const orRefused = <T extends object>(
  work: Promise<T>,
): Promise<T & { readonly faults?: readonly string[] }> =>
  work.catch((error: unknown) => {
    if (error instanceof PlatformError) return { faults: ['refused'] } as unknown as T;
    throw error;
  });

const limitless = ['GENDER_UNLIMITED', 'ALL', 0, 'NO_BRAND_SAFETY'];

/** Whether whoever sees `held` was meant by `wanted`. */
function isWithin(wanted: Targeting, held: Targeting): boolean {
  return Object.entries(wanted).every(([field, value]) => {
    if (limitless.includes(value as string)) return true;
    const has = held[field];
    if (!Array.isArray(value)) return has === value;
    if (!Array.isArray(has) || has.length === 0) return false;
    return field.startsWith('excluded')
      ? value.every((each) => has.includes(each))
      : has.every((each) => value.includes(each));
  });
}

const heldLimits = async (at: TiktokAtSandbox, id: string | undefined): Promise<Targeting> => {
  const held: Targeting = (await at.held('tiktok_adgroups')).find((each) => each.id === id) ?? {};
  return { ...held, ...(held.targeting_spec as Targeting | undefined) };
};

test('whatever targeting is asked for, created, copied or changed, an ad group is shown to nobody else', async () => {
  const way = fc.constantFrom('create', 'update', 'copy', 'copy-into-smart');
  await fc.assert(
    fc.asyncProperty(
      way,
      anyTargeting,
      anyTargeting,
      fc.constantFrom('MANUAL', 'AUTOMATIC'),
      async (how, first, second, mode) => {
        const at = await smart();
        const { frequency: _often, brand_safety_type: _safe, ...ordinary } = first;
        if (how === 'create') {
          const made = await orRefused(
            created(at, 'adSet', {
              ...inWeb,
              targeting: first,
              targetingMode: mode,
              status: 'ACTIVE',
            }),
          );
          const id = made.held?.id;
          const isOn = made.held?.operation_status === 'ENABLE';
          expect(
            made.faults !== undefined || !isOn || isWithin(first, await heldLimits(at, id)),
          ).toBe(true);
          return;
        }
        const into = {
          campaignId:
            how === 'copy-into-smart'
              ? shortVideo.campaign(account, 'conversions')
              : inWeb.campaignId,
        };
        const source =
          how === 'copy-into-smart'
            ? (
                (await at.post('adgroup/create', {
                  campaign_id: into.campaignId,
                  adgroup_name: 'Source',
                  ...manualGroup(at),
                  ...Object.fromEntries(
                    Object.entries(first).filter(([field]) => manualFields.includes(field)),
                  ),
                })) as { readonly data: { readonly adgroup_id?: string } }
              ).data.adgroup_id
            : (await orRefused(created(at, 'adSet', { ...inWeb, targeting: ordinary }))).held?.id;
        if (source === undefined) return;
        const before = await heldLimits(at, source);
        if (how === 'update') {
          const wanted = { ...before, ...second };
          const outcome = await orRefused(
            updated(at, 'adSet', { adSetId: source, targeting: second }),
          );
          const held = await heldLimits(at, source);
          const meant = Object.fromEntries(
            Object.keys(second).map((field) => [field, wanted[field as keyof typeof wanted]]),
          );
          expect(outcome.faults !== undefined || isWithin(meant, held)).toBe(true);
          return;
        }
        const outcome = await at.platform.duplicate.recreate(at.access, {
          type: 'adset',
          sourceId: source,
          deep: false,
          status: 'ACTIVE',
          ...(how === 'copy-into-smart' && { parentId: inWeb.campaignId }),
        });
        if (outcome.state !== 'done') return;
        const limits = [...manualFields, 'network_types', 'spending_power'];
        const asked = Object.fromEntries(
          Object.entries(before).filter(([field]) => limits.includes(field)),
        );
        expect(isWithin(asked, await heldLimits(at, outcome.id))).toBe(true);
      },
    ),
    { numRuns: 120 * Number(process.env.PROPERTY_RUNS ?? 1) },
  );
});

const manualFields = [
  'location_ids',
  'zipcode_ids',
  'languages',
  'gender',
  'age_groups',
  'audience_ids',
  'excluded_audience_ids',
  'interest_category_ids',
  'operating_systems',
  'frequency',
  'brand_safety_type',
];

const manualGroup = (at: TiktokAtSandbox) => ({
  promotion_type: 'WEBSITE',
  placements: ['PLACEMENT_TIKTOK'],
  budget: 60,
  billing_event: 'OCPM',
  optimization_goal: 'CONVERT',
  pixel_id: pixelId(account),
  optimization_event: 'SHOPPING',
  pacing: 'PACING_MODE_SMOOTH',
  bid_type: 'BID_TYPE_NO_BID',
  schedule_type: 'SCHEDULE_FROM_NOW',
  schedule_start_time: new Date(at.clock.now()).toISOString().slice(0, 19).replace('T', ' '),
});
