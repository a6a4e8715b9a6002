import { expect } from 'vitest';
import { wallClock } from '../../../core/base/time/wall-clock.ts';
import type { EntityType } from '../../../core/ports/platform-accounts.ts';
import {
  type Declaring,
  explained,
  failureOf,
  launchedAds,
  levelsOf,
  type PlatformUnderTest,
  unknownId,
} from '../platform-under-test.ts';

const hour = 3_600_000;
const levels: readonly EntityType[] = ['campaign', 'adset', 'ad'];
const kindOf = { campaign: 'campaign', adset: 'adSet', ad: 'ad' } as const;

/** A campaign, an ad set of it and an ad in that. */
async function oneOfEach(
  at: PlatformUnderTest,
): Promise<{ readonly [level in EntityType]: string }> {
  const [ad = ''] = await launchedAds(at, 1);
  const adSets = await at.platform.accounts.adSets(at.access, { ids: at.adSetIds });
  const adset = (await at.held('ad')).find(({ id }) => id === ad)?.parentId ?? '';
  return { campaign: adSets.find(({ id }) => id === adset)?.campaignId ?? '', adset, ad };
}

const heldOne = async (at: PlatformUnderTest, type: EntityType, id: string) =>
  (await at.held(kindOf[type])).find((each) => each.id === id);

/** Puts an object that does not exist behind the first. */
const withUnknown = <T extends object>(changes: readonly (T & { readonly id: string })[]) =>
  changes.flatMap((change, position) =>
    position === 0 ? [change, { ...change, id: unknownId }] : [change],
  );

const failingAlone = (count: number) =>
  Array.from({ length: count }, (_, at) => (at === 1 ? 'missing' : undefined));

