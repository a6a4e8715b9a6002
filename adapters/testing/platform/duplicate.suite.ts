import { expect, test } from 'vitest';
import type { EntityType } from '../../../core/ports/platform-accounts.ts';
import type {
  CopyOutcome,
  CopyRequest,
  CopySource,
  DuplicateCapability,
} from '../../../core/ports/platform-changes.ts';
import {
  campaignWithAds,
  type Declaring,
  explained,
  failureOf,
  isFlat,
  launchedAds,
  levelsOf,
  type PlatformUnderTest,
  unknownId,
} from '../platform-under-test.ts';

const kindOf = { campaign: 'campaign', adset: 'adSet', ad: 'ad' } as const;
const marker = '[copy 1]';

function copied(
  outcome: CopyOutcome | { readonly state: 'running' } | undefined,
): CopyOutcome & { state: 'done' } {
  if (outcome?.state !== 'done') throw new Error(`expected done, got ${JSON.stringify(outcome)}`);
  return outcome;
}

const requestOf = (
  type: EntityType,
  sourceId: string,
  more: Partial<CopyRequest> = {},
): CopyRequest => ({
  type,
  sourceId,
  deep: false,
  status: 'PAUSED',
  marker,
  ...more,
});

/** One object of each level with what a tree says of it. */
async function sources(at: PlatformUnderTest, { tree }: DuplicateCapability) {
  const { id, adSetId } = await campaignWithAds(at);
  const campaign = await tree(at.access, 'campaign', id);
  const adset = isFlat(at)
    ? await tree(at.access, 'adset', id)
    : campaign.children.find((each) => each.id === adSetId);
  const ad = adset?.children[0];
  if (adset === undefined || ad === undefined)
    throw new Error('the tree lacks what the lists have');
  return { campaign, adset, ad };
}

const ids = (each: CopySource) => each.children.map(({ id }) => id);

