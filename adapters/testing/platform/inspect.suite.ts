import { expect } from 'vitest';
import type { EntityType } from '../../../core/ports/platform-accounts.ts';
import type { CredentialScope } from '../../../core/ports/platform-reads.ts';
import {
  campaignWithAds,
  type Declaring,
  explained,
  failureOf,
  isFlat,
  launchedAds,
  type PlatformUnderTest,
  unknownId,
} from '../platform-under-test.ts';

type Query = {
  readonly adSetId?: string;
  readonly campaignId?: string;
  readonly status?: 'ACTIVE' | 'PAUSED' | 'DELETED';
};

/** All ads of a query, page by page. */
async function allAds(at: PlatformUnderTest, query: Query, limit: number) {
  const ads = [];
  let after: string | undefined;
  do {
    const page = await at.platform.inspect?.ads(at.access, {
      ...query,
      limit,
      ...(after !== undefined && { after }),
    });
    expect(page?.data.length).toBeLessThanOrEqual(limit);
    ads.push(...(page?.data ?? []));
    after = page?.after;
  } while (after !== undefined);
  return ads;
}

/** Looks in all accounts, as a caller that knows nothing but ids. */
async function askerOf({ platform, access }: PlatformUnderTest): Promise<CredentialScope> {
  const { companyId, credentials } = access;
  return { companyId, credentials, accounts: await platform.accounts.list(companyId, credentials) };
}

