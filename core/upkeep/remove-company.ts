import { auditingCompany } from '../access/administer.ts';
import { auditWrite } from '../access/audit.ts';
import { type CompanyRecord, companyKind } from '../access/records.ts';
import type { Feature, RemovalPorts } from '../operations/feature.ts';
import type { Job } from '../ports/jobs.ts';
import {
  type Document,
  type Kind,
  type Page,
  type Query,
  type Store,
  type Stored,
  SYSTEM,
  type Write,
} from '../ports/store.ts';
import type { Forgotten } from '../records/expired.ts';
import { jobKind } from '../records/job.ts';
import { foundByCompany } from './company-kinds.ts';

/** Documents in one commit, days of figures in one transaction. */
const STEP = 50;
const DAYS = 10;
const JOBS = 500;

/** To be called between two steps; false when the rest is for another turn. */
type Pause = () => Promise<boolean>;

/**
 * Removes a company, with all that belongs to it, in small steps. An interrupted turn leaves the
 * rest to the next. `done` when only the line in the installation's audit is left.
 */
export async function removeCompany(
  ports: RemovalPorts,
  features: readonly Feature[],
  { id: companyId, version, doc }: Stored<CompanyRecord>,
  pause: Pause,
): Promise<Forgotten> {
  const { store } = ports;
  const company: Pick<Write, 'kind' | 'companyId' | 'id'> = {
    kind: companyKind,
    companyId: SYSTEM,
    id: companyId,
  };
  let current = version;
  if (!doc.removing) {
    // Fails if the company was resumed meanwhile; from here on it cannot be.
    const begun: CompanyRecord = { ...doc, removing: true };
    if ((await store.commit([{ ...company, expect: version, doc: begun }])) !== undefined)
      return 'more';
    current += 1;
  }
  const isEmpty =
    (await removeFound(store, companyId, pause)) &&
    (await removeJobs(store, companyId, pause)) &&
    (await removeOutside(ports, features, companyId, pause)) &&
    (await removeFacts(ports, companyId, pause)) &&
    (await removeDocuments(ports.store, features, companyId, pause));
  if (!isEmpty) return 'more';
  const sweep = { companyId: await auditingCompany(ports, SYSTEM), keyId: 'sweep' };
  const conflict = await store.commit([
    { ...company, expect: current, doc: undefined },
    auditWrite(ports, sweep, {
      action: 'company.removed',
      subject: companyId,
      details: { name: doc.name },
    }),
  ]);
  return conflict === undefined ? 'done' : 'more';
}

/** False when it was interrupted. */
async function removeAll<T extends Document>(
  store: Store,
  kind: Kind<T>,
  {
    companyId,
    pause,
    query = {},
    alsoRemove = async () => undefined,
  }: {
    readonly companyId: string;
    readonly pause: Pause;
    readonly query?: Pick<Query<T>, 'where'> | undefined;
    readonly alsoRemove?: (id: string, doc: T) => Promise<void>;
  },
): Promise<boolean> {
  for (;;) {
    const { items } = await store.find(kind, companyId, { ...query, limit: STEP });
    if (items.length === 0) return true;
    for (const { id, doc } of items) await alsoRemove(id, doc);
    // Documents written meanwhile are found again.
    await store.commit(
      items.map(({ id, version }) => ({ kind, companyId, id, expect: version, doc: undefined })),
    );
    if (!(await pause())) return false;
  }
}

/** Documents with their parts outside the store. */
async function removeOutside(
  ports: RemovalPorts,
  features: readonly Feature[],
  companyId: string,
  pause: Pause,
): Promise<boolean> {
  for (const { kind, remove } of features.flatMap((each) => each.outside ?? []))
    if (
      !(await removeAll(ports.store, kind, {
        companyId,
        pause,
        query: {},
        alsoRemove: (id, doc) => remove(ports, companyId, id, doc),
      }))
    )
      return false;
  return true;
}

async function removeFound(store: Store, companyId: string, pause: Pause): Promise<boolean> {
  for (const kind of foundByCompany)
    if (
      !(await removeAll(store, kind, { companyId: SYSTEM, pause, query: { where: { companyId } } }))
    )
      return false;
  return true;
}

/**
 * Jobs lie beside those of all companies. One that a worker has ends by itself
 * (core/access/suspension.ts).
 */
async function removeJobs(store: Store, companyId: string, pause: Pause): Promise<boolean> {
  let isHeld = false;
  for (
    let after: string | undefined, isFirst = true;
    isFirst || after !== undefined;
    isFirst = false
  ) {
    if (!isFirst && !(await pause())) return false;
    const page: Page<Job> = await store.find(jobKind, SYSTEM, {
      limit: JOBS,
      ...(after !== undefined && { after }),
    });
    for (const { id, version, doc } of page.items.filter((job) => job.doc.companyId === companyId))
      if (doc.turn !== undefined) isHeld = true;
      else
        await store.commit([
          { kind: jobKind, companyId: SYSTEM, id, expect: version, doc: undefined },
        ]);
    after = page.next;
  }
  return !isHeld;
}

async function removeFacts(
  { facts }: RemovalPorts,
  companyId: string,
  pause: Pause,
): Promise<boolean> {
  while ((await facts.remove(companyId, DAYS)) === 'more') if (!(await pause())) return false;
  return true;
}

/** Of every kind, until all are empty. */
async function removeDocuments(
  store: Store,
  features: readonly Feature[],
  companyId: string,
  pause: Pause,
): Promise<boolean> {
  const kinds = features.flatMap((each) => each.kinds ?? []);
  for (const kind of kinds) if (!(await removeAll(store, kind, { companyId, pause }))) return false;
  for (const kind of kinds) if ((await store.count(kind, companyId)) > 0) return false;
  return true;
}
