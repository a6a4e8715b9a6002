import { lastTime, zoneOf } from '../../../base/time/schedule.ts';
import type { ServicePorts } from '../../../operations/ports.ts';
import { allOf } from '../../../records/list.ts';
import { type ExecutionRecord, executionKind, type RuleRecord, ruleKind } from '../records.ts';
import { isStopped } from '../stop.ts';
import { beginWrites, iso, newExecution, scheduledId } from './execution.ts';

type Ports = Pick<ServicePorts, 'store' | 'clock'>;

/** A rule waits for another no longer than this. */
const PATIENCE_MS = 5 * 60_000;

/**
 * For an earlier run of its rule, or for a rule of higher priority that is due at the same time.
 */
export async function isWaiting(
  ports: Ports,
  companyId: string,
  execution: ExecutionRecord,
): Promise<boolean> {
  return (
    (await hasEarlier(ports, companyId, execution)) ||
    (await isBehindStronger(ports, companyId, execution))
  );
}

async function hasEarlier(
  { store }: Ports,
  companyId: string,
  { ruleId, executionId, createdAt }: ExecutionRecord,
): Promise<boolean> {
  for (const phase of ['carryOut', 'judge']) {
    const { items } = await store.find(executionKind, companyId, {
      where: { ruleId, phase },
      limit: 20,
    });
    const isEarlier = items.some(
      ({ id, doc }) =>
        id !== executionId &&
        (doc.createdAt < createdAt || (doc.createdAt === createdAt && id < executionId)),
    );
    if (isEarlier) return true;
  }
  return false;
}

/** Rules that are due together act in the order of their priorities, whichever worker is faster. */
async function isBehindStronger(
  ports: Ports,
  companyId: string,
  execution: ExecutionRecord,
): Promise<boolean> {
  const { trigger, rule, ruleId, accounts, mode, createdAt } = execution;
  if (
    trigger.scheduledFor === undefined ||
    mode !== 'act' ||
    ports.clock.now() - createdAt > PATIENCE_MS
  )
    return false;
  const due = Date.parse(trigger.scheduledFor);
  for (const { id, doc } of await allOf(ports.store, ruleKind, companyId)) {
    if (id === ruleId || !doc.enabled || doc.mode !== 'act' || doc.rule.priority <= rule.priority)
      continue;
    if (!doc.accounts.some((account) => accounts.includes(account))) continue;
    if (lastTime(doc.rule.schedule, due, zoneOf(doc.rule.schedule, doc.timezone)) !== due) continue;
    const other = await beginScheduled(ports, companyId, { ruleId: id, record: doc, due });
    if (other?.phase === 'judge') return true;
  }
  return false;
}

/** Begins the run unless it has begun. Undefined where it is not to run. */
export async function beginScheduled(
  { store, clock }: Ports,
  companyId: string,
  {
    ruleId,
    record,
    due,
  }: { readonly ruleId: string; readonly record: RuleRecord; readonly due: number },
): Promise<ExecutionRecord | undefined> {
  const id = scheduledId(ruleId, due);
  const known = await store.get(executionKind, companyId, id);
  if (known !== undefined) return known.doc;
  if (await isStopped({ store }, companyId)) return undefined;
  const trigger = { kind: 'schedule' as const, scheduledFor: iso(due) };
  const execution = newExecution(id, ruleId, record, {
    mode: record.mode,
    trigger,
    now: clock.now(),
    asOf: due,
  });
  const conflict = await store.commit(beginWrites(companyId, execution));
  // A faster worker began it.
  return conflict === undefined ? execution : (await store.get(executionKind, companyId, id))?.doc;
}
