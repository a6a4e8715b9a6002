import * as v from 'valibot';
import { auditWrite } from '../access/audit.ts';
import { beforeAndAfter } from '../access/before-and-after.ts';
import type { Actor } from '../access/caller.ts';
import { type Fault, type Hint, SlipwayError } from '../base/errors.ts';
import { refuseFaults } from '../base/refusal.ts';
import type { PageWindow } from '../base/schema/envelope.ts';
import type { Kind, Store, Stored } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { allOf, type ListPage, pageOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';
import { type Room, refuseBeyond } from '../records/room.ts';
import type { ServicePorts } from './ports.ts';

export interface NamedRecord {
  readonly name: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly used?: Use | undefined;
}

interface Use {
  readonly ads: number;
  readonly batches: readonly { readonly id: number; readonly ads: number; readonly at: number }[];
}

export const usedIn = v.object({
  ads: v.number(),
  batches: v.array(v.object({ id: v.number(), ads: v.number(), launchedAt: v.string() })),
});

/** Without `events` there is nobody who listens. */
export type NamedPorts = Pick<ServicePorts, 'store' | 'clock' | 'secrets'> &
  Partial<Pick<ServicePorts, 'events'>>;

interface NamedForm<R extends NamedRecord, S extends object, P extends NamedPorts = NamedPorts> {
  readonly kind: Kind<R>;
  readonly room: Omit<Room<R>, 'kind'>;
  /** Of ids: `tpl`. */
  readonly prefix: string;
  /** The noun of its audit entries: `ad-copy-template`. */
  readonly noun: string;
  /**
   * An event of the feature: programs are told of each new document, in the commit that makes it.
   */
  readonly event?: string;
  /** How they are listed. Default: the newest first. */
  readonly order?: 'asc';
  /** The message for an id that is not there. */
  readonly missing: string;
  /** The operation that lists them. */
  readonly hint: Hint;
  shown(id: string, doc: R): S;
  /**
   * What keeps a document from being saved: `doc` is the whole, `given` the members of this
   * request. May be called repeatedly.
   */
  faults?(
    ports: P,
    companyId: string,
    doc: R,
    given: Partial<R>,
  ): readonly Fault[] | Promise<readonly Fault[]>;
}

type Given<R extends NamedRecord> = Omit<R, 'createdAt' | 'updatedAt' | 'used'>;

export interface NamedDocuments<
  R extends NamedRecord,
  S extends object,
  P extends NamedPorts = NamedPorts,
> {
  create(ports: P, caller: Actor, request: Given<R>, once?: Once): Promise<S>;
  list(ports: Pick<P, 'store'>, companyId: string, window: PageWindow): Promise<ListPage<S>>;
  all(store: Store, companyId: string): Promise<readonly Stored<R>[]>;
  read(ports: Pick<P, 'store'>, companyId: string, id: string): Promise<S>;
  /** Throws `not_found`. */
  stored(store: Store, companyId: string, id: string): Promise<Stored<R>>;
  /** A member that is undefined stays as it is; null empties it. */
  change(
    ports: P,
    caller: Actor,
    id: string,
    changes: Partial<{ [K in keyof Given<R>]: Given<R>[K] | undefined }>,
  ): Promise<S>;
  remove(ports: P, caller: Actor, id: string): Promise<void>;
  /** Notes that ads of a batch were made with it, where it still exists. */
  noteUse(store: Store, companyId: string, id: string, use: Use['batches'][number]): Promise<void>;
}

/** Counts the documents that the ads of a request were made with, each ad once. */
export function countedUses(documents: Pick<NamedDocuments<never, never, never>, 'noteUse'>) {
  const byAd = new Map<number, string>();
  return {
    count(ad: number, id: string | undefined): void {
      if (id !== undefined) byAd.set(ad, id);
    },
    async note(
      store: Store,
      companyId: string,
      batch: { readonly id: number; readonly at: number },
    ): Promise<void> {
      const ads = new Map<string, number>();
      for (const id of byAd.values()) ads.set(id, (ads.get(id) ?? 0) + 1);
      for (const [id, count] of ads)
        await documents.noteUse(store, companyId, id, { ...batch, ads: count });
    },
  };
}

const MOST_BATCHES = 20;

export function namedDocuments<
  R extends NamedRecord,
  S extends object,
  P extends NamedPorts = NamedPorts,
>(form: NamedForm<R, S, P>): NamedDocuments<R, S, P> {
  const { kind, noun, prefix, shown } = form;
  const order = form.order && { direction: form.order };
  const room: Room<R> = { kind, ...form.room };
  const missing = () => new SlipwayError('not_found', form.missing, { hint: form.hint });
  const stored = async (store: Store, companyId: string, id: string): Promise<Stored<R>> => {
    const found = await store.get(kind, companyId, id);
    if (found === undefined) throw missing();
    return found;
  };
  const read = async ({ store }: Pick<P, 'store'>, companyId: string, id: string): Promise<S> =>
    shown(id, (await stored(store, companyId, id)).doc);
  return {
    create: (ports, caller, request, once = unkeyed(ports.store)) =>
      once.inOneCommit<S>(async (conclude) => {
        const { companyId } = caller;
        const now = ports.clock.now();
        const doc = { ...request, createdAt: now, updatedAt: now } as unknown as R;
        refuseFaults((await form.faults?.(ports, companyId, doc, doc)) ?? []);
        await refuseBeyond(ports.store, companyId, room);
        const id = randomId(ports.secrets, prefix);
        const created = shown(id, doc);
        const call =
          form.event === undefined ? undefined : { name: form.event, data: { [noun]: created } };
        await conclude(
          [
            { kind, companyId, id, expect: 'absent', doc },
            auditWrite(ports, caller, {
              action: `${noun}.create`,
              subject: id,
              details: { name: doc.name },
            }),
            ...(call === undefined
              ? []
              : ((await ports.events?.writes(companyId, { id, at: now, call })) ?? [])),
          ],
          created,
        );
        return created;
      }),
    async list({ store }, companyId, window) {
      const { items, total } = await pageOf(store, kind, {
        companyId,
        query: { order: { ...newestFirst, ...order } },
        ...window,
      });
      return { items: items.map(({ id, doc }) => shown(id, doc)), total };
    },
    all: (store, companyId) =>
      allOf(store, kind, companyId, { order: { ...newestFirst, direction: 'asc' } }),
    read,
    stored,
    async change(ports, caller, id, changes) {
      const { companyId } = caller;
      // What is not undefined is of the record's type.
      const given = Object.fromEntries(
        Object.entries(changes).filter(([, value]) => value !== undefined),
      ) as Partial<R>;
      const changed = (doc: R): R => ({ ...doc, ...given, updatedAt: ports.clock.now() });
      for (;;) {
        const before = await stored(ports.store, companyId, id);
        refuseFaults((await form.faults?.(ports, companyId, changed(before.doc), given)) ?? []);
        const names = Object.keys(given) as (keyof R & string)[];
        const told = { fields: names, ...beforeAndAfter(before.doc, changed(before.doc), names) };
        const also = [
          auditWrite(ports, caller, { action: `${noun}.change`, subject: id, details: told }),
        ];
        const own = { kind, companyId, id, expect: before.version, doc: changed(before.doc) };
        if ((await ports.store.commit([own, ...also])) === undefined)
          return read(ports, companyId, id);
      }
    },
    async remove(ports, caller, id) {
      await changeDocument(ports.store, kind, {
        companyId: caller.companyId,
        id,
        change: (current) => {
          if (current === undefined) throw missing();
          return {
            doc: undefined,
            also: [
              auditWrite(ports, caller, {
                action: `${noun}.delete`,
                subject: id,
                details: { name: current.doc.name },
              }),
            ],
          };
        },
      });
    },
    async noteUse(store, companyId, id, use) {
      await changeDocument(store, kind, {
        companyId,
        id,
        change: (current) => {
          if (current === undefined) return { doc: undefined };
          const { ads = 0, batches = [] } = current.doc.used ?? {};
          const others = batches.filter((batch) => batch.id !== use.id);
          const used: Use = {
            ads: ads + use.ads,
            batches: [use, ...others].slice(0, MOST_BATCHES),
          };
          return { doc: { ...current.doc, used } };
        },
      });
    },
  };
}

const newestFirst = { by: 'createdAt', direction: 'desc' } as const;

export const toldTimes = ({
  createdAt,
  updatedAt,
}: Pick<NamedRecord, 'createdAt' | 'updatedAt'>) => ({
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

export const toldUse = ({ used }: Pick<NamedRecord, 'used'>): v.InferOutput<typeof usedIn> => ({
  ads: used?.ads ?? 0,
  batches: (used?.batches ?? []).map(({ id, ads, at }) => ({
    id,
    ads,
    launchedAt: new Date(at).toISOString(),
  })),
});
