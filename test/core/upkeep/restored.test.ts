import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { accessAccount } from '../../../core/accounts/access.ts';
import { connectionKind } from '../../../core/accounts/records.ts';
import { accountKey } from '../../../core/base/account-key.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { features } from '../../../core/features/registry.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { journalKind } from '../../../core/launch/journal/records.ts';
import { retryBatch } from '../../../core/launch/retry.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { adsAsSent } from '../../../core/launch/show/as-sent.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { runUndo } from '../../../core/launch/undo/run.ts';
import { undoBatch } from '../../../core/launch/undo/undo.ts';
import { duplicateAdSet } from '../../../core/manage/duplicate/duplicate-ad-set.ts';
import { duplicateStatus } from '../../../core/manage/duplicate/duplicate-status.ts';
import { duplicateKind } from '../../../core/manage/duplicate/records.ts';
import { runDuplicate } from '../../../core/manage/duplicate/run.ts';
import { duplicateAdSetRequest } from '../../../core/manage/schema/duplicate.ts';
import type { Store, Write } from '../../../core/ports/store.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { distrustUnfinished } from '../../../core/upkeep/restored.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createStandInPlatform, type Mood } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';
import { createTwoPlatforms, shortVideo } from '../../two-platforms.ts';

/** A store, and what it held after each of its commits. */
function remembered() {
  const inner = createMemoryStore();
  const commits: (readonly Write[])[] = [];
  const store: Store = {
    ...inner,
    async commit(writes) {
      const taken = writes.map((write) => ({
        ...write,
        doc: write.doc && structuredClone(write.doc),
      }));
      const conflict = await inner.commit(writes);
      if (conflict === undefined) commits.push(taken);
      return conflict;
    },
  };
  return {
    store,
    count: () => commits.length,
    /** A store as a backup had it that was made after so many commits. */
    async after(count: number): Promise<Store> {
      const restored = createMemoryStore();
      for (const writes of commits.slice(0, count))
        expect(await restored.commit(writes)).toBeUndefined();
      return restored;
    },
  };
}

const body = {
  ads: Array.from({ length: 3 }, (_, i) =>
    imageAd({
      adSets: ['1', '2'],
      media: [{ url: `https://cdn.test/${i % 2}.${i === 2 ? 'mp4' : 'png'}` }],
    }),
  ),
};

/**
 * Launches, goes on to the end, and goes back to a backup made after so many of the launch's
 * commits.
 */
async function restoredAfter(
  commits: number | 'all',
  mood?: (operation: { readonly kind: string }, sends: number) => Mood,
) {
  const memory = remembered();
  let standIn: ReturnType<typeof createStandInPlatform> | undefined;
  const fixture = await createLaunchFixture({
    store: memory.store,
    platforms: (clock) => {
      standIn = createStandInPlatform(clock, { lagMs: 2_000, waveSize: 3, ...(mood && { mood }) });
      return { primary: standIn.platform };
    },
  });
  const { adBatchId } = await submitLaunch(fixture.ports, caller, body);
  const accepted = memory.count();
  const at = fixture.clock.now();
  await fixture.run(adBatchId);
  const launched = memory.count() - accepted;
  const store = await memory.after(accepted + (commits === 'all' ? launched : commits));
  const ports = { ...fixture.ports, store };
  const holder = createHolder(fixture.clock, 'restored');
  return {
    ports,
    id: String(adBatchId),
    launched,
    distrusted: await distrustUnfinished(store, features, at),
    async run(): Promise<void> {
      for (let i = 0; i < 500; i++) {
        const done = await runBatch(ports, COMPANY, String(adBatchId), { holder });
        if (done === undefined) return;
        await fixture.clock.sleep(done.againAt - fixture.clock.now());
      }
      throw new Error('The batch never ended.');
    },
    madeTwice: () => {
      const made = (standIn?.made ?? []).map(({ operation }) => operation);
      return made.filter((operation, position) => made.indexOf(operation) !== position);
    },
    ads: () => (standIn?.made ?? []).filter(({ kind }) => kind === 'ad').length,
  };
}

