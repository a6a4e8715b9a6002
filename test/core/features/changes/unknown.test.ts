import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../../../adapters/store/memory.ts';
import { applyChanges } from '../../../../core/features/changes/apply.ts';
import { runChanges } from '../../../../core/features/changes/run.ts';
import { showChanges } from '../../../../core/features/changes/show.ts';
import { undoChanges } from '../../../../core/features/changes/undo.ts';
import { features } from '../../../../core/features/registry.ts';
import type { Store, Write } from '../../../../core/ports/store.ts';
import { createHolder } from '../../../../core/records/lease.ts';
import { unkeyed } from '../../../../core/records/once.ts';
import { distrustUnfinished } from '../../../../core/upkeep/restored.ts';
import { caller, createManageFixture, eur, refusal } from '../../manage/manage-fixture.ts';

/** What nobody can know of changes in rows is told as unknown, and nothing is built on it. */

type Fixture = Awaited<ReturnType<typeof createManageFixture>>;

const apply = ({ ports }: Fixture, id: string, set: object) =>
  applyChanges(
    ports,
    caller,
    { changes: [{ level: 'adset', adAccountId: eur, id, set }] } as never,
    unkeyed(ports.store),
  );

async function ended({ ports, clock, companyId }: Fixture, changeId: string) {
  const holder = createHolder(clock, 'the end');
  for (let done = await runChanges(ports, companyId, changeId, { holder }); done !== undefined; ) {
    await clock.sleep(Math.max(1_000, done.againAt - clock.now()));
    done = await runChanges(ports, companyId, changeId, { holder });
  }
  return showChanges(ports.store, companyId, changeId, {});
}

describe('a change of two fields of which one has no answer', () => {
  test('is not told as taken back, although the other is', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: `*/${adSet}`,
      code: 2,
      message: 'Later',
      nth: 2,
      times: 99,
    });
    const { changeId } = await apply(fixture, adSet, { name: 'Renamed', dailyBudget: 60 });
    expect((await ended(fixture, changeId)).results).toMatchObject([{ outcome: 'unknown' }]);
    await fixture.clearFaults();
    const back = await undoChanges(fixture.ports, caller, {
      id: changeId,
      once: unkeyed(fixture.ports.store),
    });
    const reason = expect.stringContaining('that part is not taken back');
    expect(await ended(fixture, back.changeId)).toMatchObject({
      status: 'failed',
      results: [{ outcome: 'unknown', reason }],
    });
    expect((await fixture.read(adSet, 'name')).name).not.toBe('Renamed');
  });

  test('cannot be taken back where nothing of it is known', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: `*/${adSet}`,
      code: 2,
      message: 'Later',
    });
    const { changeId } = await apply(fixture, adSet, { dailyBudget: 60 });
    expect((await ended(fixture, changeId)).results).toMatchObject([{ outcome: 'unknown' }]);
    await fixture.clearFaults();
    const undoing = undoChanges(fixture.ports, caller, {
      id: changeId,
      once: unkeyed(fixture.ports.store),
    });
    expect(await refusal(undoing)).toMatchObject({
      reasons: ['cannot_undo'],
      message: expect.stringContaining('not known'),
    });
  });
});

test('changes in a database that came back from a backup do not go on: what is open is unknown, at any moment of them', async () => {
  const commits: (readonly Write[])[] = [];
  const inner = createMemoryStore();
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
  const fixture = await createManageFixture({ store });
  const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
  const before = commits.length;
  const at = fixture.clock.now();
  const { changeId } = await apply(fixture, adSet, { dailyBudget: 60 });
  await fixture.client.post(`/${adSet}`, { daily_budget: '5000' });
  const told = new Set<string>();
  for (let count = before; count <= commits.length; count += 1) {
    const restored = createMemoryStore();
    for (const writes of commits.slice(0, count)) await restored.commit(writes);
    const here = { ...fixture, ports: { ...fixture.ports, store: restored } };
    await distrustUnfinished(restored, features, at);
    const shown = await ended(here, changeId).catch(() => undefined);
    for (const { outcome } of shown?.results ?? []) told.add(outcome);
    // A person has set it back since the backup.
    expect([count, (await fixture.read(adSet, 'daily_budget')).daily_budget]).toEqual([
      count,
      '5000',
    ]);
  }
  expect([...told].sort()).toEqual(['done', 'unknown']);
});
