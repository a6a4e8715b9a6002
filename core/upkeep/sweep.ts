import { chainAudit } from '../access/audit-chain.ts';
import { forgetInvites } from '../access/invites.ts';
import { companyKind } from '../access/records.ts';
import { forgetSessions } from '../access/sessions.ts';
import { forgetSignInLinks } from '../access/sign-in-links.ts';
import { forgetAuthorizations } from '../accounts/authorize.ts';
import type { Platforms } from '../accounts/find-account.ts';
import { watchConnections } from '../accounts/watch-connections.ts';
import type { Events } from '../events/events.ts';
import { forgetApprovals } from '../features/approvals/approvals.ts';
import { forgetRuns } from '../features/automations/forget.ts';
import { forgetComments } from '../features/comments/forget.ts';
import { watchComments } from '../features/comments/watch.ts';
import { forgetConversions } from '../features/conversions/forget.ts';
import { forgetExports } from '../features/exports/forget-exports.ts';
import { forgetNotifications } from '../features/notifications/list.ts';
import { forgetDeliveries } from '../features/webhooks/forget-deliveries.ts';
import { forgetSeenBudgets } from '../gate/seen.ts';
import { forgetStarted } from '../gate/started-by.ts';
import { forgetLoosePages } from '../launch/forget-batches.ts';
import { forgetLaunchedInto } from '../launch/repeats/records.ts';
import { forgetImports } from '../media/import/forget.ts';
import type { ExportFiles } from '../ports/export-files.ts';
import type { JobDone } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import { SYSTEM } from '../ports/store.ts';
import type { Forgotten } from '../records/expired.ts';
import { forgetIdempotent } from '../records/idempotency.ts';
import { queueJob } from '../records/job.ts';
import { allOf } from '../records/list.ts';
import { type RemovalPorts, removeCompany } from './remove-company.ts';
import { forgetOld, type RetentionPorts } from './retention.ts';
import { orderWatch } from './watch.ts';

/** What is kept for a time only is let go of in the background, by a job that never ends: one for all processes. */
export const SWEEP_QUEUE = 'sweep';

const EVERY_MS = 60 * 60 * 1000;
/** Where a company that is removed still has work that a worker holds. */
const LEFT_MS = 30_000;
/** One turn, then other jobs have theirs. */
const TURN_MS = 10_000;
/** Between two steps others have the database. */
const PAUSE_MS = 50;

export interface SweepPorts extends RemovalPorts, RetentionPorts {
  readonly platforms: Platforms;
  readonly events: Events;
  /** Told of credentials that end. */
  readonly log?: Log;
  readonly exportFiles: ExportFiles;
  /** How long uploads of conversion events and their outcomes are kept. */
  readonly conversionDays?: number;
}

/** Has the sweep begin, or begin again. */
export async function startSweeping({ store, clock }: Pick<SweepPorts, 'store' | 'clock'>): Promise<void> {
  // Whoever was faster has done it.
  await store.commit([await queueJob(store, SWEEP_QUEUE, SYSTEM, 'expired', clock.now())]);
}

/** What lies beside the companies: of people and of those who want to be. */
async function forgetSignIns(ports: SweepPorts): Promise<Forgotten> {
  const steps = [await forgetSessions(ports), await forgetSignInLinks(ports), await forgetInvites(ports)];
  return steps.includes('more') ? 'more' : 'done';
}

/**
 * Company by company, in small steps. A turn that ends early starts again at the first company, which has
 * nothing left by then.
 */
export async function runSweep(ports: SweepPorts, stopping: () => boolean): Promise<JobDone> {
  const { store, clock } = ports;
  const until = clock.monotonic() + TURN_MS;
  while ((await forgetSignIns(ports)) === 'more') {
    if (stopping() || clock.monotonic() >= until) return { againAt: clock.now() + PAUSE_MS };
    await clock.sleep(PAUSE_MS);
  }
  const pause = async (): Promise<boolean> => {
    await clock.sleep(PAUSE_MS);
    return !stopping() && clock.monotonic() < until;
  };
  let left = false;
  for (const company of await allOf(store, companyKind, SYSTEM)) {
    const { id: companyId, doc } = company;
    if (doc.deleteAt !== undefined && doc.deleteAt <= clock.now()) {
      if ((await removeCompany(ports, company, pause)) === 'more') left = true;
      continue;
    }
    // Where a request died between what it was asked for and the job for it.
    if (doc.suspendedAt === undefined) {
      await watchComments(ports, companyId);
      await watchConnections(ports, companyId);
      await orderWatch(ports, companyId);
    }
    for (let more = true; more; ) {
      if (stopping() || clock.monotonic() >= until) return { againAt: clock.now() + PAUSE_MS };
      const steps = [
        await forgetIdempotent(ports, companyId),
        await forgetAuthorizations(ports, companyId),
        await forgetExports(ports, companyId),
        await forgetImports(ports, companyId),
        // Those of a suspended company wait for it.
        doc.suspendedAt === undefined ? await forgetDeliveries(ports, companyId) : 'done',
        await forgetNotifications(ports, companyId),
        await forgetSeenBudgets(ports, companyId),
        await forgetStarted(ports, companyId),
        await forgetApprovals(ports, companyId),
        await forgetRuns(ports, companyId),
        await forgetComments(ports, companyId),
        await forgetLaunchedInto(ports, companyId),
        await forgetLoosePages(ports, companyId),
        await forgetConversions(ports, companyId),
        await chainAudit(ports, companyId),
        await ports.facts.thin(companyId, clock.now()),
        await ports.facts.rollUp(companyId, 1),
        await forgetOld(ports, companyId),
      ];
      more = steps.includes('more');
      if (more) await clock.sleep(PAUSE_MS);
    }
  }
  return { againAt: clock.now() + (left ? LEFT_MS : EVERY_MS) };
}