describe('a batch in a database restored from a backup that was made while it was launched', () => {
  test('at any moment: nothing is made twice of what was made since, and everything is known in the end', async () => {
    const { launched } = await restoredAfter('all');
    expect(launched).toBeGreaterThan(6);
    for (let commits = 0; commits <= launched; commits++) {
      const { run, madeTwice, ads, ports, id, distrusted } = await restoredAfter(commits);
      await run();
      const { rawStatus, successfulAds } = await batchStatus(ports, COMPANY, id);
      expect([commits, madeTwice(), ads(), rawStatus, successfulAds]).toEqual([
        commits,
        [],
        6,
        'Success',
        6,
      ]);
      if (commits === 0) expect(distrusted).toEqual({ batches: 1, duplications: 0 });
    }
  });

  test('without the doubt it would be made twice', async () => {
    // What the doubt is for: without it the same backup launches what is there already.
    const { ports, id, madeTwice } = await restoredAfter(0);
    const { items } = await ports.store.find(journalKind, COMPANY);
    for (const { id: entry, version, doc } of items)
      await ports.store.commit([
        {
          kind: journalKind,
          companyId: COMPANY,
          id: entry,
          expect: version,
          doc: { ...doc, doubted: [] },
        },
      ]);
    const holder = createHolder(ports.clock, 'credulous');
    while ((await runBatch(ports, COMPANY, id, { holder })) !== undefined)
      await ports.clock.sleep(1_000);
    expect(madeTwice()).not.toEqual([]);
  });

  test('that had not been sent is launched after all', async () => {
    // The original never got through to the platform after the backup.
    let isAway = true;
    const { run, madeTwice, ads, ports, id } = await restoredAfter(0, () =>
      isAway ? 'invalid' : 'ok',
    );
    isAway = false;
    await run();
    expect([madeTwice(), ads(), (await batchStatus(ports, COMPANY, id)).rawStatus]).toEqual([
      [],
      6,
      'Success',
    ]);
  });

  test('whose connection was gone is looked for all the same when it is retried', async () => {
    const { run, ports, id, madeTwice, ads } = await restoredAfter(0);
    const [connection] = (await ports.store.find(connectionKind, COMPANY)).items;
    const place = { kind: connectionKind, companyId: COMPANY, id: connection?.id ?? '' };
    await ports.store.commit([
      { ...place, expect: connection?.version ?? 'absent', doc: undefined },
    ]);
    await run();
    expect((await batchStatus(ports, COMPANY, id)).rawStatus).toBe('Error');
    await ports.store.commit([{ ...place, expect: 'absent', doc: connection?.doc }]);
    await retryBatch(ports, caller, id);
    await run();
    expect([madeTwice(), ads(), (await batchStatus(ports, COMPANY, id)).rawStatus]).toEqual([
      [],
      6,
      'Success',
    ]);
  });

  test('on the platform whose ads carry no mark, either', async () => {
    const account = shortVideo.accounts.eur;
    const ad = (n: number) => ({
      adName: `Film ${n}`,
      adAccountId: account,
      description: 'What it says',
      cta: 'SHOP_NOW',
      link: 'https://shop.example/',
      selectedShortVideoUserAccount: `${shortVideo.identities.profile.type}:${shortVideo.identities.profile.id}`,
      adSets: [shortVideo.emptyAdGroups(account, 'traffic')[n % 2]],
      media: [{ url: `https://cdn.example/pic-${n}.png` }],
    });
    const restoredTo = async (commits: number) => {
      const memory = remembered();
      const fixture = await createTwoPlatforms({ store: memory.store });
      const before = (await fixture.held('tiktok_ads')).length;
      const { adBatchId } = await submitLaunch(fixture.ports, fixture.caller, {
        ads: [ad(1), ad(2), ad(3)],
      });
      const accepted = memory.count();
      const at = fixture.ports.clock.now();
      await fixture.run(adBatchId);
      const launched = memory.count() - accepted;
      const ports = {
        ...fixture.ports,
        store: await memory.after(accepted + Math.min(commits, launched)),
      };
      await distrustUnfinished(ports.store, features, at);
      const holder = createHolder(ports.clock, 'restored');
      for (
        let done = await runBatch(ports, fixture.companyId, String(adBatchId), { holder });
        done !== undefined;
      ) {
        await ports.clock.sleep(done.againAt - ports.clock.now());
        done = await runBatch(ports, fixture.companyId, String(adBatchId), { holder });
      }
      const { rawStatus } = await batchStatus(ports, fixture.companyId, String(adBatchId));
      return { launched, rawStatus, ads: (await fixture.held('tiktok_ads')).length - before };
    };
    const { launched } = await restoredTo(0);
    for (let commits = 0; commits <= launched; commits++)
      expect([commits, await restoredTo(commits)]).toEqual([
        commits,
        { launched, rawStatus: 'Success', ads: 3 },
      ]);
  });
});

