import { accountKey } from '../../../base/account-key.ts';
import { defined } from '../../../base/defined.ts';
import { type EffectState, effectsOf, readEffectPlan } from '../../../effects/plan.ts';
import type { ServicePorts } from '../../../operations/ports.ts';
import type { Write } from '../../../ports/store.ts';
import type { Act } from '../judge/memory.ts';
import { type ExecutionRecord, executionKind, ruleKind } from '../records.ts';
import type { ActionResult, EntityResult } from '../schema/runs.ts';
import { executedEvent, ruleNews } from '../words/event.ts';
import { iso } from './execution.ts';
import { settledMemory } from './memory.ts';
import { countsOf } from './results.ts';

type Ports = Pick<ServicePorts, 'store' | 'clock' | 'events'>;

/** With everything of the same commit: memories, the rule's own record, webhooks. */
export async function settleWrites(
  ports: Ports,
  companyId: string,
  execution: ExecutionRecord,
): Promise<{ readonly next: ExecutionRecord; readonly writes: readonly Write[] }> {
  const { store, clock, events } = ports;
  const isCarriedOut = execution.phase === 'carryOut';
  const ids = isCarriedOut ? execution.plans : [];
  const plans = await Promise.all(ids.map(({ id }) => readEffectPlan(store, companyId, id)));
  const effects = new Map(
    plans
      .flatMap((plan) => (plan === undefined ? [] : effectsOf(plan.doc)))
      .map((effect) => [effect.id, effect]),
  );
  const results = isCarriedOut
    ? execution.results.map((result, i) => settled(execution, result, i, effects))
    : execution.results;
  const counts = countsOf(execution.counts, results);
  const { sentences: _, ...rest } = execution;
  const next: ExecutionRecord = {
    ...rest,
    phase: 'ended',
    results,
    counts,
    finishedAt: iso(clock.now()),
    ...(isCarriedOut && {
      status: counts.failed === 0 ? 'done' : counts.acted === 0 ? 'failed' : 'partial',
    }),
  };
  const memory = isCarriedOut
    ? await settledMemory(store, companyId, execution.executionId, targetsOf(next))
    : [];
  const data = executedEvent(next);
  const news = ruleNews(next);
  const told =
    (data ?? news) &&
    (await events.writes(companyId, {
      id: `automation:${next.executionId}:executed`,
      at: clock.now(),
      ...(data && { call: { name: 'automation.executed', data } }),
      news,
    }));
  const also = [
    ...(await ruleWrites(ports, companyId, next)),
    ...(await undoneWrites(ports, companyId, next)),
  ];
  return { next, writes: [...memory, ...also, ...(told ?? [])] };
}

function settled(
  { sentences = {} }: ExecutionRecord,
  result: EntityResult,
  position: number,
  effects: ReadonlyMap<string, EffectState>,
): EntityResult {
  if (result.actions.length === 0) return result;
  const actions = result.actions.map((action) =>
    settledAction(action, effects.get(action.operationId)),
  );
  const isDone =
    actions.some(({ status, type }) => status === 'confirmed' && type !== 'notify') ||
    actions.every(({ status }) => status === 'confirmed');
  const said = sentences[position];
  const why = actions.find(({ message }) => message !== undefined)?.message;
  const explanation = isDone
    ? (said?.done ?? result.explanation)
    : `${said?.failed ?? result.explanation}${why === undefined ? '' : ` ${why}`}`;
  return { ...result, verdict: isDone ? 'acted' : 'failed', explanation, actions };
}

/** The event of the run carries the message. */
function settledAction(action: ActionResult, effect: EffectState | undefined): ActionResult {
  if (effect === undefined)
    return { ...action, status: action.type === 'notify' ? 'confirmed' : 'failed' };
  if (effect.phase === 'done') {
    const isRaised = action.type === 'budget' && Number(action.wanted) > Number(action.before);
    const undo = { possible: true, ...(isRaised && { note: RAISED }) };
    return { ...action, status: 'confirmed', ...defined({ after: action.wanted }), undo };
  }
  const { failure, isOpen } = effect;
  const isRefused = failure !== undefined && ['rule', 'invalid', 'missing'].includes(failure.class);
  const status = isOpen ? 'uncertain' : isRefused ? 'refused' : 'failed';
  return { ...action, status, ...defined({ code: failure?.code, message: failure?.message }) };
}

const RAISED =
  'A platform may spend up to the highest budget of the day, also after it was lowered again.';

const targetsOf = ({ results }: ExecutionRecord) =>
  results.flatMap(({ entity, actions }) =>
    actions.map(({ target, type, status }) => ({
      account: accountKey(entity.platform, entity.accountId),
      id: target.id,
      type: type as Act['type'],
      happened: status === 'confirmed' || status === 'uncertain',
    })),
  );

/** A run is undone once its undo succeeded as a whole; otherwise it can be undone again. */
async function undoneWrites(
  { store }: Ports,
  companyId: string,
  { undoOf, status, counts }: ExecutionRecord,
): Promise<readonly Write[]> {
  const original =
    undoOf === undefined ? undefined : await store.get(executionKind, companyId, undoOf);
  if (original === undefined) return [];
  const { undoneBy: _, ...again } = original.doc;
  const doc =
    status === 'done' && counts.acted > 0 ? { ...original.doc, status: 'undone' as const } : again;
  return [{ kind: executionKind, companyId, id: original.id, expect: original.version, doc }];
}

/** A rule that fails repeatedly is switched off. */
async function ruleWrites(
  { store }: Ports,
  companyId: string,
  execution: ExecutionRecord,
): Promise<readonly Write[]> {
  const rule = await store.get(ruleKind, companyId, execution.ruleId);
  if (rule === undefined || execution.mode === 'undo' || execution.mode === 'dryRun') return [];
  const failures =
    execution.status === 'failed'
      ? rule.doc.failures + 1
      : execution.status === 'skipped'
        ? rule.doc.failures
        : 0;
  const isOver = failures >= rule.doc.rule.guards.disableAfterFailures;
  const { executionId, createdAt: at, status } = execution;
  const doc = {
    ...rule.doc,
    failures: isOver ? 0 : failures,
    ...(isOver && { enabled: false }),
    lastExecution: { executionId, at, status: isOver ? 'disabledAfterFailures' : status },
  };
  return [{ kind: ruleKind, companyId, id: execution.ruleId, expect: rule.version, doc }];
}
