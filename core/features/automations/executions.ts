import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { makerOf } from '../../access/keys.ts';
import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { Part } from '../../base/outcomes.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import type { Stored, Write } from '../../ports/store.ts';
import { jobId, queueJob } from '../../records/job.ts';
import { type ListPage, pageOf, pageOfMatching } from '../../records/list.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { conflictOf, refuse } from './checked-rule.ts';
import { beginWrites, iso, newExecution } from './execute/execution.ts';
import { figuresTold, judgeNow, planDigestOf } from './execute/judge-now.ts';
import { countsOf, resultsOf } from './execute/results.ts';
import {
  EXECUTION_QUEUE,
  type ExecutionRecord,
  executionKind,
  type RuleRecord,
  ruleKind,
} from './records.ts';
import { needsDryRun } from './rules.ts';
import type { ExecuteBody } from './schema/automations.ts';
import type { ActionResult, ExecutionBody, ExecutionsQuery } from './schema/runs.ts';
import { storedRule } from './show-rules.ts';
import { isStopped, type RulePorts } from './stop.ts';
import type { WorldPorts } from './world/read-world.ts';

export type ExecutePorts = RulePorts & WorldPorts;

/**
 * A dry run is judged at once and changes nothing, cooldowns included; it lets the rule be switched
 * on. Other runs are carried out in the background.
 */
export function executeRule(
  ports: ExecutePorts,
  caller: Actor,
  {
    ruleId,
    body,
    once = unkeyed(ports.store),
  }: { readonly ruleId: string; readonly body: ExecuteBody; readonly once?: Once | undefined },
): Promise<ExecutionBody> {
  return once.inOneCommit<ExecutionBody>(async (conclude) => {
    const rule = await storedRule(ports.store, caller.companyId, ruleId);
    const { dryRun, asOf, ids, planDigest } = body;
    if (!dryRun && asOf !== undefined)
      refuse([{ path: 'asOf', code: 'dry_run_only', message: ONLY_DRY }]);
    const now = ports.clock.now();
    const trigger = { kind: 'manual' as const, keyId: caller.keyId };
    const executionId = randomId(ports.secrets, 'run');
    const moment = asOf === undefined ? now : Date.parse(asOf);
    const mode = dryRun ? 'dryRun' : rule.doc.mode === 'simulate' ? 'act' : rule.doc.mode;
    const begun = newExecution(executionId, ruleId, rule.doc, {
      mode,
      trigger,
      now,
      asOf: moment,
      ids,
    });
    if (dryRun) {
      const execution = await dryRunOf(ports, caller.companyId, begun);
      const isWhole = ids === undefined && asOf === undefined && execution.status === 'done';
      const { companyId } = caller;
      // The rule's clock may write its document at the same moment.
      for (
        let current: Stored<RuleRecord> | undefined = rule;
        ;
        current = await ports.store.get(ruleKind, companyId, ruleId)
      ) {
        const own: Write = {
          kind: executionKind,
          companyId,
          id: executionId,
          expect: 'absent',
          doc: execution,
        };
        const writes = [own, ...(isWhole ? seenWrites(companyId, current, rule.doc.revision) : [])];
        if ((await conclude(writes, shown(execution))) === undefined) return shown(execution);
      }
    }
    if (await isStopped(ports, caller.companyId)) throw conflictOf('rules_stopped', '', STOPPED);
    if (mode === 'act' && rule.doc.dryRunRevision !== rule.doc.revision) throw needsDryRun();
    const execution: ExecutionRecord = { ...begun, ...defined({ planDigest }) };
    const audit = auditWrite(ports, caller, {
      action: 'automation.execute',
      subject: ruleId,
      details: { executionId },
    });
    const conflict = await conclude(
      [...beginWrites(caller.companyId, execution), audit],
      shown(execution),
    );
    if (conflict !== undefined) throw changedMeanwhile();
    await ports.jobs.wake(jobId(EXECUTION_QUEUE, caller.companyId, executionId));
    return shown(execution);
  });
}

/** Unless the rule has another revision by now. */
const seenWrites = (
  companyId: string,
  rule: Stored<RuleRecord> | undefined,
  revision: number,
): readonly Write[] =>
  rule === undefined || rule.doc.revision !== revision
    ? []
    : [
        {
          kind: ruleKind,
          companyId,
          id: rule.id,
          expect: rule.version,
          doc: { ...rule.doc, dryRunRevision: revision },
        },
      ];

