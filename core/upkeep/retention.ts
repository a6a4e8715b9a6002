import { forgetAudit } from '../access/forget-audit.ts';
import { dayText } from '../base/time/days.ts';
import { forgetBatches } from '../launch/forget-batches.ts';
import { forgetMedia } from '../launch/forget-media.ts';
import type { LaunchHooks } from '../launch/hooks.ts';
import { forgetChanges } from '../manage/forget-changes.ts';
import type { DeletionPorts } from '../media/library.ts';
import type { FactLimits, Facts } from '../ports/facts.ts';
import type { Log } from '../ports/log.ts';
import type { Retention } from '../ports/retention.ts';
import type { Forgotten } from '../records/expired.ts';

type Kept = keyof Retention;

interface RetentionPorts extends DeletionPorts {
  readonly facts: Facts;
  readonly log?: Log;
  readonly retention?: Retention;
  readonly hooks: Pick<LaunchHooks, 'leaving'>;
}

const DAY_MS = 86_400_000;
/** Of figures, in one step. */
const DAYS = 2;

/** Forgets some of a company's expired data, and logs how much. */
export async function forgetOld(ports: RetentionPorts, companyId: string): Promise<Forgotten> {
  const { retention = {}, clock, log } = ports;
  const now = clock.now();
  const told = (what: Kept) => (count: number) =>
    log?.info('retention.forgotten', { companyId, what, count });
  const forget = async (
    what: 'batches' | 'changes' | 'media' | 'audit',
    step: (
      ports: DeletionPorts,
      companyId: string,
      before: number,
      told: (count: number) => void,
    ) => Promise<Forgotten>,
  ): Promise<Forgotten> => {
    const days = retention[what];
    return days === undefined ? 'done' : step(ports, companyId, now - days * DAY_MS, told(what));
  };
  // Batches know what ads show: unread ones are read before they go.
  if (retention.batches !== undefined)
    for (const take of ports.hooks.leaving) await take(ports, companyId);
  const steps = [
    await forget('batches', forgetBatches),
    await forget('changes', forgetChanges),
    await forget('media', forgetMedia),
    await forget('audit', forgetAudit),
    await forgetFigures(ports, companyId, now, told),
  ];
  return steps.includes('more') ? 'more' : 'done';
}

async function forgetFigures(
  { facts, retention: { facts: factDays, vintages } = {} }: RetentionPorts,
  companyId: string,
  now: number,
  told: (what: Kept) => (count: number) => void,
): Promise<Forgotten> {
  const limits: (readonly [Kept, FactLimits])[] = [];
  // Accounts may be a day behind.
  if (factDays !== undefined)
    limits.push(['facts', { factsBefore: dayText(Math.floor(now / DAY_MS) - factDays - 1) }]);
  if (vintages !== undefined)
    limits.push(['vintages', { vintagesBefore: now - vintages * DAY_MS }]);
  let left: Forgotten = 'done';
  for (const [what, limit] of limits) {
    const days = await facts.forget(companyId, limit, DAYS);
    if (days > 0) told(what)(days);
    if (days >= DAYS) left = 'more';
  }
  return left;
}
