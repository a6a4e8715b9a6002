import { type ErrorCode, SlipwayError } from '../base/errors.ts';
import { breaks } from '../base/refusal.ts';
import type { PageWindow } from '../base/schema/envelope.ts';
import { isoTime } from '../base/time/days.ts';
import { type Store, type Stored, SYSTEM, type Write } from '../ports/store.ts';
import type { Turns } from '../ports/turns.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { type ListPage, pageOf, pageOfMatching } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { type AuditRecord, auditWrite } from './audit.ts';
import { beforeAndAfter } from './before-and-after.ts';
import type { Actor, Caller } from './caller.ts';
import type { ShownCompany } from './company-schema.ts';
import { chosenCompany } from './first-company.ts';
import { createKey, type NewKey } from './keys.ts';
import { type CompanyLimits, type CompanyRecord, companyKind } from './records.ts';
import type { Key } from './schema.ts';

interface Ports extends WritePorts {
  readonly turns?: Turns;
}

/** How long a company that is to be deleted can be resumed. */
export const DELETION_WAIT_MS = 7 * 86_400_000;
/** How old the export of an active company may be when it is deleted. */
export const EXPORT_HOLDS_MS = 86_400_000;

/** Oldest first. */
export async function listCompanies(
  { store, turns }: Pick<Ports, 'store' | 'turns'>,
  search: string | undefined,
  window: PageWindow,
): Promise<ListPage<ShownCompany>> {
  const query = { order: { by: 'createdAt' } } as const;
  const wanted = search?.toLowerCase();
  const { items, total } =
    wanted === undefined
      ? await pageOf(store, companyKind, { companyId: SYSTEM, query, ...window })
      : await pageOfMatching(store, companyKind, {
          companyId: SYSTEM,
          query,
          ...window,
          matches: ({ name }) => name.toLowerCase().includes(wanted),
          turns,
        });
  return { items: items.map(shown), total };
}

/** Throws `not_found`. */
export const describeCompany = async (
  { store }: Pick<Ports, 'store'>,
  id: string,
): Promise<ShownCompany> => shown(await found(store, id));

interface CompanyPatch {
  readonly name?: string | undefined;
  /** null removes a limit. */
  readonly limits?: { readonly [L in keyof CompanyLimits]?: number | null | undefined } | undefined;
}

export const updateCompany = (
  ports: Ports,
  operator: Actor,
  id: string,
  { name, limits }: CompanyPatch,
) =>
  changeCompany(ports, operator, {
    id,
    once: unkeyed(ports.store),
    action: 'company.update',
    change: (before) => {
      const doc = {
        ...before,
        ...(name !== undefined && { name }),
        ...(limits && { limits: patched(before.limits, limits) }),
      };
      const changed = beforeAndAfter(before, doc, ['name', 'limits']);
      return {
        doc,
        details: { name: doc.name, formerName: before.name, limits: { ...doc.limits }, ...changed },
      };
    },
  });

/** Refuses its callers and stops its work. Harmless when repeated. */
export async function suspendCompany(
  ports: Ports,
  operator: Actor,
  id: string,
  once: Once = unkeyed(ports.store),
) {
  await refuseOwn(ports, operator, id, 'suspended');
  return changeCompany(ports, operator, {
    id,
    once,
    action: 'company.suspend',
    change: (before) => ({
      doc: { ...before, suspendedAt: before.suspendedAt ?? ports.clock.now() },
    }),
  });
}

/** Its work goes on where it was; a waiting deletion is taken back. */
export const resumeCompany = (
  ports: Ports,
  operator: Actor,
  id: string,
  once: Once = unkeyed(ports.store),
) =>
  changeCompany(ports, operator, {
    id,
    once,
    action: 'company.resume',
    change: ({ suspendedAt: _since, deleteAt: _at, ...before }) => ({
      doc: before,
    }),
  });

/**
 * Suspends a company and has it removed after DELETION_WAIT_MS (core/upkeep/remove-company.ts).
 * Throws `unprocessable_entity` unless `confirm` is its name, and `conflict` unless it was exported
 * (core/upkeep/export-company.ts) or is to go `withoutExport`. Asking again does not put it off.
 */
export async function deleteCompany(
  ports: Ports,
  operator: Actor,
  id: string,
  {
    confirm,
    withoutExport = false,
    once = unkeyed(ports.store),
  }: {
    readonly confirm: string;
    readonly withoutExport?: boolean | undefined;
    readonly once?: Once;
  },
) {
  await refuseOwn(ports, operator, id, 'deleted');
  return changeCompany(ports, operator, {
    id,
    once,
    action: 'company.delete',
    change: (before) => {
      if (confirm !== before.name) {
        const message = `Everything of this company would be removed. Give its name, ${before.name}, as confirm.`;
        throw breaks('confirm', 'confirm_with_name', message);
      }
      const now = ports.clock.now();
      const { exportedAt } = before;
      if (!withoutExport && before.deleteAt === undefined && !isExported(before, now))
        throw notExported(before);
      const deleteAt = before.deleteAt ?? now + DELETION_WAIT_MS;
      return {
        doc: { ...before, suspendedAt: before.suspendedAt ?? now, deleteAt },
        details: {
          name: before.name,
          deleteAt: new Date(deleteAt).toISOString(),
          exportedAt: isoTime(exportedAt),
        },
      };
    },
  });
}

/**
 * A suspended company does not change: an export that began since then holds, however old it is.
 */
const isExported = ({ exportedAt, suspendedAt }: CompanyRecord, now: number): boolean =>
  exportedAt !== undefined &&
  (exportedAt > now - EXPORT_HOLDS_MS || (suspendedAt !== undefined && exportedAt > suspendedAt));

