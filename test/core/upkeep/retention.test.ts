import { expect, test } from 'vitest';
import { createMemoryFacts } from '../../../adapters/facts/memory.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { everything, fact } from '../../../adapters/testing/facts/ground.ts';
import { auditKind, auditWrite } from '../../../core/access/audit.ts';
import { verifyAudit } from '../../../core/access/audit-chain.ts';
import { createCompany } from '../../../core/access/companies.ts';
import { dayText } from '../../../core/base/time/days.ts';
import { eventsFor } from '../../../core/events/events.ts';
import { features } from '../../../core/features/registry.ts';
import { deliveryKind } from '../../../core/features/webhooks/records.ts';
import {
  type BatchRecord,
  batchKind,
  draftKind,
  journalId,
  journalKind,
  planKind,
} from '../../../core/launch/journal/records.ts';
import {
  duplicateJournalKind,
  duplicateKind,
  duplicatePlanKind,
} from '../../../core/manage/duplicate/records.ts';
import { updateKind } from '../../../core/manage/undo/kept.ts';
import { mediaKind } from '../../../core/media/records.ts';
import { type Log, silent } from '../../../core/ports/log.ts';
import type { Retention } from '../../../core/ports/retention.ts';
import type { Document, Kind } from '../../../core/ports/store.ts';
import { allOf } from '../../../core/records/list.ts';
import { runSweep } from '../../../core/upkeep/sweep.ts';
import { asService } from '../../as-service.ts';

const DAY = 86_400_000;

/** A company, and how to keep something in it that is as old as so many days. */
async function fixture(retention: Retention) {
  const store = createMemoryStore();
  const clock = createManualClock(Date.UTC(2026, 10, 15), { auto: true });
  const removed: string[] = [];
  const files = { remove: async (_company: string, sha256: string) => void removed.push(sha256) };
  const exportFiles = {
    write: async () => 0,
    read: async () => undefined,
    remove: async () => undefined,
  };
  const secrets = createNodeSecrets('a secret that is long enough');
  const told: string[] = [];
  const log: Log = {
    ...silent,
    info: (event, fields) => void told.push(`${event} ${fields?.what} ${fields?.count}`),
  };
  const ports = {
    store,
    clock,
    files,
    exportFiles,
    secrets,
    platforms: {},
    events: eventsFor([]),
    facts: createMemoryFacts(),
    log,
    retention,
  };
  const { companyId } = await createCompany(ports, { name: 'Acme' });
  const add = (kind: Kind, id: string, doc: Document) =>
    store.commit([{ kind, companyId, id, expect: 'absent', doc }]);
  const ids = async (kind: Kind): Promise<readonly string[]> =>
    (await allOf(store, kind, companyId)).map(({ id }) => id);
  const ago = (days: number): number => clock.now() - days * DAY;
  const sweep = () => runSweep(asService(ports), features, () => false);
  return { ports, clock, companyId, add, ids, ago, sweep, told, removed };
}

test('without settings nothing of it goes', async () => {
  const { add, ids, ago, sweep } = await fixture({});
  await add(batchKind, '1', {
    rawStatus: 'Success',
    createdAt: ago(2_000),
    finishedAt: ago(2_000),
  });
  await add(updateKind, 'u', { account: 'a', entityId: 'e', at: ago(2_000) });
  await sweep();
  expect([await ids(batchKind), await ids(updateKind)]).toEqual([['1'], ['u']]);
});

test('batches that ended long ago go whole, with plan and journal; others stay whole', async () => {
  const { add, ids, ago, sweep, told } = await fixture({ batches: 90 });
  const batch = async (
    id: string,
    rawStatus: BatchRecord['rawStatus'],
    begun: number,
    ended: number,
  ): Promise<void> => {
    await add(batchKind, id, {
      rawStatus,
      createdAt: ago(begun),
      finishedAt: ago(ended),
      entries: 3,
    });
    await add(planKind, id, { ads: [], operations: [], adSets: {} });
    for (const seq of [1, 2, 3])
      await add(journalKind, journalId(id, seq), { batch: id, lastEvent: seq, seq, events: [] });
  };
  await batch('1', 'Success', 100, 99);
  await batch('2', 'Error', 95, 91);
  await batch('3', 'Success', 100, 89);
  await batch('4', 'Draft', 300, 300);
  await batch('5', 'Processing', 300, 300);
  await batch('6', 'Cancelled', 91, 91);
  await sweep();
  expect(await ids(batchKind)).toEqual(['3', '4', '5']);
  expect(await ids(planKind)).toEqual(['3', '4', '5']);
  expect(await ids(journalKind)).toEqual(
    ['3', '4', '5'].flatMap((id) => [1, 2, 3].map((seq) => journalId(id, seq))),
  );
  expect(told).toEqual(Array.from({ length: 3 }, () => 'retention.forgotten batches 1'));
});

test('updates and finished duplications go, deliveries after their own time', async () => {
  const { add, ids, ago, sweep } = await fixture({ changes: 40, deliveries: 5 });
  for (const days of [41, 39]) {
    await add(updateKind, `u${days}`, { account: 'a', entityId: 'e', at: ago(days) });
    await add(duplicateKind, `d${days}`, {
      state: 'finished',
      createdAt: ago(days),
      finishedAt: ago(days),
    });
    await add(duplicatePlanKind, `d${days}`, {});
    await add(duplicateJournalKind, `d${days}/1`, { job: `d${days}` });
  }
  await add(duplicateKind, 'running', { state: 'running', createdAt: ago(41) });
  for (const days of [6, 4])
    await add(deliveryKind, `w${days}`, {
      createdAt: ago(days),
      webhookId: 'w',
      state: 'delivered',
    });
  await sweep();
  expect(await ids(updateKind)).toEqual(['u39']);
  expect([await ids(duplicateKind), await ids(duplicatePlanKind)]).toEqual([
    ['d39', 'running'],
    ['d39'],
  ]);
  expect(await ids(duplicateJournalKind)).toEqual(['d39/1']);
  expect(await ids(deliveryKind)).toEqual(['w4']);
});

