import { beforeEach, describe, expect, test } from 'vitest';
import { deliveryKind, payloadKind } from '../../../../core/features/conversions/records.ts';
import { runConversions } from '../../../../core/features/conversions/run.ts';
import { createHolder } from '../../../../core/records/lease.ts';
import { allOf } from '../../../../core/records/list.ts';
import { type Crash, crashing } from '../../../crashing-store.ts';
import { type ConversionsFixture, createConversionsFixture, takers } from './fixture.ts';

let fixture: ConversionsFixture;
beforeEach(async () => {
  fixture = await createConversionsFixture();
});

/**
 * Sends the events of an upload in a process that dies at a commit, or lives to the end. The next
 * may begin at once.
 */
async function life(uploadId: string, death: Crash): Promise<'ended' | 'died'> {
  const { ports, companyId, clock, store } = fixture;
  let [commits, isDead] = [0, false];
  const mortal = crashing(store, death);
  const died = new Promise<'died'>((resolve) => {
    const commit = mortal.commit;
    mortal.commit = (writes) => {
      commits += 1;
      isDead ||= commits === death.at;
      return commit(writes).finally(() => isDead && resolve('died'));
    };
  });
  const holder = createHolder(clock, `mortal ${uploadId}`);
  const [delivery] = await allOf(store, deliveryKind, companyId, { where: { uploadId } });
  const work = async (): Promise<'ended'> => {
    for (;;) {
      const done = await runConversions(
        { ...ports, store: mortal },
        companyId,
        delivery?.id ?? '',
        { holder },
      );
      if (done === undefined) return 'ended';
      await clock.sleep(done.againAt - clock.now());
    }
  };
  const outcome = await Promise.race([work().catch(() => new Promise<never>(() => {})), died]);
  const heir = { ...createHolder(clock, `heir ${uploadId}`), replaces: holder.id };
  if (outcome === 'died')
    for (;;) {
      const done = await runConversions(ports, companyId, delivery?.id ?? '', { holder: heir });
      if (done === undefined) break;
      await clock.sleep(done.againAt - clock.now());
    }
  return outcome;
}

/** Every commit of a delivery's life, the process dead just before it or just after. */
async function atEachCommit(
  round: (name: string, death: Crash) => Promise<'ended' | 'died'>,
): Promise<void> {
  for (const when of ['before', 'after'] as const)
    for (let at = 1; ; at += 1) {
      if ((await round(`${when}-${at}`, { at, when })) === 'ended') break;
      if (at > 100) throw new Error('The delivery never ended.');
    }
}

describe.each(takers)('$platform: a process that dies at any commit', ({ platform, name }) => {
  test('counts no event twice, loses none and sinks none with the bad one', async () => {
    await atEachCommit(async (round, death) => {
      const ids = [`${round}-1`, `${round}-2-sandbox-refused`, `${round}-3`];
      const events = ids.map((id) => fixture.event(platform, id));
      const { uploadId = '' } = await fixture.send({ destinations: [name], events });
      const outcome = await life(uploadId, death);
      const { finished, counts, destinations } = await fixture.status(uploadId);
      expect([round, finished, counts.queued, counts.sent]).toEqual([round, true, 0, 0]);
      const told = (index: number) =>
        destinations[0]?.failures.filter((failure) => failure.index === index) ?? [];
      const counted = await fixture.counted();
      expect([round, counted.get(ids[1] ?? '')]).toEqual([round, undefined]);
      expect([round, told(1).length <= 1, counts.refused + counts.uncertain >= 1]).toEqual([
        round,
        true,
        true,
      ]);
      const arrived = [0, 2].filter((index) => counted.get(ids[index] ?? '') === 1).length;
      expect([round, [0, 2].every((index) => (counted.get(ids[index] ?? '') ?? 0) <= 1)]).toEqual([
        round,
        true,
      ]);
      // What is not counted is one of the uncertain ones: none is lost.
      expect([round, counts.confirmed <= arrived, 3 - counts.refused - counts.uncertain]).toEqual([
        round,
        true,
        counts.confirmed,
      ]);
      return outcome;
    });
  });
});

describe('a platform that tells later that it refused the events', () => {
  const search = takers.find(({ platform }) => platform === 'search-ads');
  const to = [search?.name];

  test('is believed once, wherever the process dies', async () => {
    await fixture.fault({ platform: search?.folder, fault: 'events-failed' });
    await atEachCommit(async (round, death) => {
      const { uploadId = '' } = await fixture.send({
        destinations: to,
        events: [fixture.event('search-ads', round)],
      });
      const outcome = await life(uploadId, death);
      const { counts, destinations } = await fixture.status(uploadId);
      expect([round, counts.refused, destinations[0]?.failures.length]).toEqual([round, 1, 1]);
      return outcome;
    });
  });
});

test('events that are sealed anew while their delivery ends are forgotten by the next worker', async () => {
  const { ports, companyId, store, clock } = fixture;
  const { uploadId = '' } = await fixture.send({
    destinations: [takers[0]?.name],
    events: [fixture.event(takers[0]?.platform ?? '', 'sealed-anew')],
  });
  const id = `${uploadId}-0`;
  const payload = await store.get(payloadKind, companyId, id);
  if (payload === undefined) throw new Error('There are no sealed events.');
  const { version, doc } = payload;
  const busy: typeof store = {
    ...store,
    async commit(writes) {
      if (writes.some((write) => write.kind === payloadKind && write.doc === undefined))
        await store.commit([{ kind: payloadKind, companyId, id, expect: version, doc }]);
      return store.commit(writes);
    },
  };
  const work = (on: typeof store) =>
    runConversions({ ...ports, store: on }, companyId, id, {
      holder: createHolder(clock, 'worker'),
    });
  await expect(work(busy)).rejects.toThrow();
  expect(await store.get(payloadKind, companyId, id)).toBeDefined();
  await work(store);
  expect((await fixture.status(uploadId)).finished).toBe(true);
  expect(await store.get(payloadKind, companyId, id)).toBeUndefined();
});
