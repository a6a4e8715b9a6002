import { readBatch } from '../core/launch/journal.ts';
import { batchStatus, type StatusPorts } from '../core/launch/status.ts';
import type { Store } from '../core/ports/store.ts';
import { type Answer, answered } from './route.ts';

interface Kept {
  readonly version: number;
  readonly text: string;
}

/** Characters kept for each store. A batch of a thousand ads has about 300,000. */
const MOST = 16_000_000;

const answers = new WeakMap<Store, { readonly kept: Map<string, Kept>; size: number }>();

/**
 * A batch's status. Clients poll it, and most of what they ask about has ended: such an answer is written
 * once and given again for as long as the head of the batch has the version it was written from. Every step
 * of a batch, a retry and an undo included, moves that version.
 */
export async function polledStatus(ports: StatusPorts, companyId: string, batchId: string): Promise<Answer> {
  const { version, doc } = await readBatch(ports.store, companyId, batchId);
  const memory = answers.get(ports.store) ?? { kept: new Map<string, Kept>(), size: 0 };
  answers.set(ports.store, memory);
  const key = `${companyId} ${batchId}`;
  const known = memory.kept.get(key);
  if (known?.version === version) return answered(undefined, { text: known.text });

  const text = JSON.stringify(await batchStatus(ports, companyId, batchId));
  if (doc.finishedAt !== undefined && text.length < MOST) {
    memory.size += text.length - (known?.text.length ?? 0);
    if (memory.size > MOST) {
      memory.kept.clear();
      memory.size = text.length;
    }
    memory.kept.set(key, { version, text });
  }
  return answered(undefined, { text });
}