export function editSuite({ describeOf, testOf }: Declaring): void {
  describeOf('edit')('edit', () => {
    testOf('edit.setEnd', 'edit.endsAds')(
      'an ad gets an end of its own where it is said to have one, and is refused it elsewhere',
      async (at) => {
        const { edit } = at.platform;
        const { setEnd } = edit;
        const { endsAds } = edit;
        const { ad, campaign } = await oneOfEach(at);
        const found = (await at.platform.accounts.campaigns(at.access)).find(
          ({ id }) => id === campaign,
        );
        const objective = found?.objective;
        const [result] = await setEnd(at.access, [
          { type: 'ad', id: ad, endTime: at.clock.now() + 48 * hour, objective },
        ]);
        expect(result?.failure === undefined).toBe(endsAds(objective));
        expect(endsAds(undefined)).toBe(false);
      },
    );

    testOf('edit.setStatus')(
      'changes the status on every level, told the type or not; one that does not exist fails alone',
      async (at) => {
        const { edit } = at.platform;
        const ids = await oneOfEach(at);
        for (const [status, typed] of [
          ['ACTIVE', true],
          ['PAUSED', false],
        ] as const) {
          const changes = withUnknown(
            levels.map((type) => ({ ...(typed && { type }), id: ids[type], status })),
          );
          const results = await edit.setStatus(at.access, changes);
          expect(results.map(({ id }) => id)).toEqual(changes.map(({ id }) => id));
          expect(results.map(({ failure }) => failure?.class)).toEqual(failingAlone(4));
          for (const type of levels)
            expect(await heldOne(at, type, ids[type])).toMatchObject({ status });
          expect(await edit.setStatus(at.access, changes)).toMatchObject(
            results.map(({ id }) => ({ id })),
          );
          for (const type of levels)
            expect(await heldOne(at, type, ids[type])).toMatchObject({ status });
        }
      },
    );

    testOf('edit.statusWords')(
      'says what the platform itself calls being on and off, where it has other words',
      async ({ platform }) => {
        const words = platform.edit.statusWords;
        expect(words.ACTIVE).not.toBe(words.PAUSED);
      },
    );

    testOf('edit.setStatus')(
      'an ad set tells whether it holds an ad that is switched on, whatever its own status',
      async (at) => {
        const { edit } = at.platform;
        const { ad, adset } = await oneOfEach(at);
        const read = async () =>
          (await at.platform.accounts.adSets(at.access, { ids: [adset] }))[0];
        const set = (type: 'adset' | 'ad', id: string, status: 'ACTIVE' | 'PAUSED') =>
          edit.setStatus(at.access, [{ type, id, status }]);
        expect(await read()).toMatchObject({ hasActiveAds: false, adCount: 1 });
        await set('ad', ad, 'ACTIVE');
        expect(await read()).toMatchObject({ hasActiveAds: true, adCount: 1 });
        await set('adset', adset, 'PAUSED');
        expect(await read()).toMatchObject({ hasActiveAds: true, status: 'PAUSED' });
        await set('ad', ad, 'PAUSED');
        expect(await read()).toMatchObject({ hasActiveAds: false, adCount: 1 });
      },
    );

    testOf('edit.setEnd')(
      'ends an ad set at a time, in milliseconds; a campaign without an end of its own passes it on',
      async (at) => {
        const { edit } = at.platform;
        const { setEnd } = edit;
        if (edit.ends?.types.includes('adset') === false) return;
        const { campaign, adset } = await oneOfEach(at);
        const endTime = Math.floor(at.clock.now() / hour) * hour + 48 * hour;
        const changes = withUnknown([{ type: 'adset', id: adset, endTime } as const]);
        const results = await setEnd(at.access, changes);
        expect(results.map(({ id, failure }) => [id, failure?.class])).toEqual([
          [adset, undefined],
          [unknownId, 'missing'],
        ]);
        const ends = async () => {
          const adSets = await at.platform.accounts.adSets(at.access, { campaignIds: [campaign] });
          return new Map(adSets.map(({ id, endTime: end }) => [id, end]));
        };
        expect((await ends()).get(adset)).toBe(endTime);
        expect([...(await ends()).values()].filter((end) => end === endTime)).toHaveLength(1);
        const wanted = withUnknown([
          { type: 'campaign', id: campaign, endTime: endTime + hour } as const,
        ]);
        const passedOn = await setEnd(at.access, wanted);
        expect(passedOn.map(({ failure }) => failure?.class)).toEqual([undefined, 'missing']);
        expect(new Set((await ends()).values())).toEqual(new Set([endTime + hour]));
      },
    );

    testOf('edit.ends', 'edit.setEnd')(
      'ends a campaign where campaigns alone have ends, with a day of the account where ends are days',
      async (at) => {
        const { edit } = at.platform;
        const { types, wholeDays } = edit.ends;
        const { setEnd } = edit;
        expect(types).toEqual(['campaign']);
        const { campaign, adset } = await oneOfEach(at);
        const day = 24 * hour;
        const local = wallClock(at.clock.now(), at.access.timezone);
        const endTime = at.clock.now() + (Math.floor(local / day) + 3) * day - local - 1_000;
        const wanted = withUnknown([{ type: 'campaign', id: campaign, endTime } as const]);
        expect((await setEnd(at.access, wanted)).map(({ failure }) => failure?.class)).toEqual([
          undefined,
          'missing',
        ]);
        const [ended] = await at.platform.accounts.adSets(at.access, { campaignIds: [campaign] });
        expect(ended?.endTime).toBe(endTime);
        const [below] = await setEnd(at.access, [{ type: 'adset', id: adset, endTime }]);
        const refused = [below];
        if (wholeDays)
          refused.push(
            ...(await setEnd(at.access, [
              { type: 'campaign', id: campaign, endTime: endTime - hour },
            ])),
          );
        for (const result of refused) {
          if (result?.failure === undefined) throw new Error('it was accepted');
          explained(result.failure);
        }
      },
    );

    testOf('edit.setEnd')('refuses an end that has passed, and says so', async (at) => {
      const { setEnd } = at.platform.edit;
      const [id] = at.adSetIds;
      const [result] = await setEnd(at.access, [
        { type: 'adset', id, endTime: at.clock.now() - hour },
      ]);
      if (result?.failure === undefined) throw new Error('it was accepted');
      explained(result.failure);
    });

    testOf('edit.remove')(
      'removes objects of every level; one that does not exist fails alone, and again does no harm',
      async (at) => {
        const { edit } = at.platform;
        const ids = await oneOfEach(at);
        const isRemoved = (type: EntityType) => edit.removes?.includes(type) !== false;
        const removed = (['ad', 'adset', 'campaign'] as const).filter(isRemoved);
        const objects = withUnknown(removed.map((type) => ({ type, id: ids[type] })));
        const results = await edit.remove(at.access, objects);
        expect(results.map(({ id }) => id)).toEqual(objects.map(({ id }) => id));
        expect(results.map(({ failure }) => failure?.class)).toEqual(failingAlone(objects.length));
        for (const { type, id } of objects) expect(await heldOne(at, type, id)).toBeUndefined();
        const campaigns = (await at.platform.accounts.campaigns(at.access)).map(({ id }) => id);
        expect(campaigns.includes(ids.campaign)).toBe(!isRemoved('campaign'));
        for (const type of levels.filter((each) => !isRemoved(each))) {
          const [kept] = await edit.remove(at.access, [{ type, id: ids[type] }]);
          expect(kept?.failure?.class).toBe('rule');
          if (kept?.failure !== undefined) explained(kept.failure);
          expect(await heldOne(at, type, ids[type])).toMatchObject({ status: 'PAUSED' });
        }
        const held = (await at.held('ad')).length;
        const again = await edit.remove(at.access, objects);
        expect(again.map(({ id }) => id)).toEqual(objects.map(({ id }) => id));
        for (const { id, failure } of again)
          if (failure !== undefined)
            expect([id, failure.message, failure.class]).toEqual([id, failure.message, 'missing']);
        expect((await at.held('ad')).length).toBe(held);
      },
    );

    testOf('edit.rename', 'inspect.entities')(
      'renames objects of every level and leaves the rest of them as it was',
      async (at) => {
        const { rename } = at.platform.edit;
        const { inspect } = at.platform;
        const ids = await oneOfEach(at);
        const types = levelsOf(at);
        const objects = types.map((type) => ({ type, id: ids[type] }));
        const before = await inspect.entities(at.access, objects);
        const changes = withUnknown(
          objects.map((each) => ({ ...each, name: `New name of the ${each.type}` })),
        );
        const results = await rename(at.access, changes);
        expect(results.map(({ id }) => id)).toEqual(changes.map(({ id }) => id));
        expect(results.map(({ failure }) => failure?.class)).toEqual(failingAlone(changes.length));
        const after = await inspect.entities(at.access, objects);
        expect(after).toEqual(
          before.map((each, position) => ({ ...each, name: `New name of the ${types[position]}` })),
        );
      },
    );

    testOf('edit.setBudget')(
      'sets a budget in whole units of the currency; an id that does not exist is missing',
      async (at) => {
        const { setBudget } = at.platform.edit;
        const campaigns = () => at.platform.accounts.campaigns(at.access);
        const campaign =
          (await campaigns()).find(({ dailyBudget }) => dailyBudget !== undefined)?.id ?? '';
        const budgeted =
          at.samples.adSetBudgets === false
            ? (['campaign'] as const)
            : (['adset', 'campaign'] as const);
        for (const level of budgeted) {
          const id = level === 'adset' ? at.adSetIds[0] : campaign;
          const listed = () =>
            level === 'adset' ? at.platform.accounts.adSets(at.access, { ids: [id] }) : campaigns();
          const read = async () => (await listed()).find((each) => each.id === id)?.dailyBudget;
          await setBudget(at.access, level, id, { daily: 700.25 });
          expect(await read()).toBe(700.25);
          const failure = await failureOf(setBudget(at.access, level, unknownId, { daily: 60 }));
          expect(failure.class).toBe('missing');
          explained(failure);
          // Some platforms tell no least amount.
          if (!at.samples.anyBudget)
            explained(await failureOf(setBudget(at.access, level, id, { daily: 0.01 })));
          expect(await read()).toBe(700.25);
        }
      },
    );
  });
}