export function duplicateSuite({ describeOf, open, testOf }: Declaring): void {
  describeOf('duplicate')('duplicate', () => {
    testOf('duplicate')('says how long what was sent may stay unseen', async ({ platform }) => {
      const { settleMs, answerMs, lagMs, madeActive = [] } = platform.duplicate;
      for (const type of madeActive) expect(['campaign', 'adset', 'ad']).toContain(type);
      for (const time of [settleMs, answerMs]) expect(time).toBeGreaterThan(0);
      expect(lagMs).toBeGreaterThanOrEqual(0);
    });

    testOf('duplicate')('reads an object with all that is alive below it', async (at) => {
      const { duplicate } = at.platform;
      const { id, adSets } = await campaignWithAds(at);
      const { campaign, adset, ad } = await sources(at, duplicate);
      expect(campaign).toMatchObject({ type: 'campaign', id, adAccountId: at.access.adAccountId });
      if (isFlat(at)) expect(campaign.children).toEqual(adset.children);
      else expect([...ids(campaign)].sort()).toEqual(adSets.map((each) => each.id).sort());
      for (const child of isFlat(at) ? [adset] : campaign.children) {
        expect(child).toMatchObject({
          type: 'adset',
          campaignId: id,
          adAccountId: at.access.adAccountId,
        });
        const listed = adSets.find((each) => each.id === child.id);
        expect(child).toMatchObject({ name: listed?.name, status: listed?.status });
        expect([child.dailyBudget, child.lifetimeBudget]).toEqual([
          listed?.dailyBudget,
          listed?.lifetimeBudget,
        ]);
        expect(child.children).toHaveLength(listed?.adCount ?? -1);
        for (const each of child.children)
          expect(each).toMatchObject({
            type: 'ad',
            campaignId: id,
            adSetId: child.id,
            children: [],
          });
      }
      expect(await duplicate.tree(at.access, 'adset', adset.id)).toMatchObject({
        id: adset.id,
        children: adset.children,
      });
      expect(await duplicate.tree(at.access, 'ad', ad.id)).toMatchObject({
        id: ad.id,
        adSetId: adset.id,
        children: [],
      });
      await at.platform.edit?.remove(at.access, [{ type: 'ad', id: ad.id }]);
      expect(ids(await duplicate.tree(at.access, 'adset', adset.id))).toEqual(
        ids(adset).filter((each) => each !== ad.id),
      );
    });

    testOf('duplicate.held')('reads again what copies are made from', async (at) => {
      const { duplicate } = at.platform;
      const { held } = duplicate;
      const { campaign, adset, ad } = await sources(at, duplicate);
      for (const { type, id, name } of [campaign, adset, ad])
        expect(JSON.stringify(await held(at.access, type, id))).toContain(
          JSON.stringify(name).slice(1, -1),
        );
    });

    testOf('duplicate')(
      'an id that does not exist, or stands for something else, is missing',
      async (at) => {
        const { duplicate } = at.platform;
        for (const type of levelsOf(at)) {
          const wrong = type === 'adset' ? (await campaignWithAds(at)).id : at.adSetIds[0];
          for (const id of isFlat(at) && type === 'campaign' ? [unknownId] : [unknownId, wrong]) {
            const failure = await failureOf(duplicate.tree(at.access, type, id));
            expect([type, id, failure.class]).toEqual([type, id, 'missing']);
            explained(failure);
          }
          expect(await duplicate.recreate(at.access, requestOf(type, unknownId))).toMatchObject({
            state: 'failed',
            failure: { class: 'missing' },
          });
        }
      },
    );

    testOf('duplicate')(
      'builds an object of each level anew, switched off, without what is below it, under a name that can be found',
      async (at) => {
        const { duplicate } = at.platform;
        const { campaign, adset, ad } = await sources(at, duplicate);
        const newCampaign = copied(
          await duplicate.recreate(at.access, requestOf('campaign', campaign.id)),
        ).id;
        const under = { parentId: newCampaign };
        const newAdSet = isFlat(at)
          ? newCampaign
          : copied(await duplicate.recreate(at.access, requestOf('adset', adset.id, under))).id;
        const outcome = copied(
          await duplicate.recreate(at.access, requestOf('ad', ad.id, { parentId: newAdSet })),
        );
        expect(outcome.objects).toEqual([{ type: 'ad', sourceId: ad.id, id: outcome.id }]);
        const made = { campaign: newCampaign, adset: newAdSet, ad: outcome.id };
        const names = { campaign: campaign.name, adset: adset.name, ad: ad.name };
        for (const type of levelsOf(at)) {
          const found = (await at.held(kindOf[type])).find(({ id }) => id === made[type]);
          expect(found).toMatchObject({ name: `${names[type]} ${marker}`, status: 'PAUSED' });
        }
        if (!isFlat(at))
          expect(ids(await duplicate.tree(at.access, 'campaign', newCampaign))).toEqual([newAdSet]);
        expect(ids(await duplicate.tree(at.access, 'adset', newAdSet))).toEqual([outcome.id]);
        const [budget, was] = [await duplicate.tree(at.access, 'adset', newAdSet), adset];
        expect([budget.dailyBudget, budget.lifetimeBudget]).toEqual([
          was.dailyBudget,
          was.lifetimeBudget,
        ]);
      },
    );

    testOf('duplicate', 'inspect.creatives')(
      'builds beside the source without a parent, and gives an ad other words',
      async (at) => {
        const { duplicate } = at.platform;
        const { creatives } = at.platform.inspect;
        const { adset, ad } = await sources(at, duplicate);
        const { description, link } = at.ad([]);
        const values = {
          primaryTexts: ['Other words'],
          url: 'https://shop.example/other',
          adName: 'Other name',
        };
        const { id } = copied(
          await duplicate.recreate(at.access, requestOf('ad', ad.id, { values, status: 'ACTIVE' })),
        );
        const found = (await at.held('ad')).find((each) => each.id === id);
        expect(found).toMatchObject({
          parentId: adset.id,
          name: `Other name ${marker}`,
          status: 'ACTIVE',
        });
        const { companyId, credentials, adAccountId, currency, timezone } = at.access;
        const asker = {
          companyId,
          credentials,
          accounts: [{ id: adAccountId, currency, timezone }],
        };
        const [creative] = await creatives(asker, [id]);
        if (description !== undefined)
          expect(creative).toMatchObject({ bodies: expect.arrayContaining(['Other words']) });
        if (link !== undefined)
          expect(creative).toMatchObject({ link: 'https://shop.example/other' });
      },
    );

    test.for(['answer lost', 'failed but done'] as const)(
      'finds by its name what was built anew, once, after: %s',
      async (trouble) => {
        const at = await open();
        const { duplicate } = at.platform;
        const all = await sources(at, duplicate);
        for (const type of levelsOf(at)) {
          await at.trouble(trouble, kindOf[type]);
          const outcome = await duplicate.recreate(at.access, requestOf(type, all[type].id));
          expect(outcome.state).toBe('unknown');
          if (outcome.state === 'unknown') explained(outcome.failure);
          await at.clock.sleep(duplicate.settleMs);
          const found = await duplicate.named(at.access, type, marker);
          expect(found.map(({ name }) => name)).toEqual([`${all[type].name} ${marker}`]);
          expect(
            (await at.held(kindOf[type])).filter(({ id }) => id === found[0]?.id),
          ).toHaveLength(1);
        }
      },
    );

    testOf('duplicate')('finds nothing where nothing was built', async (at) => {
      const { duplicate } = at.platform;
      const { campaign } = await sources(at, duplicate);
      await at.trouble('cut before', 'campaign');
      expect((await duplicate.recreate(at.access, requestOf('campaign', campaign.id))).state).toBe(
        'unknown',
      );
      await at.clock.sleep(duplicate.settleMs);
      expect(await duplicate.named(at.access, 'campaign', marker)).toEqual([]);
    });

    testOf('duplicate', 'edit.remove')(
      'names living objects however they were made, oldest first',
      async (at) => {
        const { duplicate, edit } = at.platform;
        const launched = await launchedAds(at, 3);
        const { ad } = await sources(at, duplicate);
        const values = { adName: 'Ad 1' };
        await at.clock.sleep(2_000);
        const { id } = copied(
          await duplicate.recreate(at.access, requestOf('ad', ad.id, { values })),
        );
        await at.clock.sleep(duplicate.lagMs);
        const named = async () =>
          (await duplicate.named(at.access, 'ad', 'Ad 1')).map((each) => each.id);
        expect(await named()).toEqual([launched[1], id]);
        await edit.remove(at.access, [{ type: 'ad', id: launched[1] ?? '' }]);
        expect(await named()).toEqual([id]);
        expect(await duplicate.named(at.access, 'ad', 'no ad is called this')).toEqual([]);
      },
    );
  });
}