function notExported({ name, exportedAt }: CompanyRecord): SlipwayError {
  const state =
    exportedAt === undefined
      ? 'has not been exported'
      : `was last exported at ${isoTime(exportedAt)}`;
  const message = `The company ${name} ${state}. Export it to the end first, or give withoutExport: true.`;
  return new SlipwayError('conflict', message, {
    details: [{ path: 'withoutExport', code: 'not_exported', message, hint: 'companies.export' }],
  });
}

/** A key of a company, for its operator's support. At most an admin's rights. */
export async function createCompanyKey(
  ports: Ports,
  operator: Caller,
  id: string,
  { request, once }: { readonly request: NewKey; readonly once: Once },
): Promise<Key & { readonly key: string }> {
  refuseRemoved((await found(ports.store, id)).doc);
  const { sessionId: _session, ...caller } = operator;
  const trace = await traceWrites(ports, operator, {
    id,
    action: 'company.createKey',
    details: { name: request.name },
    where: 'installation',
  });
  return createKey(
    ports,
    { ...caller, companyId: id, scopes: ['admin'] },
    { request, once, also: trace },
  );
}

type Change = (before: CompanyRecord) => {
  readonly doc: CompanyRecord;
  readonly details?: AuditRecord['details'];
};

/** Writes to the audits of the company and of the installation. Throws `not_found`, `gone`. */
export async function changeCompany(
  ports: Ports,
  operator: Actor,
  {
    id,
    once,
    action,
    change,
  }: { readonly id: string; readonly once: Once; readonly action: string; readonly change: Change },
) {
  return once.inOneCommit<{ readonly company: ShownCompany }>(async (conclude) => {
    for (;;) {
      const current = await found(ports.store, id);
      refuseRemoved(current.doc);
      const { doc, details } = change(current.doc);
      const answer = { company: shown({ ...current, doc }) };
      const writes = [
        { kind: companyKind, companyId: SYSTEM, id, expect: current.version, doc },
        ...(await traceWrites(ports, operator, {
          id,
          action,
          details: details ?? { name: doc.name },
        })),
      ];
      if ((await conclude(writes, answer)) === undefined) return answer;
    }
  });
}

/** The audit of the installation stays when the company has gone. */
async function traceWrites(
  ports: Ports,
  operator: Actor,
  {
    id,
    action,
    details,
    where = 'both',
  }: {
    readonly id: string;
    readonly action: string;
    readonly details: AuditRecord['details'];
    readonly where?: 'both' | 'installation' | undefined;
  },
): Promise<readonly Write[]> {
  const installation = await auditingCompany(ports, operator.companyId);
  const audited = new Set(where === 'both' ? [id, installation] : [installation]);
  return [...audited].map((companyId) =>
    auditWrite(ports, { ...operator, companyId }, { action, subject: id, details }),
  );
}

/** The audit of the installation is that of the company it began with. */
export const auditingCompany = async (
  ports: Pick<Ports, 'store'>,
  otherwise: string,
): Promise<string> => (await chosenCompany(ports, undefined).catch(unlessUnknown))?.id ?? otherwise;

const unlessUnknown = (error: unknown): undefined => {
  if (
    error instanceof SlipwayError &&
    (['conflict', 'not_found'] as ErrorCode[]).includes(error.code)
  )
    return undefined;
  throw error;
};

async function found(store: Store, id: string): Promise<Stored<CompanyRecord>> {
  const company = await store.get(companyKind, SYSTEM, id);
  if (company !== undefined) return company;
  throw new SlipwayError('not_found', `There is no company ${id}.`, { hint: 'companies.list' });
}

function refuseRemoved({ name, removing }: CompanyRecord): void {
  if (removing)
    throw new SlipwayError(
      'gone',
      `The removal of the company ${name} has begun: it cannot be brought back.`,
    );
}

/**
 * An operator could not undo locking out himself, or the company that stands for the installation.
 */
async function refuseOwn(
  ports: Ports,
  { companyId }: Actor,
  id: string,
  what: string,
): Promise<void> {
  if (id === companyId)
    throw breaks(
      'id',
      'own_company',
      `This is the company of your own key: it cannot be ${what} by itself.`,
    );
  if (id === (await auditingCompany(ports, companyId)))
    throw breaks(
      'id',
      'first_company',
      `The installation began with this company and keeps its audit there: it cannot be ${what}.`,
    );
}

function patched(
  before: CompanyLimits = {},
  patch: NonNullable<CompanyPatch['limits']>,
): CompanyLimits {
  const all = { ...before, ...patch };
  return Object.fromEntries(Object.entries(all).filter(([, limit]) => typeof limit === 'number'));
}

const shown = ({ id, doc }: Stored<CompanyRecord>): ShownCompany => ({
  id,
  name: doc.name,
  createdAt: new Date(doc.createdAt).toISOString(),
  status:
    doc.deleteAt !== undefined
      ? 'deleting'
      : doc.suspendedAt !== undefined
        ? 'suspended'
        : 'active',
  suspendedAt: isoTime(doc.suspendedAt),
  deleteAt: isoTime(doc.deleteAt),
  exportedAt: isoTime(doc.exportedAt),
  limits: {
    readsPerMinute: doc.limits?.readsPerMinute ?? null,
    writesPerMinute: doc.limits?.writesPerMinute ?? null,
    webhooks: doc.limits?.webhooks ?? null,
    adsPerMonth: doc.limits?.adsPerMonth ?? null,
    mediaBytes: doc.limits?.mediaBytes ?? null,
  },
});
