import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { accessAccount } from '../../accounts/access.ts';
import { type AccountKey, accountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError } from '../../base/errors.ts';
import { sameValue } from '../../base/money.ts';
import { effectPlanWrite } from '../../effects/plan.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Json, Write } from '../../ports/store.ts';
import { jobId } from '../../records/job.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { conflictOf } from './checked-rule.ts';
import { CHANGE_EFFECT } from './execute/effects.ts';
import { beginWrites, iso, newExecution } from './execute/execution.ts';
import { readMemory } from './execute/memory.ts';
import { changeOf } from './execute/plan.ts';
import { type ExecutePorts, shown, storedExecution } from './executions.ts';
import { actOf, type PlannedAction } from './judge/judgement.ts';
import { EXECUTION_QUEUE, type ExecutionRecord, executionKind } from './records.ts';
import type { ActionResult, EntityResult, ExecutionBody } from './schema/runs.ts';

type Undo = NonNullable<ActionResult['undo']>;

/** Later work rests on older changes. */
const UNDOABLE_MS = 30 * 86_400_000;

const HIGHEST =
  'The budget is set back; a platform may still spend up to the highest budget it had on this day.';

/**
 * Sets back what a run changed, as a run of its own. What is no longer as the run left it stays.
 * Tells for every change whether it can be undone, and why not.
 */
export function undoExecution(
  ports: ExecutePorts,
  caller: Actor,
  executionId: string,
  once: Once = unkeyed(ports.store),
): Promise<ExecutionBody> {
  const { companyId } = caller;
  return once.inOneCommit<ExecutionBody>(async (conclude) => {
    const stored = await storedExecution(ports, companyId, executionId);
    const original = stored.doc;
    if (original.phase !== 'ended') throw refusal('not_ended', 'This run has not ended yet.');
    if (original.undoneBy !== undefined)
      throw refusal('already_undone', `The run ${original.undoneBy} undoes this one.`);
    const now = ports.clock.now();
    const undoId = randomId(ports.secrets, 'run');
    const undos = await undosOf(ports, companyId, original, now);
    const { writes, execution } = await planned(ports, caller, original, { undoId, undos, now });
    const results = original.results.map((result, i) => ({
      ...result,
      actions: result.actions.map((action, at) => ({
        ...action,
        undo: { ...undos[i]?.[at], executionId: undoId } as Undo,
      })),
    }));
    const conflict = await conclude(
      [
        {
          kind: executionKind,
          companyId,
          id: executionId,
          expect: stored.version,
          // Where nothing can be undone now, a caller may ask again.
          doc: { ...original, results, ...(execution.phase !== 'ended' && { undoneBy: undoId }) },
        },
        ...writes,
        auditWrite(ports, caller, {
          action: 'automation.undo',
          subject: executionId,
          details: { undoId },
        }),
      ],
      shown(execution),
    );
    if (conflict !== undefined)
      throw refusal('changed_meanwhile', 'Something was changed at the same moment. Ask again.');
    await ports.jobs.wake(jobId(EXECUTION_QUEUE, companyId, undoId));
    return shown(execution);
  });
}

async function undosOf(
  ports: ExecutePorts,
  companyId: string,
  { results, createdAt }: ExecutionRecord,
  now: number,
): Promise<readonly (readonly Undo[])[]> {
  const found = await readTargets(ports, companyId, results);
  return results.map(({ entity, actions }) =>
    actions.map((action): Undo => {
      const not = (why: string): Undo => ({ possible: false, why });
      if (action.type === 'notify') return not('notifyOnly');
      if (action.status !== 'confirmed' && action.status !== 'uncertain') return not('notDone');
      if (now - createdAt > UNDOABLE_MS) return not('tooOld');
      const facts = found.get(`${entity.platform}:${entity.accountId}/${action.target.id}`);
      if (facts === undefined || facts.status === 'DELETED' || facts.status === 'ARCHIVED')
        return not('deleted');
      const value =
        action.type === 'budget'
          ? facts[action.kind === 'lifetimeBudget' ? 'lifetimeBudget' : 'dailyBudget']
          : facts.status;
      if (sameValue(value, action.before)) return not('done');
      if (!sameValue(value, action.wanted)) return not('changedSince');
      return { possible: true, ...(isRise(action) && { note: HIGHEST }) };
    }),
  );
}

const isRise = ({ type, before, wanted }: ActionResult): boolean =>
  type === 'budget' && Number(wanted) > Number(before);

async function readTargets(
  ports: ExecutePorts,
  companyId: string,
  results: readonly EntityResult[],
): Promise<ReadonlyMap<string, EntityFacts>> {
  const wanted = new Map<AccountKey, Map<string, EntityType>>();
  for (const { entity, actions } of results)
    for (const { target, type } of actions) {
      if (type === 'notify' || target.type === 'account') continue;
      const key = accountKey(entity.platform, entity.accountId);
      wanted.set(
        key,
        (wanted.get(key) ?? new Map<string, EntityType>()).set(
          target.id,
          target.type as EntityType,
        ),
      );
    }
  const found = new Map<string, EntityFacts>();
  for (const [key, objects] of wanted) {
    const { platform, access } = await accessAccount(ports, companyId, key);
    const named = [...objects].map(([id, type]) => ({ id, type }));
    for (const each of (await platform.inspect?.entities(access, named)) ?? []) {
      if ('status' in each) found.set(`${key}/${each.id}`, each);
      // Only what the platform calls missing is gone; the rest can be asked for again.
      else if (each.failure.class !== 'missing') throw new PlatformError(each.failure);
    }
  }
  return found;
}

