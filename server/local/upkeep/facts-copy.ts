import { setTimeout } from 'node:timers/promises';
import { isInUse } from '../../../adapters/duckdb/file.ts';
import { openDuckdbFacts } from '../../../adapters/facts/duckdb.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { type Store, SYSTEM } from '../../../core/ports/store.ts';
import { jobId, jobKind, jobWrite } from '../../../core/records/job.ts';
import { FACTS_COPY_QUEUE } from '../../../core/upkeep/copy-facts.ts';
import { type Database, openStorage } from '../../process/assemble.ts';
import type { FactsPlace } from '../../process/facts-place.ts';

/** How often the service is looked at, and how long it may take to begin, and to end. */
const LOOK_MS = 200;
const BEGIN_MS = 60_000;
const END_MS = 3_600_000;

/**
 * Copies a file of DuckDB to a new file beside it, and answers its path. Only the service that has
 * it open can read it: a job in its database asks it.
 */
export async function copyFacts(database: Database, { path }: FactsPlace): Promise<string> {
  const ending = `copy-${crypto.randomUUID()}`;
  try {
    const facts = await openDuckdbFacts(path);
    try {
      return await facts.copy(ending);
    } finally {
      await facts.close();
    }
  } catch (error) {
    if (!isInUse(error)) throw error;
  }
  const storage = await openStorage(database);
  try {
    await askedFor(storage.store, ending);
  } finally {
    await storage.close();
  }
  return `${path}.${ending}`;
}

async function askedFor(store: Store, ending: string): Promise<void> {
  const id = jobId(FACTS_COPY_QUEUE, SYSTEM, ending);
  const began = Date.now();
  await store.commit([jobWrite(FACTS_COPY_QUEUE, SYSTEM, { subject: ending, now: began })]);
  for (;;) {
    const open = await store.get(jobKind, SYSTEM, id);
    if (open === undefined) return;
    const { turn, failures = 0, error } = open.doc;
    const waited = Date.now() - began;
    const isStuck = failures > 0 || (turn === undefined && waited > BEGIN_MS) || waited > END_MS;
    if (isStuck) {
      await store.commit([
        { kind: jobKind, companyId: SYSTEM, id, expect: open.version, doc: undefined },
      ]);
      const why = failures > 0 ? (error ?? 'it failed') : 'it did not begin or end in time';
      throw new SlipwayError(
        'unavailable',
        `The running service could not copy its figures: ${why}. Its log tells more.`,
      );
    }
    await setTimeout(LOOK_MS);
  }
}