test('a new campaign with its ad sets is made once on the platform that takes the mark away from what is finished', async () => {
  const account = shortVideo.accounts.eur;
  const body = {
    newCampaigns: [
      {
        ref: 'c',
        adAccountId: account,
        name: 'Campaign new',
        objective: 'TRAFFIC',
        status: 'ACTIVE',
      },
    ],
    newAdSets: ['de', 'fr'].map((ref) => ({
      ref,
      adAccountId: account,
      campaign: { ref: 'c' },
      name: `Ad set ${ref}`,
      dailyBudget: 60,
      optimizationGoal: 'CLICK',
      status: 'ACTIVE',
      targeting: { location_ids: ['2921044'] },
    })),
    ads: ['de', 'fr'].map((ref) => ({
      adName: `Film ${ref}`,
      adAccountId: account,
      description: 'What it says',
      cta: 'SHOP_NOW',
      link: 'https://shop.example/',
      selectedShortVideoUserAccount: `${shortVideo.identities.profile.type}:${shortVideo.identities.profile.id}`,
      adSets: [{ ref }],
      media: [{ url: 'https://cdn.example/pic-1.png' }],
      status: 'ACTIVE',
    })),
  };
  const outcomes = new Set<string>();
  let launched = 0;
  for (let commits = 0; commits <= launched; commits++) {
    const memory = remembered();
    const fixture = await createTwoPlatforms({ store: memory.store });
    const { adBatchId } = await submitLaunch(fixture.ports, fixture.caller, body);
    const accepted = memory.count();
    const at = fixture.ports.clock.now();
    await fixture.run(adBatchId);
    launched = memory.count() - accepted;
    const ports = { ...fixture.ports, store: await memory.after(accepted + commits) };
    const id = String(adBatchId);
    const there = async () => {
      const held = await Promise.all(
        ['tiktok_campaigns', 'tiktok_adgroups', 'tiktok_ads'].map((kind) => fixture.held(kind)),
      );
      return held.map(
        (some) =>
          some.filter((each) =>
            /Campaign new|Ad set (de|fr)|Film (de|fr)/.test(JSON.stringify(each)),
          ).length,
      );
    };
    const [campaign] = (await fixture.held('tiktok_campaigns')).filter((each) =>
      JSON.stringify(each).includes('Campaign new'),
    );
    // Somebody switches it off before the backup comes back.
    const edit = ports.platforms['short-video']?.edit;
    const access = await accessAccount(
      ports,
      fixture.companyId,
      accountKey('short-video', account),
    );
    await edit?.setStatus(access.access, [
      { type: 'campaign', id: campaign?.id ?? '', status: 'PAUSED' },
    ]);
    await distrustUnfinished(ports.store, features, at);
    const holder = createHolder(ports.clock, 'restored');
    const carryOn = async () => {
      for (
        let done = await runBatch(ports, fixture.companyId, id, { holder });
        done !== undefined;
      ) {
        await ports.clock.sleep(done.againAt - ports.clock.now());
        done = await runBatch(ports, fixture.companyId, id, { holder });
      }
      return batchStatus(ports, fixture.companyId, id);
    };
    const told = await carryOn();
    const [above] = told.made ?? [];
    outcomes.add(`${told.rawStatus} ${told.failedAds.length} ${above?.state}`);
    expect([commits, await there()]).toEqual([commits, [1, 2, 2]]);
    if (told.rawStatus === 'Success') continue;
    for (const { code, mayExist } of told.failedAds)
      expect([code, mayExist]).toEqual(['restored', true]);
    for (const { state, mayExist, message } of told.made ?? [])
      if (state === 'failed')
        expect([mayExist, message]).toEqual([
          true,
          expect.stringContaining('Look for it in the ad account.'),
        ]);
    // What may exist is not offered for correction, and a correction of it is refused.
    if (told.failedAds.length > 0) {
      expect(await adsAsSent(ports, fixture.companyId, id, 'failed')).toEqual([]);
      const ads = body.ads.map((ad, at) => ({ ...ad, corrects: `batch ${id} ad ${at + 1}` }));
      const message = expect.stringMatching(
        above?.state === 'made'
          ? / may exist/
          : /Look in the ad account\. If it is not there, leave/,
      );
      await expect(submitLaunch(ports, fixture.caller, { ...body, ads })).rejects.toMatchObject({
        details: [{ path: 'ads[0].corrects', code: 'may_exist', message }],
      });
    }
    if (above?.state === 'made')
      expect(above.message).toContain('may have been switched on after the backup was made');
    // Neither does a retry make it again, nor an undo say that it is not there.
    await retryBatch(ports, fixture.caller, id);
    const retried = await carryOn();
    expect(retried.failedAds).toEqual(told.failedAds);
    expect([commits, await there()]).toEqual([commits, [1, 2, 2]]);
    expect(
      JSON.stringify(
        (await fixture.held('tiktok_campaigns')).find((each) => each.id === campaign?.id),
      ),
    ).toContain('DISABLE');
    const unknown = (made: typeof told.made) =>
      made?.flatMap(({ ref, mayExist }) => (mayExist ? [ref] : []));
    await undoBatch(ports, fixture.caller, { batchId: id, mode: 'delete' });
    await runUndo(ports, fixture.companyId, id, { holder });
    const undone = await batchStatus(ports, fixture.companyId, id);
    expect([commits, unknown(undone.made)]).toEqual([commits, unknown(retried.made)]);
  }
  expect([...outcomes].sort()).toEqual([
    'Error 0 made',
    'Error 2 failed',
    'Error 2 made',
    'Success 0 made',
  ]);
});