async function planned(
  ports: ExecutePorts,
  caller: Actor,
  original: ExecutionRecord,
  {
    undoId,
    undos,
    now,
  }: {
    readonly undoId: string;
    readonly undos: readonly (readonly Undo[])[];
    readonly now: number;
  },
) {
  const { companyId } = caller;
  const { ruleId, rule, ruleRevision: revision, accounts } = original;
  const about = {
    mode: 'undo' as const,
    trigger: { kind: 'manual' as const, keyId: caller.keyId },
    now,
  };
  const begun = newExecution(
    undoId,
    ruleId,
    { rule, revision, accounts, workspaceId: caller.workspaceId },
    about,
  );
  const plans = new Map<AccountKey, { id: string; kind: string; input: Json }[]>();
  const acts: Parameters<Awaited<ReturnType<typeof readMemory>>['adding']>[1][number][] = [];
  const sentences: { [position: string]: { done: string; failed: string } } = {};
  const results = original.results.flatMap((result, i): EntityResult[] => {
    const account = accountKey(result.entity.platform, result.entity.accountId);
    const open = result.actions.filter((_, at) => undos[i]?.[at]?.possible);
    if (result.actions.length === 0) return [];
    const actions = open.map((action, at): ActionResult => {
      const back = reversed(action);
      const operationId = `${undoId}.${i}.${at}`;
      const input = changeOf(account, { ruleId, workspaceId: caller.workspaceId }, back);
      const effect = { id: operationId, kind: CHANGE_EFFECT, input: input as unknown as Json };
      if (input !== undefined) plans.set(account, [...(plans.get(account) ?? []), effect]);
      acts.push({
        account,
        id: back.target.id,
        act: { ...actOf({ ruleId, rule, now }, undoId, back), open: true },
      });
      const { type, target, before, wanted, kind } = back;
      return { type, operationId, target, status: 'planned', ...defined({ before, wanted, kind }) };
    });
    return [
      {
        entity: result.entity,
        verdict: actions.length > 0 ? 'wouldHaveActed' : 'skipped',
        explanation: undoText(result, undos[i] ?? []),
        actions,
      },
    ];
  });
  results.forEach(({ explanation, actions }, i) => {
    if (actions.length > 0)
      sentences[i] = { done: explanation, failed: `Could not be set back. ${explanation}` };
  });
  const acting = results.filter(({ actions }) => actions.length > 0).length;
  const ids = [...plans.keys()].map((account, i) => ({ id: `${undoId}.${i}`, account }));
  const isEmpty = ids.length === 0;
  const execution: ExecutionRecord = {
    ...begun,
    undoOf: original.executionId,
    results,
    sentences,
    plans: ids,
    ...(isEmpty
      ? {
          phase: 'ended',
          status: 'refused',
          finishedAt: iso(now),
          message: 'Nothing of this run can be undone.',
        }
      : { phase: 'carryOut' }),
    counts: {
      ...begun.counts,
      considered: results.length,
      matched: acting,
      wouldHaveActed: acting,
      skipped: results.length - acting,
    },
  };
  const memory = await readMemory(ports.store, companyId, accounts);
  const writes: readonly Write[] = [
    ...beginWrites(companyId, execution),
    ...ids.map(({ id, account }) =>
      effectPlanWrite(ports, { companyId, planId: id, account, effects: plans.get(account) ?? [] }),
    ),
    ...memory.adding(companyId, acts),
  ];
  return { writes, execution };
}

function reversed({ type, target, before, wanted, kind }: ActionResult): PlannedAction {
  const back = type === 'pause' ? 'resume' : type === 'resume' ? 'pause' : 'budget';
  return {
    type: back,
    target: target as PlannedAction['target'],
    ...defined({ before: wanted, wanted: before }),
    ...(kind !== undefined && { kind: kind as NonNullable<PlannedAction['kind']> }),
  };
}

const refusal = (code: string, message: string) => conflictOf(code, 'executionId', message);

const whys: { readonly [why: string]: string } = {
  changedSince: 'a person has changed it since',
  deleted: 'it is not there any more',
  notifyOnly: 'a message cannot be taken back',
  notDone: 'it was not done',
  tooOld: 'it was done more than 30 days ago',
  done: 'it is as it was before',
};

function undoText({ actions }: EntityResult, undos: readonly Undo[]): string {
  const parts = actions.map(({ type, before, wanted }, at) => {
    const undo = undos[at];
    const what =
      type === 'budget'
        ? `budget from ${wanted} back to ${before}`
        : type === 'notify'
          ? 'message'
          : `status from ${wanted} back to ${before}`;
    return undo?.possible
      ? `${what}${undo.note === undefined ? '' : ` (${undo.note.slice(0, -1)})`}`
      : `${what} not: ${whys[undo?.why ?? ''] ?? 'it cannot be'}`;
  });
  return `Undo: ${parts.join('; ')}.`;
}