export function inspectSuite({ describeOf, testOf }: Declaring): void {
  describeOf('inspect')('inspect', () => {
    testOf('inspect.ads')(
      'lists ads by where they are and what they were set to, page by page, each once',
      async (at) => {
        const launched = await launchedAds(at, 5);
        const campaign = await campaignWithAds(at);
        const adsOf = (adSetIds: readonly string[]) =>
          at
            .held('ad')
            .then((ads) => ads.filter(({ parentId = '' }) => adSetIds.includes(parentId)));
        const sorted = (ads: readonly { readonly id: string }[]) => ads.map(({ id }) => id).sort();
        const everywhere = await allAds(at, {}, 3);
        expect(sorted(everywhere)).toEqual(expect.arrayContaining([...launched].sort()));
        expect(new Set(sorted(everywhere)).size).toBe(everywhere.length);
        const held = await adsOf([campaign.adSetId]);
        expect(sorted(await allAds(at, { adSetId: campaign.adSetId }, 2))).toEqual(sorted(held));
        const inCampaign = await adsOf(campaign.adSets.map(({ id }) => id));
        expect(sorted(await allAds(at, { campaignId: campaign.id }, 2))).toEqual(
          sorted(inCampaign),
        );
        for (const status of ['ACTIVE', 'PAUSED'] as const) {
          const sifted = everywhere.filter((each) => each.status === status);
          expect(sorted(await allAds(at, { status }, 3))).toEqual(sorted(sifted));
          const ads = await allAds(at, { adSetId: campaign.adSetId, status }, 1);
          expect(sorted(ads)).toEqual(sorted(held.filter((each) => each.status === status)));
          for (const ad of ads) {
            expect(ad).toMatchObject({ status, adSetId: campaign.adSetId });
            expect([ad.name, ad.effectiveStatus]).not.toContain('');
            // Not every platform tells when an ad was made.
            if (ad.createdTime !== '')
              expect(Date.parse(ad.createdTime)).toBeLessThanOrEqual(at.clock.now());
          }
        }
      },
    );

    testOf('inspect.ads', 'edit.setStatus')(
      'a paused ad set hides no ad that was set active, and adds none',
      async (at) => {
        const { edit } = at.platform;
        const list = async (status: 'ACTIVE' | 'PAUSED') =>
          (await allAds(at, { status }, 3)).map(({ id }) => id).sort();
        const before = [await list('ACTIVE'), await list('PAUSED')];
        const adSet = (await at.platform.accounts.adSets(at.access)).find(
          ({ hasActiveAds }) => hasActiveAds,
        );
        await edit.setStatus(at.access, [{ type: 'adset', id: adSet?.id ?? '', status: 'PAUSED' }]);
        expect(before[0]?.length).toBeGreaterThan(1);
        expect([await list('ACTIVE'), await list('PAUSED')]).toEqual(before);
      },
    );

    testOf('inspect.ads')(
      'refuses a cursor that is none, and says which field it is',
      async (at) => {
        const { inspect } = at.platform;
        const failure = await failureOf(inspect.ads(at.access, { limit: 5, after: 'no cursor' }));
        expect(failure).toMatchObject({ class: 'invalid', field: 'after' });
        explained(failure);
      },
    );

    testOf('inspect.ads', 'edit.remove')(
      'lists ads that were deleted, where it says that it knows them',
      async (at) => {
        const { inspect, edit } = at.platform;
        const [id = ''] = await launchedAds(at, 2);
        await edit.remove(at.access, [{ type: 'ad', id }]);
        expect((await allAds(at, {}, 50)).map((each) => each.id)).not.toContain(id);
        if (inspect.listsDeleted)
          expect((await allAds(at, { status: 'DELETED' }, 50)).map((each) => each.id)).toContain(
            id,
          );
      },
    );

    testOf('inspect.entities')(
      'tells what objects are, in order, told their type or not; one that cannot be read fails alone',
      async (at) => {
        const { inspect } = at.platform;
        const { id: campaignId, adSetId, adSets } = await campaignWithAds(at);
        const adId = (await at.held('ad')).find(({ parentId }) => parentId === adSetId)?.id ?? '';
        const objects: readonly { readonly type: EntityType; readonly id: string }[] = [
          { type: 'campaign', id: campaignId },
          { type: 'ad', id: unknownId },
          { type: 'adset', id: adSetId },
          { type: 'ad', id: adId },
        ];
        const typed = await inspect.entities(at.access, objects);
        const common = { adAccountId: at.access.adAccountId };
        const { dailyBudget, lifetimeBudget, objective } =
          adSets.find(({ id }) => id === adSetId) ?? {};
        expect(typed).toMatchObject([
          { ...common, type: 'campaign', id: campaignId, objective },
          { id: unknownId, failure: { class: 'missing' } },
          { ...common, type: 'adset', id: adSetId, campaignId },
          { ...common, type: 'ad', id: adId, campaignId, adSetId },
        ]);
        expect(typed[2]).toMatchObject({
          ...(dailyBudget && { dailyBudget }),
          ...(lifetimeBudget && { lifetimeBudget }),
        });
        for (const each of typed) {
          if ('failure' in each) explained(each.failure);
          else if (each.createdTime !== '')
            expect(Date.parse(each.createdTime)).toBeLessThanOrEqual(at.clock.now());
        }
        const untyped = await inspect.entities(
          at.access,
          objects.map(({ id }) => ({ id })),
        );
        // An ad set that is its campaign has one id: without a type, it is the campaign.
        const asCampaign = typed.map((each, position) =>
          position === 2 && isFlat(at) ? typed[0] : each,
        );
        const isRead = (each: (typeof typed)[number] | undefined) =>
          each !== undefined && !('failure' in each);
        expect(untyped.filter(isRead)).toEqual(asCampaign.filter(isRead));
        expect(untyped[1]).toMatchObject({ id: unknownId, failure: { class: 'missing' } });
        const [wrong] = await inspect.entities(at.access, [{ type: 'ad', id: adSetId }]);
        expect(wrong).toMatchObject({ id: adSetId, failure: { class: 'missing' } });
      },
    );

    testOf('inspect.accountOf')('finds the account of an object from its id alone', async (at) => {
      const { inspect } = at.platform;
      const asker = await askerOf(at);
      const { id, adSetId } = await campaignWithAds(at);
      for (const object of [
        { type: 'campaign', id } as const,
        { type: 'adset', id: adSetId } as const,
      ])
        expect(await inspect.accountOf(asker, object)).toBe(at.access.adAccountId);
      const active = (
        await at.platform.accounts.list(at.access.companyId, at.access.credentials)
      ).filter((each) => each.status === 'active' && each.id !== at.access.adAccountId);
      for (const { id: adAccountId, currency, timezone } of active) {
        const [campaign] = await at.platform.accounts.campaigns({
          ...at.access,
          adAccountId,
          currency,
          timezone,
        });
        if (campaign === undefined) continue;
        expect(await inspect.accountOf(asker, { type: 'campaign', id: campaign.id })).toBe(
          adAccountId,
        );
      }
      const failure = await failureOf(
        inspect.accountOf(asker, { type: 'campaign', id: unknownId }),
      );
      expect(failure.class).toBe('missing');
      explained(failure);
    });

    testOf('inspect.debug', 'inspect.creatives')(
      'shows what the platform holds of ads, and what they say, in order; one that is not there fails alone',
      async (at) => {
        const { inspect } = at.platform;
        const [first = '', second = ''] = await launchedAds(at, 2);
        const asker = await askerOf(at);
        const wanted = [second, unknownId, first];
        const { debug } = inspect;
        const records = await debug(asker, wanted, { captions: true });
        expect(records.map(({ adId }) => adId)).toEqual(wanted);
        expect(records.map((each) => ('failure' in each ? each.failure.class : undefined))).toEqual(
          [undefined, 'missing', undefined],
        );
        const { creatives } = inspect;
        const read = await creatives(asker, wanted);
        expect(read.map(({ adId }) => adId)).toEqual(wanted);
        expect(read[1]).toMatchObject({ failure: { class: 'missing' } });
        const { description, cta, link } = at.ad([]);
        for (const each of [read[0], read[2]]) {
          if (each === undefined || 'failure' in each) throw new Error('it was not read');
          expect(each.cta).toBe(cta);
          expect(each.bodies).toEqual(
            description === undefined ? [] : expect.arrayContaining([description]),
          );
          if (link !== undefined) expect(each.link).toContain(link);
          expect(each.creativeId).not.toBe('');
          expect(each.images.length + each.videos.length > 0).toBe(at.media.length > 0);
        }
      },
    );

    testOf('inspect.audiences')(
      'tells to whom ad sets are shown, the same each time, and leaves out unknown ones',
      async (at) => {
        const { audiences } = at.platform.inspect;
        const adSets = await at.platform.accounts.adSets(at.access);
        const wanted = [...adSets.map(({ id }) => id), unknownId].map((id) => ({
          type: 'adset' as const,
          id,
        }));
        const told = await audiences(at.access, wanted);
        expect(told.size).toBeGreaterThan(0);
        expect(told.has(unknownId)).toBe(false);
        expect(await audiences(at.access, wanted)).toEqual(told);
      },
    );

    testOf('inspect.pictures')(
      'tells where the pictures of ads can be seen, and leaves out what has none',
      async (at) => {
        const { pictures } = at.platform.inspect;
        const ads = await launchedAds(at, 2);
        const found = await pictures(at.access, [...ads, unknownId]);
        expect([...found.keys()].sort()).toEqual([...ads].sort());
        for (const url of found.values()) expect(url).toMatch(/^https?:/);
      },
    );

    testOf('inspect.preview')('shows an ad as people will see it', async (at) => {
      const { preview } = at.platform.inspect;
      const [id = ''] = await launchedAds(at, 1);
      const format = at.samples.previewFormat ?? '';
      expect((await preview(at.access, id, format)).html).toMatch(/^<[a-z]/);
      expect((await failureOf(preview(at.access, unknownId, format))).class).toBe('missing');
    });

    testOf('inspect.posts')(
      'lists the posts of an identity, newest first, with the time in milliseconds',
      async (at) => {
        const { posts } = at.platform.inspect;
        const found = await posts(at.access, at.samples.postsOf ?? '');
        expect(found.length).toBeGreaterThan(1);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        const times = found.map(({ createdAt }) => createdAt);
        expect(times).toEqual([...times].sort((one, other) => other - one));
        for (const time of times) {
          expect(time).toBeGreaterThan(Date.UTC(2020, 0));
          expect(time).toBeLessThanOrEqual(at.clock.now());
        }
        expect(found.some(({ boostable }) => boostable)).toBe(true);
        expect((await failureOf(posts(at.access, unknownId))).class).toBe('missing');
      },
    );
  });
}
