import { type Cache, createCache } from '../../core/cache.ts';
import { readBatch } from '../../core/launch/journal/journal.ts';
import { pagedStatus, type StatusPorts } from '../../core/launch/show/status.ts';
import type { Reader } from '../../core/ports/store.ts';
import { type PageQuery, windowOf } from '../../core/schema/envelope.ts';
import { type Answer, answered } from './route.ts';

interface Written {
  readonly version: number;
  readonly text: string;
}

/** Characters in all; a batch of a thousand ads has about 300,000. */
const MOST = 16_000_000;

/** Answers about batches that have ended. */
export type StatusCache = Cache<Written>;

export const createStatusCache = (): StatusCache => createCache({ max: MOST, sizeOf: ({ text }) => text.length });

/**
 * A batch's status. Clients poll it, and most of what they ask about has ended: such an answer is written
 * once and given again for as long as the head of the batch has the version it was written from. Every step
 * of a batch, a retry and an undo included, moves that version; that the job of an undo is dead does not.
 */
export async function polledStatus(
  ports: StatusPorts,
  kept: StatusCache,
  reader: Reader,
  companyId: string,
  batchId: string,
  query: PageQuery = {},
): Promise<Answer> {
  const { version, doc } = await readBatch(reader, companyId, batchId);
  const { offset, limit } = windowOf(query, 100);
  const key = `${companyId} ${batchId}${doc.pages === undefined ? '' : ` ${offset} ${limit}`}`;
  const known = kept.get(key);
  if (known?.version === version) return answered(undefined, { text: known.text });
  const text = JSON.stringify(await pagedStatus(ports, companyId, batchId, { offset, limit }));
  const isUndoing = doc.undo !== undefined && doc.undo.finishedAt === undefined;
  if (doc.finishedAt !== undefined && !isUndoing) kept.set(key, { version, text });
  return answered(undefined, { text });
}
