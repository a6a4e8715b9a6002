import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { createTwoPlatforms, shortVideo, type TwoPlatforms } from '../../two-platforms.ts';

/** New campaigns and ad sets that begin with the settings of one that exists. */
const meta = seed.accounts.eur;
const tiktok = shortVideo.accounts.eur;

const metaAd = (adSet: string) => ({
  adName: `Ad in ${adSet}`,
  adAccountId: meta,
  page: seed.page,
  secondary: seed.profile,
  title: 'Title',
  description: 'Text',
  cta: 'LEARN_MORE',
  link: 'https://shop.example/',
  adSets: [{ ref: adSet }],
  media: [{ url: 'https://cdn.example/pic-1.png' }],
});
const tiktokAd = (adSet: string) => ({
  adName: `Ad in ${adSet}`,
  adAccountId: tiktok,
  selectedShortVideoUserAccount: `${shortVideo.identities.profile.type}:${shortVideo.identities.profile.id}`,
  description: 'What it says',
  cta: 'SHOP_NOW',
  link: 'https://shop.example/',
  adSets: [{ ref: adSet }],
  media: [{ url: 'https://cdn.example/clip-1.mp4' }],
});

const platforms = {
  Meta: {
    account: meta,
    kinds: ['campaigns', 'adsets'],
    names: ['name', 'name'],
    source: {
      campaign: {
        objective: 'OUTCOME_LEADS',
        specialAdCategories: ['HOUSING'],
        campaignSpendCap: 700,
      },
      adSet: {
        dailyBudget: 37,
        optimizationGoal: 'LINK_CLICKS',
        bidStrategy: 'COST_CAP',
        bidAmount: 3,
        targeting: { geo_locations: { countries: ['CA'] }, age_min: 25, age_max: 44 },
      },
    },
    same: [
      ['objective', 'special_ad_categories', 'spend_cap'],
      ['daily_budget', 'optimization_goal', 'bid_strategy', 'bid_amount', 'targeting'],
    ],
    budget: ['daily_budget', '4100'],
    ad: metaAd,
  },
  TikTok: {
    account: tiktok,
    kinds: ['tiktok_campaigns', 'tiktok_adgroups'],
    names: ['campaign_name', 'adgroup_name'],
    source: {
      campaign: { objective: 'TRAFFIC' },
      adSet: {
        dailyBudget: 67,
        optimizationGoal: 'CLICK',
        bidAmount: 2,
        targeting: { location_ids: ['2921044'], languages: ['de'], age_groups: ['AGE_25_34'] },
      },
    },
    same: [
      ['objective_type', 'budget_mode'],
      [
        'budget',
        'optimization_goal',
        'bid_price',
        'location_ids',
        'languages',
        'age_groups',
        'placements',
      ],
    ],
    budget: ['budget', '41'],
    ad: tiktokAd,
  },
} as const;

const told = async (fixture: TwoPlatforms, body: object) =>
  (await dryRun(fixture.ports, fixture.companyId, body)).warnings.filter(({ path }) =>
    path.endsWith('copyOf'),
  );
const faultsOf = async (fixture: TwoPlatforms, body: object) => {
  const error = await dryRun(fixture.ports, fixture.companyId, body).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SlipwayError)) throw error;
  return error.details.map(({ path, code }) => [path, code]);
};