async function dryRunOf(
  ports: ExecutePorts,
  companyId: string,
  begun: ExecutionRecord,
): Promise<ExecutionRecord> {
  const { executionId, ruleId, ruleRevision, rule, accounts, asOfMs: now, ids } = begun;
  const judged = await judgeNow(ports, companyId, { ruleId, rule, accounts, now, ids });
  const finishedAt = iso(ports.clock.now());
  if ('reason' in judged)
    return { ...begun, phase: 'ended', status: 'skipped', ...judged, finishedAt };
  const { judgement, worlds } = judged;
  const results = resultsOf(judgement, worlds, executionId);
  return {
    ...begun,
    phase: 'ended',
    status: 'done',
    finishedAt,
    results,
    counts: countsOf(judgement, results),
    ...(judgement.considered === 0 && { reason: 'nothingInScope' }),
    ...(judgement.isShareTooLarge && {
      reason: 'shareTooLarge',
      message: 'More at once would wait for approval.',
    }),
    figures: figuresTold({ rule, now }, worlds),
    planDigest: await planDigestOf(ports.secrets, ruleId, ruleRevision, judgement),
  };
}

export function shown({
  createdAt: _c,
  rule: _r,
  accounts: _a,
  asOfMs: _m,
  ids: _i,
  phase: _p,
  plans: _l,
  sentences: _s,
  workspaceId: _w,
  secondKey: _k,
  ...body
}: ExecutionRecord): ExecutionBody {
  return body;
}

/** Throws `not_found`. */
export async function storedExecution(
  { store }: Pick<RulePorts, 'store'>,
  companyId: string,
  executionId: string,
): Promise<Stored<ExecutionRecord>> {
  const execution = await store.get(executionKind, companyId, executionId);
  if (execution !== undefined) return execution;
  throw new SlipwayError('not_found', 'There is no such run here.', {
    hint: 'automations.executions',
  });
}

export const readExecution = async (
  ports: Pick<RulePorts, 'store'>,
  companyId: string,
  executionId: string,
) => shown((await storedExecution(ports, companyId, executionId)).doc);

/** What became of each change that a run makes; where it makes none, of the run. */
export const executionParts = {
  async of(
    ports: Pick<RulePorts, 'store'>,
    companyId: string,
    { executionId }: Pick<ExecutionBody, 'executionId'>,
  ) {
    const { mode, status, message, ruleId, ruleName, results } = await readExecution(
      ports,
      companyId,
      executionId,
    );
    const changes = results.flatMap(({ actions }) =>
      actions.map(
        ({ target, status: phase, message: reason }): Part => ({
          ...target,
          outcome: OUTCOMES[phase] ?? (status === 'running' ? 'running' : 'unknown'),
          ...defined({ reason }),
        }),
      ),
    );
    if (
      changes.length > 0 &&
      status !== 'awaitingApproval' &&
      (mode === 'act' || mode === 'approve' || mode === 'undo')
    )
      return changes;
    const outcome =
      status === 'running'
        ? 'running'
        : ['failed', 'refused', 'skipped'].includes(status)
          ? 'refused'
          : 'done';
    const reason = status === 'awaitingApproval' ? 'It waits for approval.' : message;
    return [
      { type: 'rule', id: ruleId, name: ruleName, outcome, ...defined({ reason }) },
    ] satisfies readonly Part[];
  },
};

/** The others are on their way. */
const OUTCOMES: { readonly [S in ActionResult['status']]?: Part['outcome'] } = {
  confirmed: 'done',
  refused: 'refused',
  failed: 'refused',
  uncertain: 'unknown',
};

/** The latest first; those of a deleted rule too. */
export async function listExecutions(
  ports: Pick<RulePorts, 'store'>,
  companyId: string,
  {
    ruleId,
    verdict,
    entityId,
    hideUnchanged,
    window,
  }: ExecutionsQuery & { readonly ruleId: string; readonly window: PageWindow },
): Promise<ListPage<ExecutionBody>> {
  const query = { where: { ruleId }, order: { by: 'createdAt', direction: 'desc' } } as const;
  const wants = (each: ExecutionBody['results'][number]): boolean =>
    (verdict === undefined || each.verdict === verdict) &&
    (entityId === undefined || each.entity.id === entityId);
  const isPlain = verdict === undefined && entityId === undefined && hideUnchanged !== 'true';
  const { items, total } = isPlain
    ? await pageOf(ports.store, executionKind, { companyId, query, ...window })
    : await pageOfMatching(ports.store, executionKind, {
        companyId,
        query,
        ...window,
        matches: ({ results, counts }) =>
          (hideUnchanged !== 'true' || counts.acted + counts.wouldHaveActed + counts.failed > 0) &&
          ((verdict === undefined && entityId === undefined) || results.some(wants)),
      });
  if (total === 0 && isPlain) await storedRule(ports.store, companyId, ruleId);
  return {
    items: items.map(({ doc }) => ({ ...shown(doc), results: doc.results.filter(wants) })),
    total,
  };
}

