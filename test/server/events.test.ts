import { expect, test } from 'vitest';
import { createLocalNotifier } from '../../adapters/events/local-notifier.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import { BATCH_EVENTS, batchTopic } from '../../core/launch/journal/journal.ts';
import {
  type BatchEvent,
  batchKind,
  journalId,
  journalKind,
} from '../../core/launch/journal/records.ts';
import type { Store } from '../../core/ports/store.ts';
import { streamEvents } from '../../server/http/events.ts';

const COMPANY = 'co_events';

type Told = readonly [id: number, type: BatchEvent['type']];

/** A step of the batch with its events; one that ends with `done` ends the batch. */
async function write(store: Store, seq: number, ...events: readonly Told[]): Promise<void> {
  const last = events.at(-1);
  const entry = {
    batch: '1',
    seq,
    at: 0,
    events: events.map(([id, type]) => ({ id, type, data: { id } })),
    lastEvent: last?.[0] ?? 0,
  };
  const head = await store.get(batchKind, COMPANY, '1');
  const rawStatus = last?.[1] === 'done' ? 'Success' : 'Processing';
  await store.commit([
    {
      kind: journalKind,
      companyId: COMPANY,
      id: journalId('1', seq),
      expect: 'absent',
      doc: entry,
    },
    {
      kind: batchKind,
      companyId: COMPANY,
      id: '1',
      expect: head?.version ?? 'absent',
      doc: { rawStatus, createdAt: 0, lastEvent: entry.lastEvent },
    },
  ]);
}

async function open(last?: string, before: readonly Told[][] = [], ending?: AbortSignal) {
  const clock = createManualClock(0);
  const store = createMemoryStore();
  const notifier = createLocalNotifier();
  await write(store, 1, [1, 'batch'], [2, 'ad']);
  for (const [position, events] of before.entries()) await write(store, position + 2, ...events);
  const headers: { [name: string]: string } = last === undefined ? {} : { 'last-event-id': last };
  const request = new Request('http://x/', { headers });
  const response = await streamEvents({ store, clock, notifier }, COMPANY, '1', {
    request,
    ending,
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const read = async (): Promise<string | undefined> => {
    const { done, value } = await reader.read();
    return done ? undefined : new TextDecoder().decode(value);
  };
  return {
    clock,
    store,
    reader,
    read,
    ring: (id: string) => notifier.notify(BATCH_EVENTS, batchTopic(COMPANY, id)),
  };
}

test('what happens while somebody reads comes once, in order, and the stream ends after done', async () => {
  const { clock, store, read } = await open();
  expect(await read()).toBe(
    'id: 1\nevent: batch\ndata: {"id":1}\n\nid: 2\nevent: ad\ndata: {"id":2}\n\n',
  );
  const next = read();
  await write(store, 2, [3, 'ad']);
  await clock.advance(5_000);
  expect(await next).toBe('id: 3\nevent: ad\ndata: {"id":3}\n\n');
  const last = read();
  await write(store, 3, [4, 'done']);
  await clock.advance(5_000);
  expect(await last).toBe('id: 4\nevent: done\ndata: {"id":4}\n\n');
  expect(await read()).toBeUndefined();
});

test('whoever rings for a batch wakes its readers at once, and nobody else’s', async () => {
  const { clock, store, read, ring } = await open('2');
  const next = read();
  await write(store, 2, [3, 'ad']);
  await ring('2');
  await ring('1');
  expect(await next).toBe('id: 3\nevent: ad\ndata: {"id":3}\n\n');
  // Rung while nobody waits for it: the next look is not put off.
  await write(store, 3, [4, 'done']);
  await ring('1');
  expect(await read()).toBe('id: 4\nevent: done\ndata: {"id":4}\n\n');
  expect(clock.now()).toBe(0);
});

test('a batch that was retried is told to its last end, however long it is', async () => {
  const long: Told[][] = Array.from({ length: 250 }, (_, i) => [
    [i + 3, i === 10 || i === 249 ? 'done' : 'ad'],
  ]);
  const { clock, read } = await open(undefined, long);
  let told = '';
  for (let text = await read(); text !== undefined; text = await read()) told += text;
  expect(told.match(/^id: /gm)).toHaveLength(252);
  expect(told.match(/^event: done$/gm)).toHaveLength(2);
  expect(clock.now()).toBe(0);
});

test('a reader that has heard everything is sent nothing more', async () => {
  const { read } = await open('3', [[[3, 'done']]]);
  expect(await read()).toBeUndefined();
});

test('a reader that comes back goes on after what it has seen', async () => {
  const { read } = await open('1');
  expect(await read()).toBe('id: 2\nevent: ad\ndata: {"id":2}\n\n');
});

test('silence is broken by a line that says nothing', async () => {
  const { clock, read } = await open('2');
  const waiting = read();
  await clock.advance(15_000);
  expect(await waiting).toBe(': still here\n\n');
});

test('a reader that goes away is not worked for any longer', async () => {
  const { clock, store, reader, read } = await open();
  await read();
  await reader.cancel();
  let asked = 0;
  const find = store.find.bind(store);
  store.find = (...all) => {
    asked += 1;
    return find(...all);
  };
  await clock.advance(10_000);
  expect(asked).toBeLessThanOrEqual(1);
});

test('a service that ends tells its readers when to come back, and ends their streams', async () => {
  const ending = new AbortController();
  const { clock, read } = await open('2', [], ending.signal);
  const waiting = read();
  ending.abort();
  expect(await waiting).toBe('retry: 1000\n\n');
  expect(await read()).toBeUndefined();
  expect(clock.now()).toBe(0);
});
