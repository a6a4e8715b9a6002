import type * as v from 'valibot';
import { auditWrite } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { SlipwayError } from '../errors.ts';
import { refuseFaults } from '../manage/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { kind, type Store } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { type ListPage, pageOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';
import { type Room, refuseBeyond } from '../records/room.ts';
import type { PageWindow } from '../schema/envelope.ts';
import type { NamingConvention, namingConventionChanges, newNamingConvention } from '../schema/naming.ts';
import { conventionFaults } from './check.ts';
import type { Convention } from './convention.ts';

interface ConventionRecord extends Convention {
  readonly name: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const namingConventionKind = kind<ConventionRecord>('naming-convention', { createdAt: 'number' });

const room: Room<ConventionRecord> = {
  ...{ kind: namingConventionKind, most: 200, what: 'naming conventions', code: 'too_many_conventions' },
};

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Saves a convention. One that cannot be read back is refused with two rows of values that make one name. */
export function createConvention(
  ports: Ports,
  caller: Caller,
  request: v.InferOutput<typeof newNamingConvention>,
  once: Once = unkeyed(ports.store),
): Promise<NamingConvention> {
  return once.inOneCommit(async (conclude) => {
    refuseFaults(conventionFaults(request));
    await refuseBeyond(ports.store, caller.companyId, room);
    const id = randomId(ports.secrets, 'nam');
    const now = ports.clock.now();
    const doc: ConventionRecord = { ...request, createdAt: now, updatedAt: now };
    const created = shown(id, doc);
    await conclude(
      [
        { kind: namingConventionKind, companyId: caller.companyId, id, expect: 'absent', doc },
        auditWrite(ports, caller, 'naming-convention.create', id, { name: doc.name }),
      ],
      created,
    );
    return created;
  });
}

/** A company's conventions, the newest first. */
export async function listConventions(
  { store }: Pick<Ports, 'store'>,
  companyId: string,
  window: PageWindow,
): Promise<ListPage<NamingConvention>> {
  const query = { order: { by: 'createdAt', direction: 'desc' } } as const;
  const { items, total } = await pageOf(store, namingConventionKind, companyId, query, window);
  return { items: items.map(({ id, doc }) => shown(id, doc)), total };
}

export async function readConvention({ store }: Pick<Ports, 'store'>, companyId: string, id: string): Promise<NamingConvention> {
  const found = await store.get(namingConventionKind, companyId, id);
  if (found === undefined) throw missing();
  return shown(id, found.doc);
}

/** Replaces the members that are given. The whole must still be readable. */
export async function changeConvention(
  ports: Ports,
  caller: Caller,
  id: string,
  changes: v.InferOutput<typeof namingConventionChanges>,
): Promise<NamingConvention> {
  await changeDocument(ports.store, namingConventionKind, caller.companyId, id, (current) => {
    if (current === undefined) throw missing();
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const doc: ConventionRecord = { ...current.doc, ...given, updatedAt: ports.clock.now() };
    refuseFaults(conventionFaults(doc));
    return { doc, also: [auditWrite(ports, caller, 'naming-convention.change', id, { fields: Object.keys(given) })] };
  });
  return readConvention(ports, caller.companyId, id);
}

export async function deleteConvention(ports: Ports, caller: Caller, id: string): Promise<void> {
  await changeDocument(ports.store, namingConventionKind, caller.companyId, id, (current) => {
    if (current === undefined) throw missing();
    return { doc: undefined, also: [auditWrite(ports, caller, 'naming-convention.delete', id, { name: current.doc.name })] };
  });
}

const missing = (): SlipwayError => new SlipwayError('not_found', 'There is no such naming convention.');

const shown = (id: string, { createdAt, updatedAt, ...doc }: ConventionRecord): NamingConvention => ({
  id,
  name: doc.name,
  level: doc.level,
  separator: doc.separator,
  fields: doc.fields.map(({ options, ...field }) => ({ ...field, ...(options !== undefined && { options: [...options] }) })),
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});