/** Runs of all rules that wait for approval, the latest first. */
export async function waitingExecutions(
  ports: Pick<RulePorts, 'store'>,
  companyId: string,
  window: PageWindow,
) {
  const query = {
    where: { phase: 'wait' },
    order: { by: 'createdAt', direction: 'desc' },
  } as const;
  const { items, total } = await pageOf(ports.store, executionKind, {
    companyId,
    query,
    ...window,
  });
  return { items: items.map(({ doc }) => shown(doc)), total };
}

/** Ends a run that waits for approval; nothing of it is done. */
export function declineExecution(
  ports: RulePorts,
  caller: Actor,
  executionId: string,
  once: Once = unkeyed(ports.store),
): Promise<ExecutionBody> {
  const { companyId } = caller;
  return once.inOneCommit<ExecutionBody>(async (conclude) => {
    for (;;) {
      const stored = await storedExecution(ports, companyId, executionId);
      if (stored.doc.reason !== 'declined') refuseNotWaiting(stored.doc);
      const message = 'A person declined it. Nothing was changed.';
      const how = { phase: 'ended', status: 'refused', reason: 'declined', message } as const;
      const doc: ExecutionRecord = { ...stored.doc, ...how, finishedAt: iso(ports.clock.now()) };
      const conflict = await conclude(
        [
          { kind: executionKind, companyId, id: executionId, expect: stored.version, doc },
          auditWrite(ports, caller, { action: 'automation.decline', subject: executionId }),
        ],
        shown(doc),
      );
      if (conflict === undefined) return shown(doc);
    }
  });
}

function refuseNotWaiting({ phase, status }: ExecutionRecord): void {
  if (phase !== 'wait')
    throw conflictOf(
      'not_waiting',
      'executionId',
      `This run does not wait for approval: it is ${status}.`,
    );
}

/** The run is judged again, and acts only if exactly that would be done. */
export async function approveExecution(
  ports: ExecutePorts,
  caller: Actor,
  {
    executionId,
    planDigest,
    once = unkeyed(ports.store),
  }: {
    readonly executionId: string;
    readonly planDigest: string;
    readonly once?: Once | undefined;
  },
): Promise<ExecutionBody> {
  const { companyId } = caller;
  return once.inOneCommit<ExecutionBody>(async (conclude) => {
    const stored = await storedExecution(ports, companyId, executionId);
    refuseNotWaiting(stored.doc);
    if (stored.doc.planDigest !== planDigest)
      throw conflictOf('plan_outdated', 'planDigest', OTHER_PLAN);
    const now = ports.clock.now();
    const doc: ExecutionRecord = {
      ...stored.doc,
      phase: 'judge',
      status: 'running',
      asOfMs: now,
      createdAt: now,
      mode: 'act',
      approvedBy: caller.keyId,
      secondKey: await isAnotherPerson(ports, caller, stored.doc),
    };
    const conflict = await conclude(
      [
        { kind: executionKind, companyId, id: executionId, expect: stored.version, doc },
        await queueJob(ports.store, EXECUTION_QUEUE, {
          companyId,
          subject: executionId,
          now,
          uses: doc.accounts,
        }),
        auditWrite(ports, caller, {
          action: 'automation.approve',
          subject: executionId,
          details: { planDigest },
        }),
      ],
      shown(doc),
    );
    if (conflict !== undefined) throw changedMeanwhile();
    await ports.jobs.wake(jobId(EXECUTION_QUEUE, companyId, executionId));
    return shown(doc);
  });
}

/**
 * Whether the approver neither wrote nor last changed the rule nor asked for the run. Keys with
 * unknown makers never count as another person's.
 */
async function isAnotherPerson(
  { store }: ExecutePorts,
  caller: Pick<Actor, 'companyId' | 'keyId'>,
  { ruleId, trigger }: ExecutionRecord,
): Promise<boolean> {
  const { companyId, keyId } = caller;
  const rule = (await store.get(ruleKind, companyId, ruleId))?.doc;
  const approver = await makerOf(store, companyId, keyId);
  const others = [rule?.createdBy, rule?.changedBy, trigger.keyId].flatMap((id) => id ?? []);
  const makers = await Promise.all(others.map((id) => makerOf(store, companyId, id)));
  return (
    rule !== undefined &&
    approver !== undefined &&
    makers.every((maker) => maker !== undefined && maker !== approver)
  );
}

const ONLY_DRY = 'Only a dry run can look at another moment: leave asOf out.';
const changedMeanwhile = () =>
  conflictOf('changed_meanwhile', '', 'The rule was changed at the same moment. Ask again.');
const STOPPED = 'All rules of the company are stopped. stopped: false lets them go on.';
const OTHER_PLAN = 'This is not the plan of the run. Read the run again and approve what it holds.';