test('a duplication that was under way is ended at any moment of it, and says where to look; its job copies nothing more', async () => {
  const memory = remembered();
  const fixture = await createTwoPlatforms({ store: memory.store });
  const begun = memory.count();
  const at = fixture.ports.clock.now();
  const [adsetId = ''] = seed.emptyAdSets(seed.accounts.eur, 'traffic');
  const { duplicateId } = await duplicateAdSet(
    fixture.ports,
    fixture.caller,
    parseRequest(duplicateAdSetRequest, { adsetId, adAccountId: seed.accounts.eur, copyCount: 2 }),
  );
  const made = (await fixture.held('adsets')).length;
  let ended = 0;
  for (let commits = 1; begun + commits < memory.count(); commits++) {
    const ports = { ...fixture.ports, store: await memory.after(begun + commits) };
    const duplicate = await ports.store.get(duplicateKind, fixture.companyId, duplicateId);
    if (duplicate?.doc.state !== 'running') continue;
    expect(await distrustUnfinished(ports.store, features, at)).toEqual({
      batches: 0,
      duplications: 1,
    });
    const holder = createHolder(ports.clock, 'restored');
    // The worker of then holds its lease for a while.
    for (
      let done = await runDuplicate(ports, fixture.companyId, duplicateId, { holder });
      done !== undefined;
    ) {
      await ports.clock.sleep(done.againAt - ports.clock.now());
      done = await runDuplicate(ports, fixture.companyId, duplicateId, { holder });
    }
    const { status, results } = await duplicateStatus(ports, fixture.caller, duplicateId);
    expect(status).toBe('finished');
    for (const result of results)
      if (!result.success) expect(result.error).toContain('Look for it in the ad account');
    ended += results.filter(({ success }) => !success).length;
  }
  expect(ended).toBeGreaterThan(1);
  expect(await fixture.held('adsets')).toHaveLength(made);
});
