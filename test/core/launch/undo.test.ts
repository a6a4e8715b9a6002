import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { disconnect, listConnections } from '../../../core/accounts/connect.ts';
import { listDeletedAds } from '../../../core/accounts/deleted-ads.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { retryBatch } from '../../../core/launch/retry.ts';
import { undoParts } from '../../../core/launch/show/parts.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { runUndo } from '../../../core/launch/undo/run.ts';
import { undoBatch } from '../../../core/launch/undo/undo.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { crashing } from '../../crashing-store.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createSandboxFixture } from '../../sandbox-fixture.ts';
import { createStandInPlatform, failure, type Mood } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';

const ads = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    imageAd({ adSets: ['1', '2'], media: [{ url: `https://cdn.test/${i}.png` }] }),
  );

async function fixture(
  mood: (operation: { readonly id: string }, sends: number) => Mood = () => 'ok',
) {
  let standIn: ReturnType<typeof createStandInPlatform> | undefined;
  const store = createMemoryStore();
  const assembled = await createLaunchFixture({
    store,
    platforms: (clock) => {
      standIn = createStandInPlatform(clock, { mood });
      return { primary: standIn.platform };
    },
  });
  if (standIn === undefined) throw new Error('The platform was not assembled.');
  const { made, platform } = standIn;
  const holder = createHolder(assembled.clock, 'worker');
  const launch = async (count: number): Promise<string> => {
    const answer = await submitLaunch(assembled.ports, caller, { ads: ads(count) });
    await assembled.run(answer.adBatchId);
    return String(answer.adBatchId);
  };
  return {
    ...assembled,
    made,
    platform,
    launch,
    ask: (id: string, mode: 'pause' | 'delete') =>
      undoBatch(assembled.ports, caller, { batchId: id, mode }),
    carryOut: (id: string) => runUndo(assembled.ports, COMPANY, id, { holder }),
    status: (id: string) => batchStatus(assembled.ports, COMPANY, id),
  };
}