describe.each(Object.entries(platforms))(
  'on %s',
  (_, { account, kinds, names, source, same, budget, ad }) => {
    const body = (word: string, campaign: object, adSet: object) => ({
      newCampaigns: [{ ref: 'c', adAccountId: account, name: `${word} campaign`, ...campaign }],
      newAdSets: [
        {
          ref: 's',
          adAccountId: account,
          campaign: { ref: 'c' },
          name: `${word} ad set`,
          ...adSet,
        },
      ],
      ads: [ad('s')],
    });
    const launch = async (fixture: TwoPlatforms, sent: object) =>
      fixture.run((await submitLaunch(fixture.ports, fixture.caller, sent)).adBatchId);
    const held = async (
      fixture: TwoPlatforms,
      level: 0 | 1,
      name: string,
    ): Promise<{ readonly [field: string]: unknown }> => {
      const all = (await fixture.held(kinds[level])) as readonly { readonly fields?: object }[];
      const rows = all.map(
        (each) => ({ ...each, ...each.fields }) as { readonly [field: string]: unknown },
      );
      const found = rows.find((row) => row[names[level]] === name);
      if (found === undefined) throw new Error(`${kinds[level]} hold no ${name}.`);
      return found;
    };
    const chosen = (row: { readonly [field: string]: unknown }, fields: readonly string[]) =>
      Object.fromEntries(fields.map((field) => [field, row[field]]));

    test('both have what their sources have, by name and by id, and the plan says what was taken', async () => {
      const fixture = await createTwoPlatforms();
      await launch(fixture, body('Source', source.campaign, source.adSet));
      const { id } = (await held(fixture, 1, 'Source ad set')) as { readonly id?: string };
      const like = body('New', { copyOf: 'Source campaign' }, { copyOf: id ?? 'Source ad set' });
      const [first, second] = await told(fixture, like);
      expect(first).toMatchObject({ path: 'newCampaigns[0].copyOf', code: 'begins_like' });
      expect(first?.message).toContain('“Source campaign”: objective');
      expect(second?.message).toContain('optimizationGoal');
      await launch(fixture, like);
      for (const [level, word] of [
        [0, 'campaign'],
        [1, 'ad set'],
      ] as const) {
        const was = chosen(await held(fixture, level, `Source ${word}`), same[level]);
        expect(chosen(await held(fixture, level, `New ${word}`), same[level]), word).toEqual(was);
        expect(Object.values(was).some((value) => value !== undefined)).toBe(true);
      }
    });

    test('what the request says itself stands, under any of its names; rows take it too', async () => {
      const fixture = await createTwoPlatforms();
      await launch(fixture, body('Source', source.campaign, source.adSet));
      await launch(
        fixture,
        body('Own', { copyOf: 'Source campaign' }, { copyOf: 'Source ad set', daily_budget: 41 }),
      );
      const [field, amount] = budget;
      expect(String((await held(fixture, 1, 'Own ad set'))[field])).toBe(amount);
      const { adSets: _, ...row } = ad('s');
      const described = { name: 'Row campaign', copyOf: 'Source campaign' };
      await launch(fixture, {
        ads: [
          {
            ...row,
            newCampaign: described,
            newAdSet: { name: 'Row ad set', copyOf: 'Source ad set' },
          },
        ],
      });
      const was = chosen(await held(fixture, 1, 'Source ad set'), same[1]);
      expect(chosen(await held(fixture, 1, 'Row ad set'), same[1])).toEqual(was);
    });

    test('an end is not carried over, which is said; one that is not there and a name that two have are refused', async () => {
      const fixture = await createTwoPlatforms();
      const endTime = new Date(fixture.ports.clock.now() + 30 * 86_400_000).toISOString();
      await launch(fixture, body('Source', source.campaign, { ...source.adSet, endTime }));
      const [, second] = await told(
        fixture,
        body('New', { copyOf: 'Source campaign' }, { copyOf: 'Source ad set' }),
      );
      expect(second).toMatchObject({
        code: 'not_carried_over',
        message: expect.stringContaining('Not carried over: endTime'),
      });
      expect(await faultsOf(fixture, body('New', { copyOf: '4711' }, source.adSet))).toContainEqual(
        ['newCampaigns[0].copyOf', expect.any(String)],
      );
      await launch(fixture, body('Source', source.campaign, source.adSet));
      expect(
        await faultsOf(fixture, body('New', { copyOf: 'Source campaign' }, source.adSet)),
      ).toContainEqual(['newCampaigns[0].copyOf', 'ambiguous_name']);
    });
  },
);
