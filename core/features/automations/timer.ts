import { lastTime, nextTime, zoneOf } from '../../base/time/schedule.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { JobDone } from '../../ports/jobs.ts';
import { changeKept } from '../../records/change.ts';
import { jobId } from '../../records/job.ts';
import { beginScheduled } from './execute/order.ts';
import { EXECUTION_QUEUE, ruleKind } from './records.ts';

type Ports = Pick<ServicePorts, 'store' | 'clock' | 'jobs'>;

/** A run that begins this much later was missed. */
const GRACE_MS = 10 * 60_000;
/** Clocks of two machines differ by less. */
const BACK_MS = 2 * 60_000;

/**
 * Begins the run that is due, and comes back when the next is. Of missed moments at most the latest
 * is run, and only where the rule says so. A moment is run once, however often this is called and
 * whatever the wall clock does: its run has one id.
 */
export async function runRuleClock(
  ports: Ports,
  companyId: string,
  ruleId: string,
): Promise<JobDone> {
  const { store, clock } = ports;
  const rule = await store.get(ruleKind, companyId, ruleId);
  if (rule === undefined || !rule.doc.enabled) return undefined;
  const { schedule } = rule.doc.rule;
  const zone = zoneOf(schedule, rule.doc.timezone);
  const now = clock.now();
  const due = lastTime(schedule, now, zone);
  // A clock that ran ahead noted a moment in the future: what is due now is looked at again.
  const since = rule.doc.lookedAt > now + BACK_MS ? now - GRACE_MS : rule.doc.lookedAt;
  if (
    due !== undefined &&
    due > since &&
    (now - due <= GRACE_MS || schedule.missed === 'runOnce')
  ) {
    const begun = await beginScheduled(ports, companyId, { ruleId, record: rule.doc, due });
    if (begun !== undefined)
      await ports.jobs.wake(jobId(EXECUTION_QUEUE, companyId, begun.executionId));
  }
  await changeKept(store, ruleKind, {
    companyId,
    id: ruleId,
    change: (doc) => ({ ...doc, lookedAt: now }),
  });
  const next = nextTime(schedule, now, zone);
  return next === undefined ? undefined : { againAt: next };
}