describe('undoing a batch', () => {
  test('deletes the ads and the creatives it made, and nothing another batch made', async () => {
    const { launch, ask, carryOut, status, made } = await fixture();
    const [other, id] = [await launch(1), await launch(3)];
    const { undo, message } = await ask(id, 'delete');
    expect(undo).toMatchObject({ ads: 6, undone: 0, creatives: { made: 3, deleted: 0 } });
    expect(message).toContain('6 ads and 3 creatives to delete');
    await carryOut(id);
    const mark = `slipway-${(await status(other)).adBatchSlug}`;
    expect(made.map(({ kind, batch }) => [kind, batch])).toEqual([
      ['creative', mark],
      ['ad', mark],
      ['ad', mark],
    ]);
    const done = await status(id);
    expect(done.undo).toMatchObject({
      undone: 6,
      failed: 0,
      creatives: { made: 3, deleted: 3, kept: 0, failed: 0 },
      left: [],
    });
    expect(done.launchedAds.map(({ undone }) => undone)).toEqual(Array(6).fill('deleted'));
    const again = await ask(id, 'delete');
    expect(again.undo.finishedAt).toBe(done.undo?.finishedAt);
  });

  test('keeps a creative that an ad of another batch shows, and says so', async () => {
    const { launch, ask, carryOut, status, made } = await fixture();
    const id = await launch(2);
    const creativeId = made.find(({ operation }) => operation === 'creative:1')?.id ?? '';
    made.push({
      id: 'foreign',
      kind: 'ad',
      batch: 'another',
      operation: 'ad:0:0',
      name: 'x',
      creativeId,
      at: 0,
    });
    await ask(id, 'delete');
    await carryOut(id);
    expect(made.map((each) => each.id)).toEqual([creativeId, 'foreign']);
    const { undo } = await status(id);
    expect(undo).toMatchObject({
      undone: 4,
      failed: 0,
      creatives: { made: 2, deleted: 1, kept: 1, failed: 0 },
    });
    expect(undo?.left).toEqual([
      { type: 'creative', id: creativeId, message: 'Ad foreign still shows this creative.' },
    ]);
    // Kept for a reason is settled: nothing is left to ask for.
    expect((await ask(id, 'delete')).undo.finishedAt).toBe(undo?.finishedAt);
  });

  test('lists what it deleted among the deleted ads', async () => {
    const { launch, ask, carryOut, store } = await fixture();
    const id = await launch(1);
    await ask(id, 'delete');
    await carryOut(id);
    const { items } = await listDeletedAds(store, COMPANY, { account: 'primary:act_1', limit: 10 });
    expect(items.map(({ doc }) => [doc.name, doc.adSetId, doc.status]).sort()).toEqual([
      ['Ad 1', '1', 'DELETED'],
      ['Ad 1', '2', 'DELETED'],
    ]);
  });

  test('pauses without touching creatives; a delete may follow, and a pause after that finds nothing to do', async () => {
    const { launch, ask, carryOut, status, made } = await fixture();
    const id = await launch(1);
    expect((await ask(id, 'pause')).undo.creatives).toBeUndefined();
    await carryOut(id);
    expect(made).toHaveLength(3);
    expect((await status(id)).launchedAds.map(({ undone }) => undone)).toEqual([
      'paused',
      'paused',
    ]);
    await ask(id, 'delete');
    await carryOut(id);
    expect(made).toHaveLength(0);
    expect((await ask(id, 'pause')).undo).toMatchObject({ mode: 'delete', undone: 2 });
    expect((await status(id)).undo).toMatchObject({ mode: 'delete', undone: 2, failed: 0 });
  });

  test('tells what could not be deleted and why, and goes on with it when asked again', async () => {
    const { launch, ask, carryOut, status, made, platform } = await fixture();
    const id = await launch(1);
    const edit = platform.edit;
    if (edit === undefined) throw new Error('The stand-in edits.');
    const remove = edit.remove;
    const stubborn = made.find(({ kind }) => kind === 'ad')?.id;
    Object.assign(edit, {
      remove: async (access: never, objects: readonly { type: 'ad'; id: string }[]) => {
        await remove(
          access,
          objects.filter((each) => each.id !== stubborn),
        );
        return objects.map((each) =>
          each.id === stubborn ? { id: each.id, failure: failure('rule') } : { id: each.id },
        );
      },
    });
    await ask(id, 'delete');
    await carryOut(id);
    const { undo } = await status(id);
    expect(undo).toMatchObject({
      ads: 2,
      undone: 1,
      failed: 1,
      creatives: { deleted: 0, kept: 1 },
    });
    expect(undo?.left).toEqual([
      { type: 'creative', id: expect.any(String), message: expect.stringContaining('still shows') },
      { type: 'ad', id: stubborn, message: 'The platform said rule. Do something about it.' },
    ]);
    Object.assign(edit, { remove });
    await ask(id, 'delete');
    await carryOut(id);
    expect(made).toHaveLength(0);
    expect((await status(id)).undo).toMatchObject({
      ads: 2,
      undone: 2,
      failed: 0,
      creatives: { deleted: 1, kept: 0 },
      left: [],
    });
  });

  test('reaches what a retry made since, and no retry starts while it is under way', async () => {
    const healed = { yes: false };
    const { launch, ask, carryOut, status, made, ports, run } = await fixture((operation) =>
      operation.id === 'creative:1' && !healed.yes ? 'rule' : 'ok',
    );
    const id = await launch(2);
    await ask(id, 'delete');
    const running = { code: 'conflict', details: [{ path: 'id', code: 'undo_running' }] };
    await expect(retryBatch(ports, caller, id)).rejects.toMatchObject(running);
    await expect(ask(id, 'pause')).rejects.toMatchObject(running);
    await carryOut(id);
    healed.yes = true;
    await retryBatch(ports, caller, id);
    await run(Number(id));
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(2);
    expect((await ask(id, 'delete')).undo).toMatchObject({ ads: 4, undone: 2 });
    await carryOut(id);
    expect(made).toHaveLength(0);
    expect((await status(id)).undo).toMatchObject({ ads: 4, undone: 4, failed: 0 });
  });

  test('ends with the reason when the account cannot be reached', async () => {
    const { launch, ask, carryOut, status, ports } = await fixture();
    const id = await launch(1);
    for (const { id } of await listConnections(ports, COMPANY)) await disconnect(ports, caller, id);
    await ask(id, 'delete');
    await expect(carryOut(id)).resolves.toBeUndefined();
    const { undo } = await status(id);
    expect(undo).toMatchObject({ undone: 0, failed: 2, creatives: { failed: 1 } });
    expect(undo?.left[0]?.message).toContain('There is no ad account act_1 here');
  });

  test('goes on where a worker died, whichever commit it died at', async () => {
    for (let at = 1; ; at++) {
      const { launch, ask, status, made, ports, store, clock } = await fixture();
      const id = await launch(2);
      await ask(id, 'delete');
      // A death leaves promises that never settle, as a killed process leaves nothing behind at
      // all.
      const died = await Promise.race([
        runUndo({ ...ports, store: crashing(store, { at, when: 'after' }) }, COMPANY, id, {
          holder: createHolder(clock, 'first'),
        }).then(
          () => false,
          () => true,
        ),
        clock.sleep(60_000).then(() => true),
      ]);
      const holder = createHolder(clock, 'second');
      await runUndo(ports, COMPANY, id, { holder });
      await clock.sleep(60_000);
      await runUndo(ports, COMPANY, id, { holder });
      expect([at, made]).toEqual([at, []]);
      expect((await status(id)).undo).toMatchObject({
        ads: 4,
        undone: 4,
        failed: 0,
        creatives: { made: 2, deleted: 2 },
      });
      if (!died) break;
    }
  });
});