test('files go unless a board has them or a draft or launch under way names them; their bytes go with the last', async () => {
  const { add, ids, ago, sweep, removed } = await fixture({ media: 30 });
  const media = (id: string, days: number, more: object = {}) =>
    add(mediaKind, id, {
      filename: `file-${id}.png`,
      sha256: `sha${id}`,
      type: 'image',
      createdAt: ago(days),
      ...more,
    });
  await media('1', 31);
  await media('2', 29);
  await media('3', 31, { boards: ['b'] });
  await media('4', 31);
  await media('5', 31);
  await media('6', 31, { sha256: 'sha2' });
  await add(batchKind, '1', { rawStatus: 'Draft', createdAt: ago(40) });
  await add(draftKind, '1', {
    revision: 1,
    body: { ads: [{ media: [{ url: 'https://x/file-4.png' }] }] },
    updatedAt: 1,
  });
  await add(batchKind, '2', { rawStatus: 'Queued', createdAt: ago(1) });
  await add(planKind, '2', { ads: [{ media: ['file-5.png'] }] });
  await sweep();
  expect(await ids(mediaKind)).toEqual(['2', '3', '4', '5']);
  expect(removed).toEqual(['sha1']);
});

test('files that stay are passed once in a sweep, some at a time, and again an hour later', async () => {
  const { ports, clock, companyId, add, ids, ago, sweep } = await fixture({ media: 30, audit: 30 });
  const goes = ['1', '150', '350'];
  for (let n = 1; n <= 350; n++) {
    const boards = goes.includes(String(n)) ? [] : ['b'];
    await add(mediaKind, String(n), {
      filename: `f${n}.png`,
      sha256: `s${n}`,
      type: 'image',
      createdAt: ago(40) + n,
      boards,
    });
  }
  // What keeps the sweep going meanwhile.
  for (let n = 0; n < 60; n++)
    await ports.store.commit([
      auditWrite(ports, { companyId, keyId: 'k' }, { action: 'ad.pause', subject: `ad-${n}` }),
    ]);
  const { find } = ports.store;
  const looks: number[] = [];
  ports.store.find = async (kind, company, query) => {
    const page = await find(kind, company, query);
    if (kind.name === mediaKind.name && query?.order?.by === 'createdAt')
      looks.push(page.items.length);
    return page;
  };
  await sweep();
  expect(looks.splice(0)).toEqual([100, 100, 100, 50]);
  expect((await ids(mediaKind)).filter((id) => goes.includes(id))).toEqual([]);
  await sweep();
  expect(looks).toEqual([]);
  await clock.advance(3_600_000);
  await sweep();
  expect(looks).toEqual([100, 100, 100, 47]);
});

test('old entries of the audit go in the order of the chain, and what is left is still verified', async () => {
  const { ports, clock, companyId, ids, sweep, told } = await fixture({ audit: 30 });
  const done = (n: number) =>
    ports.store.commit([
      auditWrite(ports, { companyId, keyId: 'k' }, { action: 'ad.pause', subject: `ad-${n}` }),
    ]);
  for (let n = 0; n < 60; n++) await done(n);
  await sweep();
  await clock.advance(31 * DAY);
  for (let n = 60; n < 65; n++) await done(n);
  await sweep();
  expect(await ids(auditKind)).toHaveLength(5);
  expect(told.reduce((sum, line) => sum + Number(line.split(' ')[2]), 0)).toBeGreaterThanOrEqual(
    60,
  );
  expect(await verifyAudit(ports, companyId)).toMatchObject({
    ok: true,
    chained: 5,
    firstBroken: null,
  });
  await done(65);
  await sweep();
  expect(await verifyAudit(ports, companyId)).toMatchObject({ ok: true, chained: 6 });
  const [first, second] = await allOf(ports.store, auditKind, companyId, { order: { by: 'seq' } });
  await ports.store.commit([
    {
      kind: auditKind,
      companyId,
      id: first?.id ?? '',
      expect: first?.version ?? 0,
      doc: undefined,
    },
  ]);
  expect(await verifyAudit(ports, companyId)).toMatchObject({
    ok: false,
    firstBroken: { id: second?.id },
  });
});

test('figures and their vintages go by their days and moments', async () => {
  const { ports, clock, companyId, sweep, told } = await fixture({ facts: 60, vintages: 10 });
  const today = Math.floor(clock.now() / DAY);
  const put = (ago: number, spend: number, at: number) => {
    const day = dayText(today - ago);
    const scope = { accountId: 'act_1', from: day, to: day, breakdown: 'none' } as const;
    return ports.facts.put(companyId, scope, [fact({ day, spend })], at);
  };
  await put(62, 1, 1);
  await put(60, 2, clock.now() - 20 * DAY);
  await put(60, 3, clock.now() - 15 * DAY);
  await put(60, 4, clock.now() - 5 * DAY);
  await sweep();
  const spend = async (asOf?: number) =>
    (
      await ports.facts.aggregate(companyId, {
        ...everything,
        from: dayText(today - 90),
        to: dayText(today),
        groupBy: [],
        ...(asOf !== undefined && { asOf }),
      })
    ).groups[0]?.sums.spend;
  expect(await spend()).toBe(4);
  expect(await spend(clock.now() - 18 * DAY)).toBeUndefined();
  expect(await spend(clock.now() - 9 * DAY)).toBe(3);
  expect(told.sort()).toEqual(['retention.forgotten facts 1', 'retention.forgotten vintages 1']);
});
