import { expect, test } from 'vitest';
import {
  adGroupCriterionShapes,
  campaignCriterionShapes,
} from '../../../adapters/sandbox/google/objects/shapes.ts';
import { type GoogleAtSandbox, googleAtSandbox, searchAds } from './google-at-sandbox.ts';

const account = searchAds.accounts.eur;
const customer = `customers/${account}`;
const brand = searchAds.campaign(account, 'brand');
const adGroup = searchAds.deliveringAdGroup(account, 'brand');

const copyOf = async (at: GoogleAtSandbox, type: 'campaign' | 'adset', sourceId: string) => {
  const request = { type, sourceId, deep: true, status: 'PAUSED', marker: '[copy]' } as const;
  const [outcome] = (await at.platform.duplicate?.native?.copy?.(at.access, [request])) ?? [];
  return outcome;
};
const copied = async (
  at: GoogleAtSandbox,
  type: 'campaign' | 'adset',
  sourceId: string,
): Promise<string> => {
  const outcome = await copyOf(at, type, sourceId);
  if (outcome?.state !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.id;
};

/** What an object is made of, without its own names and ids. */
async function partsOf(
  at: GoogleAtSandbox,
  kind: string,
  above: string,
): Promise<readonly string[]> {
  const own = [
    'id',
    'resourceName',
    'criterionId',
    'campaign',
    'adGroup',
    'assetGroup',
    'spans',
    'heldParent',
    'qualityInfo',
    'created',
    'updated',
  ];
  return (await at.objects(kind))
    .filter(({ heldParent, campaign, status }) => {
      const isIts = heldParent === above || campaign === `${customer}/campaigns/${above}`;
      return isIts && status !== 'REMOVED';
    })
    .map((held) =>
      JSON.stringify(
        Object.entries(held)
          .filter(([key, value]) => !own.includes(key) && value !== false)
          .sort(),
      ),
    )
    .sort();
}

/** A value for each shape: the first of its words, a number, a text. */
const sample = (shape: unknown): unknown => {
  if (shape === 'text') return 'x';
  if (shape === 'int') return '7';
  if (shape === 'bool') return true;
  if (shape === 'double') return 2.5;
  if (Array.isArray(shape)) return shape[0];
  const { message, each } = shape as { readonly message?: object; readonly each?: unknown };
  if (message === undefined) return [sample(each)];
  return Object.fromEntries(Object.entries(message).map(([name, inner]) => [name, sample(inner)]));
};
const samples = (shapes: object, without: readonly string[]) =>
  Object.entries(shapes)
    .filter(([name]) => !without.includes(name))
    .map(([name, fields]) => ({ [name]: sample({ message: fields }) }));

test('a copy of a campaign has every kind of targeting there is, shared lists, bids by device and assets', async () => {
  const at = googleAtSandbox();
  // What is read only is not written: a proximity by its second line of an address, the way of a
  // topic.
  const ofCampaign = samples(campaignCriterionShapes, ['listingScope', 'proximity', 'topic']);
  const ofAdGroup = samples(adGroupCriterionShapes, ['listingGroup', 'topic']);
  const made = await at.ask('googleAds:mutate', {
    mutateOperations: [
      ...ofCampaign.map((criterion, n) => ({
        campaignCriterionOperation: {
          create: {
            campaign: `${customer}/campaigns/${brand}`,
            ...criterion,
            ...(n % 2 === 0 && { negative: true }),
          },
        },
      })),
      ...ofAdGroup.map((criterion, n) => ({
        adGroupCriterionOperation: {
          create: {
            adGroup: `${customer}/adGroups/${adGroup}`,
            ...criterion,
            ...(n % 2 === 0 && { bidModifier: 1.1 }),
          },
        },
      })),
    ],
  });
  expect(made.status).toBe(200);
  const id = await copied(at, 'campaign', brand);
  for (const kind of [
    'google_campaign_criteria',
    'google_campaign_shared_sets',
    'google_campaign_assets',
  ])
    expect([kind, await partsOf(at, kind, id)]).toEqual([kind, await partsOf(at, kind, brand)]);
  const groups = await at.objects('google_ad_groups');
  const name = groups.find((each) => each.id === adGroup)?.name;
  const group = groups.find((each) => each.heldParent === id && each.name === name)?.id ?? '';
  for (const kind of ['google_ad_group_criteria', 'google_ad_group_bid_modifiers'])
    expect([kind, await partsOf(at, kind, group)]).toEqual([
      kind,
      await partsOf(at, kind, adGroup),
    ]);
  expect((await partsOf(at, 'google_campaign_criteria', id)).length).toBe(ofCampaign.length + 4);
});

test('a copy uses the portfolio strategy of its source', async () => {
  const at = googleAtSandbox();
  const strategy = `${customer}/biddingStrategies/${searchAds.biddingStrategy(account)}`;
  const made = await at.ask('googleAds:mutate', {
    mutateOperations: [
      {
        campaignBudgetOperation: {
          create: { resourceName: `${customer}/campaignBudgets/-1`, amountMicros: '5000000' },
        },
      },
      {
        campaignOperation: {
          create: {
            name: 'Portfolio',
            advertisingChannelType: 'SEARCH',
            biddingStrategy: strategy,
            campaignBudget: `${customer}/campaignBudgets/-1`,
            networkSettings: { targetGoogleSearch: true },
            targetingSetting: {
              targetRestrictions: [{ targetingDimension: 'AUDIENCE', bidOnly: true }],
            },
            containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
          },
        },
      },
    ],
  });
  const source = made.body.mutateOperationResponses[1].campaignResult.resourceName.split('/').pop();
  const id = await copied(at, 'campaign', source);
  expect((await at.objects('google_campaigns')).find((each) => each.id === id)).toMatchObject({
    biddingStrategy: strategy,
    name: 'Portfolio [copy]',
    status: 'PAUSED',
    targetingSetting: { targetRestrictions: [{ targetingDimension: 'AUDIENCE', bidOnly: true }] },
  });
});

test('a Performance Max campaign and its asset groups are copied with their assets and signals', async () => {
  const { usd } = searchAds.accounts;
  const at = googleAtSandbox({ usd: true });
  const [source, group] = [searchAds.assetCampaign(usd), searchAds.assetGroup(usd)];
  await at.ask('assetGroupSignals:mutate', {
    operations: [
      {
        create: {
          assetGroup: `customers/${usd}/assetGroups/${group}`,
          searchTheme: { text: 'boats' },
        },
      },
    ],
  });
  const id = await copied(at, 'campaign', source);
  const groups = await at.search(
    `SELECT asset_group.id FROM asset_group WHERE campaign.id = ${id}`,
  );
  const copy = groups.body.results[0].assetGroup.id;
  for (const of of [copy, await copied(at, 'adset', group)])
    for (const kind of ['google_asset_group_assets', 'google_asset_group_signals'])
      expect([kind, await partsOf(at, kind, of)]).toEqual([kind, await partsOf(at, kind, group)]);
  expect(await partsOf(at, 'google_asset_group_assets', copy)).toHaveLength(10);
});

test('what a copy would lose is named, and nothing is made', async () => {
  const at = googleAtSandbox();
  await at.ask('adGroupCriteria:mutate', {
    operations: [
      { create: { adGroup: `${customer}/adGroups/${adGroup}`, listingGroup: { type: 'UNIT' } } },
    ],
  });
  const before = (await at.objects('google_campaigns')).length;
  expect(await copyOf(at, 'campaign', brand)).toMatchObject({
    state: 'failed',
    failure: {
      class: 'rule',
      message: 'Its targeting has criteria that a copy would lose: LISTING_GROUP.',
    },
  });
  expect((await at.objects('google_campaigns')).length).toBe(before);
});

test('a campaign of a channel whose ads are not copied says so beforehand', async () => {
  const at = googleAtSandbox();
  const made = await at.ask('googleAds:mutate', {
    mutateOperations: [
      {
        campaignBudgetOperation: {
          create: { resourceName: `${customer}/campaignBudgets/-1`, amountMicros: '5000000' },
        },
      },
      {
        campaignOperation: {
          create: {
            name: 'Shown',
            advertisingChannelType: 'DISPLAY',
            manualCpm: {},
            campaignBudget: `${customer}/campaignBudgets/-1`,
            containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
          },
        },
      },
    ],
  });
  const source = made.body.mutateOperationResponses[1].campaignResult.resourceName.split('/').pop();
  const { notCopyable } = (await at.platform.duplicate?.tree(at.access, 'campaign', source)) ?? {};
  expect(notCopyable).toContain('DISPLAY');
});
