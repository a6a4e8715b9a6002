import { refusal } from '../base/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobHandlers } from '../ports/jobs.ts';
import { type Store, SYSTEM } from '../ports/store.ts';
import { type CompanyRecord, companyKind } from './records.ts';

/** How often the work of a suspended company is tried again. */
const WAIT_MS = 30_000;
/** How long a suspension may take to reach running work. */
const NOTICE_MS = 2_000;

export function refuseSuspended(company: CompanyRecord | undefined): void {
  if (company?.suspendedAt === undefined) return;
  const message = `The company ${company.name} is suspended since ${new Date(company.suspendedAt).toISOString()}. Its operator can resume it; nothing of it is lost until then.`;
  throw refusal('forbidden', { path: '', code: 'company_suspended', message });
}

/**
 * Jobs of a suspended company wait: due ones are postponed, long running ones save their place and
 * return. Jobs of a company that is being removed end.
 */
export function heldWhileSuspended(
  ports: { readonly store: Store; readonly clock: Clock },
  handlers: JobHandlers,
): JobHandlers {
  const held = (handle: JobHandlers[string]): JobHandlers[string] => {
    return async (job, stopping, turn) => {
      if (job.companyId === SYSTEM) return handle(job, stopping, turn);
      const company = (await ports.store.get(companyKind, SYSTEM, job.companyId))?.doc;
      if (company?.removing) return undefined;
      if (company?.suspendedAt !== undefined) return { againAt: ports.clock.now() + WAIT_MS };
      const isSuspended = watchSuspension(ports, job.companyId);
      return handle(job, () => stopping() || isSuspended(), turn);
    };
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([queue, handle]) => [queue, held(handle)]),
  );
}

/** Whether a company was suspended meanwhile. Asks the store now and then, only when called. */
function watchSuspension(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): () => boolean {
  let [askedAt, isSuspended] = [clock.monotonic(), false];
  const ask = async (): Promise<void> => {
    isSuspended = (await store.get(companyKind, SYSTEM, companyId))?.doc.suspendedAt !== undefined;
  };
  return () => {
    if (clock.monotonic() - askedAt >= NOTICE_MS) {
      askedAt = clock.monotonic();
      // Asked again later.
      ask().catch(() => undefined);
    }
    return isSuspended;
  };
}
