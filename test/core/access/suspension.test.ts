import { expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { type CompanyRecord, companyKind } from '../../../core/access/records.ts';
import { heldWhileSuspended } from '../../../core/access/suspension.ts';
import type { Job, JobHandlers, JobTurn } from '../../../core/ports/jobs.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { changeDocument } from '../../../core/records/change.ts';

const turn: JobTurn = { id: 't', isHeld: () => true };
const job: Job = { queue: 'webhook', companyId: 'co_1', subject: 's', dueAt: 0, attempts: 1 };
const working = () => false;

function fixture(handler: JobHandlers[string]) {
  const [store, clock] = [createMemoryStore(), createManualClock()];
  const set = (state: Partial<CompanyRecord>) =>
    changeDocument(store, companyKind, {
      companyId: SYSTEM,
      id: 'co_1',
      change: () => ({
        doc: { name: 'Tenant', createdAt: 0, defaultWorkspaceId: 'ws_1', ...state },
      }),
    });
  const { webhook } = heldWhileSuspended({ store, clock }, { webhook: handler });
  if (webhook === undefined) throw new Error('The handler is missing.');
  return { clock, set, handle: webhook };
}

test('a job of a suspended company is not begun but looked at again, and one of a removed company ends', async () => {
  const begun: string[] = [];
  const { clock, set, handle } = fixture(async ({ companyId }) => void begun.push(companyId));
  await set({ suspendedAt: 1 });
  expect(await handle(job, working, turn)).toEqual({ againAt: clock.now() + 30_000 });
  await set({ suspendedAt: 1, removing: true });
  expect(await handle(job, working, turn)).toBeUndefined();
  expect(begun).toEqual([]);
  await handle({ ...job, companyId: SYSTEM }, working, turn);
  await set({});
  await handle(job, working, turn);
  expect(begun).toEqual([SYSTEM, 'co_1']);
});

test('a long job that is under way is told to stop within seconds of a suspension', async () => {
  const told: boolean[] = [];
  const { clock, set, handle } = fixture(async (_job, stopping) => {
    for (let second = 0; second < 4; second++) {
      told.push(stopping());
      if (second === 0) await set({ suspendedAt: 1 });
      await clock.advance(1_000);
    }
    return undefined;
  });
  await set({});
  await handle(job, working, turn);
  expect([told[0], told.at(-1)]).toEqual([false, true]);
});

test('a process that wants to end stops the jobs of every company', async () => {
  const { set, handle } = fixture(async (_job, stopping) =>
    stopping() ? { againAt: 7 } : undefined,
  );
  await set({});
  expect(await handle(job, () => true, turn)).toEqual({ againAt: 7 });
});
