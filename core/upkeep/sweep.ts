import { forgetInvites } from '../access/invites.ts';
import { companyKind } from '../access/records.ts';
import { forgetSessions } from '../access/sessions.ts';
import { forgetSignInLinks } from '../access/sign-in-links.ts';
import type { Feature } from '../operations/feature.ts';
import type { ServicePorts } from '../operations/ports.ts';
import type { JobDone } from '../ports/jobs.ts';
import { SYSTEM } from '../ports/store.ts';
import type { Forgotten } from '../records/expired.ts';
import { queueJob } from '../records/job.ts';
import { allOf } from '../records/list.ts';
import { removeCompany } from './remove-company.ts';
import { forgetOld } from './retention.ts';

/** Removes expired data in the background, by one endless job for all processes. */
export const SWEEP_QUEUE = 'sweep';

const EVERY_MS = 60 * 60 * 1000;
/** Pause while a worker holds work of a removed company. */
const LEFT_MS = 30_000;
/** One turn, then other jobs have theirs. */
const TURN_MS = 10_000;
/** Gives others the database between two steps. */
const PAUSE_MS = 50;

export async function startSweeping({
  store,
  clock,
}: Pick<ServicePorts, 'store' | 'clock'>): Promise<void> {
  // A conflict means that another process did it.
  await store.commit([
    await queueJob(store, SWEEP_QUEUE, { companyId: SYSTEM, subject: 'expired', now: clock.now() }),
  ]);
}

async function forgetSignIns(ports: ServicePorts): Promise<Forgotten> {
  const steps = [
    await forgetSessions(ports),
    await forgetSignInLinks(ports),
    await forgetInvites(ports),
  ];
  return steps.includes('more') ? 'more' : 'done';
}

/**
 * Company by company, in small steps. An interrupted turn starts again at the first company, which
 * has nothing left by then.
 */
export async function runSweep(
  ports: ServicePorts,
  features: readonly Feature[],
  stopping: () => boolean,
): Promise<JobDone> {
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
      if ((await removeCompany(ports, features, company, pause)) === 'more') left = true;
      continue;
    }
    const isSuspended = doc.suspendedAt !== undefined;
    // A request may have died before it queued its job.
    if (!isSuspended) for (const { watch } of features) await watch?.(ports, companyId);
    for (let more = true; more; ) {
      if (stopping() || clock.monotonic() >= until) return { againAt: clock.now() + PAUSE_MS };
      const steps: Forgotten[] = [];
      for (const { forget } of features)
        if (forget !== undefined) steps.push(await forget(ports, companyId, { isSuspended }));
      steps.push(
        await ports.facts.thin(companyId, clock.now()),
        await ports.facts.rollUp(companyId, 1),
        await forgetOld(ports, companyId),
      );
      more = steps.includes('more');
      if (more) await clock.sleep(PAUSE_MS);
    }
  }
  return { againAt: clock.now() + (left ? LEFT_MS : EVERY_MS) };
}