describe('undoing what nobody knows of', () => {
  /** The second ad of a batch meets a dead token while the first waits to be asked about. */
  const dying = (first: Mood) =>
    fixture(({ id }) => (id === 'ad:0:0' ? first : id === 'ad:0:1' ? 'auth' : 'ok'));
  const toTheEnd = async (
    { carryOut, clock }: Awaited<ReturnType<typeof fixture>>,
    id: string,
  ): Promise<void> => {
    for (let done = await carryOut(id); done !== undefined; done = await carryOut(id))
      await clock.sleep(done.againAt - clock.now());
  };

  test('an ad that was made although it is reported as failed is said to be possible, found, and undone', async () => {
    const place = await dying('lost');
    const { launch, ask, status, made } = place;
    const id = await launch(1);
    expect((await status(id)).failedAds[0]).toMatchObject({
      code: 'token_expired',
      message: expect.stringContaining('may exist all the same'),
      fix: expect.stringContaining('undo the batch'),
      mayExist: true,
    });
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(1);
    await ask(id, 'delete');
    await toTheEnd(place, id);
    expect(made).toEqual([]);
    const after = await status(id);
    expect(after).toMatchObject({
      rawStatus: 'Error',
      successfulAds: 1,
      undo: { ads: 1, undone: 1, failed: 0, left: [] },
    });
    expect(after.launchedAds).toMatchObject([{ adSetId: '1', undone: 'deleted' }]);
    expect(after.failedAds).toMatchObject([{ adSetId: '2', code: 'token_expired' }]);
    expect(after.failedAds[0]).not.toHaveProperty('mayExist');
  });

  test('one that cannot be looked for is told as unknown beside what was undone', async () => {
    const { launch, ask, carryOut, ports } = await dying('lost');
    const id = await launch(1);
    const parts = () => undoParts.of(ports, COMPANY, { adBatchId: Number(id) });
    await ask(id, 'delete');
    expect(await parts()).toMatchObject([{ outcome: 'running' }]);
    for (const { id: connection } of await listConnections(ports, COMPANY))
      await disconnect(ports, caller, connection);
    await carryOut(id);
    const unknown = {
      type: 'ad',
      name: 'Ad 1',
      outcome: 'unknown',
      reason: expect.stringContaining('may exist all the same'),
    };
    expect(await parts()).toEqual([unknown]);
  });

  test('one that was never made is looked for until the platform has had its time, and stays failed', async () => {
    const place = await dying('unanswered');
    const { launch, ask, status, clock, made } = place;
    const id = await launch(1);
    const asked = clock.now();
    await ask(id, 'pause');
    await toTheEnd(place, id);
    expect(clock.now() - asked).toBeGreaterThan(5_000);
    expect(made.filter(({ kind }) => kind === 'ad')).toEqual([]);
    expect(await status(id)).toMatchObject({
      successfulAds: 0,
      undo: { ads: 0, finishedAt: expect.any(String) },
    });
    // Nothing is left to look for.
    expect((await ask(id, 'pause')).message).toContain('nothing is left');
  });
});

