import { type Cache, createCache } from '../../core/base/cache.ts';
import { type PageQuery, windowOf } from '../../core/base/schema/envelope.ts';
import { readBatch } from '../../core/launch/journal/journal.ts';
import { pagedStatus, type StatusPorts } from '../../core/launch/show/status.ts';
import { type Answer, answered, type Question } from './answer.ts';
import { viewerOf } from './viewer.ts';

interface Written {
  readonly batchId: string;
  readonly version: number;
  readonly text: string;
}

/** Characters in all; a batch of a thousand ads has about 300,000. */
const MOST = 16_000_000;

/**
 * Answers about batches that have ended, by who asked at which address. Clients poll, and most of
 * what they ask about has ended: such an answer is written once and given again for as long as the
 * head of the batch has the version it was written from. Every step of a batch, a retry and an undo
 * included, moves that version; that the job of an undo is dead does not.
 */
export type StatusCache = Cache<Written>;

export const createStatusCache = (): StatusCache =>
  createCache({ max: MOST, sizeOf: ({ text }) => text.length });

export async function polledStatus(
  ports: StatusPorts,
  kept: StatusCache,
  { caller, url, reader }: Question,
  { id: batchId, query = {} }: { readonly id: string; readonly query?: PageQuery },
): Promise<Answer> {
  const { companyId } = caller;
  const { version, doc } = await readBatch(reader, companyId, batchId);
  const key = `${viewerOf(caller)} ${url}`;
  const known = kept.get(key);
  const isKnown = known?.batchId === batchId && known.version === version;
  const text = isKnown
    ? known.text
    : JSON.stringify(await pagedStatus(ports, companyId, batchId, windowOf(query, 100)));
  const isUndoing = doc.undo !== undefined && doc.undo.finishedAt === undefined;
  if (doc.finishedAt !== undefined && !isUndoing) kept.set(key, { batchId, version, text });
  return answered(undefined, { text });
}
