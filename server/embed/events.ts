import { createCache } from '../../core/base/cache.ts';
import type { Event, Events } from '../../core/events/events.ts';
import { BATCH_EVENTS, readBatch } from '../../core/launch/journal/journal.ts';
import { type BatchStatus, batchStatus } from '../../core/launch/show/status.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Log } from '../../core/ports/log.ts';
import { type Kind, kind, type Store, type Write } from '../../core/ports/store.ts';
import type { EventName } from '../operations.ts';

/** What webhooks are called with, in the process that made it happen. */
export interface HappenedEvent {
  readonly companyId: string;
  /** The same as in deliveries to webhooks. */
  readonly id: string;
  readonly createdAt: string;
  readonly data: { readonly [name: string]: unknown };
}

/**
 * What a program can be told of, and with what. A program with features of its own adds their
 * events to this interface.
 */
export interface SlipwayEvents extends Record<Exclude<EventName, 'batch.finished'>, HappenedEvent> {
  /**
   * Every ad of a batch is launched or has failed; again when it was retried. In any process on the
   * same database.
   */
  'batch.finished': { readonly companyId: string; readonly batch: BatchStatus };
}

export type Listener<E extends keyof SlipwayEvents> = (event: SlipwayEvents[E]) => void;

interface EventSource {
  /** Returns the function that ends it. */
  on<E extends keyof SlipwayEvents>(event: E, listener: Listener<E>): () => void;
  /** The store of the service: what a commit made true is told once it is committed. */
  telling(store: Store): Store;
  /** The events of the service, and those that the program around it listens to. */
  heard(events: Events): Events;
  /** From now on the ends of batches are told. */
  open(ports: ServicePorts): void;
  close(): void;
}

/** Carries an event through a commit, and is not written. */
const carrier: Kind = kind('embedded-event');

/** Tells the program around the service what happens. Reads nothing while there is no listener. */
export function createEvents(log: Log, names: readonly string[]): EventSource {
  const listeners = new Map<keyof SlipwayEvents, Set<Listener<never>>>();
  const tell = <E extends keyof SlipwayEvents>(name: E, event: SlipwayEvents[E]): void => {
    for (const listener of listeners.get(name) ?? [])
      try {
        listener(event as never);
      } catch (error) {
        log.error('listener.failed', { event: name, error: String(error) });
      }
  };
  const isHeard = (name: string): boolean => (listeners.get(name as EventName)?.size ?? 0) > 0;
  const carried = (companyId: string, { id, at, call }: Event): readonly Write[] =>
    call === undefined || call.name === 'batch.finished' || !isHeard(call.name)
      ? []
      : [
          {
            kind: carrier,
            companyId,
            id,
            expect: 'absent',
            doc: { at, name: call.name, data: call.data },
          },
        ];
  const tellCarried = ({ companyId, id, doc }: Write): void => {
    const { at, name, data } = doc as {
      at: number;
      name: Exclude<EventName, 'batch.finished'>;
      data: HappenedEvent['data'];
    };
    tell(name, { companyId, id, createdAt: new Date(at).toISOString(), data });
  };
  const batches = createBatchEnds(log, (event) => tell('batch.finished', event));

  return {
    on(event, listener) {
      if (!names.includes(event))
        throw new TypeError(`There is no event ${String(event)}; there are ${names.join(', ')}.`);
      const own = listeners.get(event) ?? new Set();
      listeners.set(event, own.add(listener as Listener<never>));
      if (event === 'batch.finished') batches.listen();
      return () => {
        own.delete(listener as Listener<never>);
      };
    },
    telling: (store) => ({
      ...store,
      async commit(writes) {
        const kept = writes.flatMap((write, at) => (write.kind === carrier ? [] : [at]));
        if (kept.length === writes.length) return store.commit(writes);
        const conflict = await store.commit(writes.filter(({ kind: of }) => of !== carrier));
        if (conflict !== undefined)
          return { ...conflict, lost: conflict.lost.map((at) => kept[at] ?? at) };
        for (const write of writes) if (write.kind === carrier) tellCarried(write);
        return undefined;
      },
    }),
    heard: (events) => ({
      ...events,
      writes: async (companyId, event) => [
        ...(await events.writes(companyId, event)),
        ...carried(companyId, event),
      ],
      isWanted: async (companyId, name) => isHeard(name) || events.isWanted(companyId, name),
    }),
    open: batches.open,
    close() {
      batches.close();
      listeners.clear();
    },
  };
}

/** Tells how batches end, by what the processes on one database ring for. */
function createBatchEnds(log: Log, tell: (event: SlipwayEvents['batch.finished']) => void) {
  /** When each batch that was told of lately had ended: many rings tell of one end. */
  const told = createCache<number>({ max: 10_000, sizeOf: () => 1 });
  const looking = new Set<string>();
  let ports: ServicePorts | undefined;
  let unsubscribe: (() => void) | undefined;

  const look = async (topic: string): Promise<void> => {
    const [companyId = '', batchId = ''] = topic.split(' ');
    if (ports === undefined) return;
    const { finishedAt } = (await readBatch(ports.store, companyId, batchId)).doc;
    if (finishedAt === undefined || told.get(topic) === finishedAt) return;
    told.set(topic, finishedAt);
    tell({ companyId, batch: await batchStatus(ports, companyId, batchId) });
  };
  const heard = (topic: string): void => {
    if (looking.has(topic)) return;
    looking.add(topic);
    // After the work of this turn, so that rings that come together are one look; the last ring is
    // always followed by one.
    void Promise.resolve()
      .then(() => looking.delete(topic))
      .then(() => look(topic))
      .catch((error: unknown) => log.warn('event.missed', { topic, error: String(error) }));
  };
  return {
    open(opened: ServicePorts): void {
      ports = opened;
    },
    listen(): void {
      unsubscribe ??= ports?.notifier.subscribe(BATCH_EVENTS, heard);
    },
    close: () => unsubscribe?.(),
  };
}
