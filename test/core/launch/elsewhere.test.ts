import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import {
  type BatchRecord,
  batchKind,
  type JournalEntry,
  journalId,
  journalKind,
} from '../../../core/launch/journal/records.ts';
import { readClaims } from '../../../core/launch/run/other-batches.ts';
import type { Write } from '../../../core/ports/store.ts';

const HOUR = 60 * 60 * 1000;

/** A batch that made one ad, as it is kept once it has ended. */
function ended(number: number, createdAt: number, finishedAt: number): Write[] {
  const batch = String(number);
  const head: BatchRecord = {
    slug: `slug${number}`,
    name: '',
    rawStatus: 'Success',
    createdAt,
    createdBy: 'key-1',
    startedAt: createdAt,
    finishedAt,
    totalAds: 1,
    successfulAds: 1,
    failedAds: 0,
    launchStatus: 'PAUSED',
    entries: 1,
    lastEvent: 0,
  };
  const outcomes = { 'ad:0:0': { to: 'done', ref: `ad-${number}` } } as const;
  const entry: JournalEntry = { batch, seq: 1, at: finishedAt, outcomes, events: [], lastEvent: 0 };
  return [
    { kind: batchKind, companyId: 'acme', id: batch, expect: 'absent', doc: head },
    { kind: journalKind, companyId: 'acme', id: journalId(batch, 1), expect: 'absent', doc: entry },
  ];
}

test('what other batches have made since is theirs, however many of them there were', async () => {
  const store = createMemoryStore();
  const since = 1_000 * HOUR;
  const early = ended(2, since - 90 * HOUR, since - 80 * HOUR);
  // By a clock that may have been hours behind.
  const across = ended(3, since - 20 * HOUR, since - 19 * HOUR);
  const later = Array.from({ length: 350 }, (_, i) =>
    ended(10 + i, since + i * HOUR, since + i * HOUR + 1),
  );
  await store.commit([...early, ...across, ...later.flat()]);
  const { taken } = await readClaims(store, 'acme', '1', since);
  expect([...taken].sort()).toEqual(
    ['ad-3', ...Array.from({ length: 350 }, (_, i) => `ad-${10 + i}`)].sort(),
  );
});