describe('undoing on the sandbox', () => {
  async function prepared() {
    const sandbox = await createSandboxFixture();
    const access = sandbox.access('act_1001');
    const [identity] = await sandbox.primary.accounts.identities(access);
    const adSet = (await sandbox.primary.accounts.adSets(access)).find(({ name }) =>
      /open/.test(name),
    );
    const launch = async (fields: object = {}): Promise<string> => {
      const ad = imageAd({
        adAccountId: 'act_1001',
        page: identity?.value,
        secondary: identity?.linked?.value,
        adSets: [adSet?.id],
        ...fields,
      });
      const answer = await submitLaunch(sandbox.ports, caller, { ads: [ad] });
      await sandbox.run(answer.adBatchId);
      return String(answer.adBatchId);
    };
    const undo = async (id: string) => {
      await undoBatch(sandbox.ports, caller, { batchId: id, mode: 'delete' });
      await runUndo(sandbox.ports, COMPANY, id, {
        holder: createHolder(sandbox.ports.clock, 'worker'),
      });
      return batchStatus(sandbox.ports, COMPANY, id);
    };
    const creativeOf = async (id: string) => {
      const creativeId = (await batchStatus(sandbox.ports, COMPANY, id)).launchedAds[0]?.creativeId;
      return (await sandbox.state('?objects=1')).list?.adcreatives?.find(
        (each) => each.id === creativeId,
      );
    };
    return { ...sandbox, page: identity?.value ?? '', launch, undo, creativeOf };
  }

  test('deletes ad and creative in a handful of calls', async () => {
    const { launch, undo, creativeOf, state } = await prepared();
    const id = await launch();
    const before = (await state()).counted;
    const { undo: done } = await undo(id);
    expect(done).toMatchObject({
      ads: 1,
      undone: 1,
      failed: 0,
      creatives: { made: 1, deleted: 1, kept: 0, failed: 0 },
    });
    expect((await creativeOf(id))?.status).toBe('DELETED');
    // The ad, the look at the creative, the question who shows it, the creative.
    expect((await state()).counted - before).toBe(4);
  });

  test('what failed can be launched after all, although its creative was deleted with the ads that did not fail', async () => {
    const { launch, undo, run, ports, fault, control, state, primary, access } = await prepared();
    const open = (await primary.accounts.adSets(access('act_1001'))).filter(
      ({ adCount, capacity }) => adCount + 2 < capacity,
    );
    const adSets = open.slice(0, 2).map(({ id }) => id);
    await fault({
      fault: 'error',
      code: 100,
      subcode: 1885998,
      method: 'POST',
      path: '*/ads',
      nth: 2,
    });
    const id = await launch({ adSets });
    expect(await batchStatus(ports, COMPANY, id)).toMatchObject({
      successfulAds: 1,
      rawStatus: 'Error',
    });
    await control('DELETE', 'faults');
    expect((await undo(id)).undo).toMatchObject({ undone: 1, creatives: { made: 1, deleted: 1 } });

    await retryBatch(ports, caller, id);
    await run(Number(id));
    expect(await batchStatus(ports, COMPANY, id)).toMatchObject({
      successfulAds: 2,
      rawStatus: 'Success',
    });
    const standing = async () => {
      const { ads = [], adcreatives = [] } = (await state('?objects=1')).list ?? {};
      const made = new Set(
        (await batchStatus(ports, COMPANY, id)).launchedAds.flatMap(({ adId, creativeId }) => [
          adId,
          creativeId,
        ]),
      );
      return [...ads, ...adcreatives].filter(
        (each) => made.has(String(each.id)) && each.status !== 'DELETED',
      ).length;
    };
    expect(await standing()).toBe(2);
    expect((await undo(id)).undo).toMatchObject({
      ads: 2,
      undone: 2,
      creatives: { made: 1, deleted: 1 },
      left: [],
    });
    expect(await standing()).toBe(0);
  });

  test('leaves a creative the platform used again to the batch that made it', async () => {
    const { launch, undo, creativeOf, fault, state, page } = await prepared();
    const posts = (await state('?objects=1')).list?.posts ?? [];
    const post = posts.find(({ id }) => String(id).startsWith(`${page}_`));
    const flags = { existingAd: true, existingPrimaryAd: true, isExistingPost: true };
    const boost = { scalePostId: true, media: [{ effectiveStoryId: post?.id, ...flags }] };
    const first = await launch(boost);
    await fault({ fault: 'creative-reused' });
    const second = await launch(boost);
    expect((await creativeOf(second))?.id).toBe((await creativeOf(first))?.id);
    expect((await undo(second)).undo).toMatchObject({
      undone: 1,
      creatives: { deleted: 0, kept: 1 },
    });
    expect((await undo(first)).undo).toMatchObject({
      undone: 1,
      creatives: { deleted: 1, kept: 0 },
    });
  });
});
