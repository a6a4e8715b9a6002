import { createCache } from '../../core/base/cache.ts';
import { BATCH_EVENTS, readBatch } from '../../core/launch/journal/journal.ts';
import { type BatchStatus, batchStatus } from '../../core/launch/show/status.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';

/** What a program can be told of, and with what. */
export interface SlipwayEvents {
  /** Every ad of a batch is launched or has failed; again when it was retried. */
  'batch.finished': { readonly companyId: string; readonly batch: BatchStatus };
}

export type Listener<E extends keyof SlipwayEvents> = (event: SlipwayEvents[E]) => void;

export interface EventSource {
  /** Returns the function that ends it. */
  on(event: 'batch.finished', listener: Listener<'batch.finished'>): () => void;
  close(): void;
}

/** Tells the program around the service how batches end. Reads nothing while there is no listener. */
export function createEvents(ports: ServicePorts): EventSource {
  const listeners = new Set<Listener<'batch.finished'>>();
  /** When each batch that was told of lately had ended: many rings tell of one end. */
  const told = createCache<number>({ max: 10_000, sizeOf: () => 1 });
  const looking = new Set<string>();
  let unsubscribe: (() => void) | undefined;

  const look = async (topic: string): Promise<void> => {
    const [companyId = '', batchId = ''] = topic.split(' ');
    const { finishedAt } = (await readBatch(ports.store, companyId, batchId)).doc;
    if (finishedAt === undefined || told.get(topic) === finishedAt) return;
    told.set(topic, finishedAt);
    const batch = await batchStatus(ports, companyId, batchId);
    for (const listener of listeners) call(listener, { companyId, batch });
  };
  const call = (listener: Listener<'batch.finished'>, event: SlipwayEvents['batch.finished']): void => {
    try {
      listener(event);
    } catch (error) {
      ports.log.error('listener.failed', { event: 'batch.finished', error: String(error) });
    }
  };
  const heard = (topic: string): void => {
    if (looking.has(topic)) return;
    looking.add(topic);
    // After the work of this turn, so that rings that come together are one look; the last ring is always followed by one.
    void Promise.resolve()
      .then(() => looking.delete(topic))
      .then(() => look(topic))
      .catch((error: unknown) => ports.log.warn('event.missed', { topic, error: String(error) }));
  };

  return {
    on(event, listener) {
      if (event !== 'batch.finished') throw new TypeError(`There is no event ${String(event)}; there is batch.finished.`);
      listeners.add(listener);
      unsubscribe ??= ports.notifier.subscribe(BATCH_EVENTS, heard);
      return () => {
        listeners.delete(listener);
      };
    },
    close() {
      unsubscribe?.();
      listeners.clear();
    },
  };
}
