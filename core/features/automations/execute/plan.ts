import type { AccountKey } from '../../../base/account-key.ts';
import { defined } from '../../../base/defined.ts';
import { effectPlanWrite } from '../../../effects/plan.ts';
import type { Event, Listener } from '../../../events/events.ts';
import type { ServicePorts } from '../../../operations/ports.ts';
import type { Json, Write } from '../../../ports/store.ts';
import { actOf, type PlannedAction } from '../judge/judgement.ts';
import { type ExecutionRecord, executionKind } from '../records.ts';
import { ruleWaitsNews } from '../words/event.ts';
import { explain } from '../words/explain.ts';
import { CHANGE_EFFECT, type ChangeInput } from './effects.ts';
import { figuresTold, type Judged, planDigestOf } from './judge-now.ts';
import { countsOf, moneyOf, resultsOf } from './results.ts';

type Ports = Pick<ServicePorts, 'store' | 'clock' | 'secrets' | 'events'>;

const WAITS = /^automation:([^:]+):waits$/;

/** A run that was decided, or that another has replaced, asks for nothing more. */
export const waitingListener = ({ store }: Pick<Ports, 'store'>): Listener => ({
  writes: async () => [],
  async isOver(companyId, id) {
    const [, executionId] = WAITS.exec(id) ?? [];
    if (executionId === undefined) return false;
    return (await store.get(executionKind, companyId, executionId))?.doc.phase !== 'wait';
  },
});

const waitingEvent = (run: ExecutionRecord, at: number): Event => {
  const { executionId, ruleId, ruleName, counts } = run;
  return {
    id: `automation:${executionId}:waits`,
    at,
    call: { name: 'approval.requested', data: { executionId, ruleId, ruleName, counts } },
    news: ruleWaitsNews(run),
  };
};

/** The run as it goes on, with the plans and memories of the same commit. */
export async function plannedWrites(
  ports: Ports,
  companyId: string,
  execution: ExecutionRecord,
  judged: Judged,
): Promise<{ readonly next: ExecutionRecord; readonly writes: readonly Write[] }> {
  const { judgement, worlds } = judged;
  const { executionId, ruleId, ruleRevision, rule, asOfMs: now, mode } = execution;
  const results = resultsOf(judgement, worlds, executionId);
  const next: ExecutionRecord = {
    ...execution,
    results,
    counts: countsOf(judgement, results),
    figures: figuresTold({ rule, now }, worlds),
    planDigest: await planDigestOf(ports.secrets, ruleId, ruleRevision, judgement),
    sentences: sentencesOf(judged),
  };
  const ended = (how: Pick<ExecutionRecord, 'status' | 'reason' | 'message'>) => ({
    next: { ...next, phase: 'ended' as const, ...how },
    writes: [],
  });
  const isEmpty = judgement.results.every(({ actions }) => actions.length === 0);
  if (judgement.considered === 0) return ended({ status: 'done', reason: 'nothingInScope' });
  if (isEmpty || mode === 'simulate' || mode === 'dryRun') return ended({ status: 'done' });
  const isApproved = execution.approvedBy !== undefined;
  if (
    (isApproved || execution.planDigest !== undefined) &&
    execution.planDigest !== next.planDigest
  )
    return ended({ status: 'refused', reason: 'planOutdated', message: OUTDATED });
  if (!isApproved && (mode === 'approve' || judgement.isShareTooLarge))
    return {
      next: {
        ...next,
        phase: 'wait',
        status: 'awaitingApproval',
        ...(judgement.isShareTooLarge && { reason: 'shareTooLarge' }),
      },
      writes: await ports.events.writes(companyId, waitingEvent(next, ports.clock.now())),
    };
  const plans = plansOf(next, judged);
  return {
    next: { ...next, phase: 'carryOut', plans: plans.map(({ id, account }) => ({ id, account })) },
    writes: [
      ...plans.map(({ id, account, effects }) =>
        effectPlanWrite(ports, { companyId, planId: id, account, effects }),
      ),
      ...judged.memory.adding(companyId, actsOf(next, judged)),
    ],
  };
}

const OUTDATED =
  'The figures have changed since: it would do something else now than was approved. Nothing was changed. Run it again to see what.';

/** One plan an account, one effect a change; the effect has the id of the action. */
function plansOf(next: ExecutionRecord, { judgement }: Judged) {
  const byAccount = new Map<AccountKey, { id: string; kind: string; input: Json }[]>();
  judgement.results.forEach(({ entity, actions }, position) => {
    actions.forEach((action, at) => {
      const input = changeOf(entity.account, next, action);
      if (input === undefined) return;
      const effects = byAccount.get(entity.account) ?? [];
      effects.push({
        id: `${next.executionId}.${position}.${at}`,
        kind: CHANGE_EFFECT,
        input: input as unknown as Json,
      });
      byAccount.set(entity.account, effects);
    });
  });
  return [...byAccount].map(([account, effects], i) => ({
    id: `${next.executionId}.${i}`,
    account,
    effects,
  }));
}

/** Undefined for an action that changes nothing. */
export function changeOf(
  account: AccountKey,
  { ruleId, workspaceId, secondKey }: Pick<ExecutionRecord, 'ruleId' | 'workspaceId' | 'secondKey'>,
  action: Pick<PlannedAction, 'target' | 'before' | 'wanted' | 'kind'> & { readonly type: string },
): ChangeInput | undefined {
  const { type, target, before, wanted, kind } = action;
  if (
    type === 'notify' ||
    target.type === 'account' ||
    before === undefined ||
    wanted === undefined
  )
    return undefined;
  const field = type === 'budget' ? (kind ?? 'dailyBudget') : 'status';
  const by = { ruleId, ...defined({ workspaceId }), ...(secondKey === true && { secondKey }) };
  return { account, ...by, type: target.type, id: target.id, field, before, wanted };
}

const actsOf = (
  { executionId, ruleId, rule, asOfMs: now }: ExecutionRecord,
  { judgement }: Judged,
) =>
  judgement.results.flatMap(({ entity, actions }) =>
    actions.map((action) => ({
      account: entity.account,
      id: action.target.id,
      act: {
        ...actOf({ ruleId, rule, now }, executionId, action),
        ...(action.type !== 'notify' && { open: true }),
      },
    })),
  );

function sentencesOf({ judgement, worlds }: Judged): NonNullable<ExecutionRecord['sentences']> {
  const money = moneyOf(worlds);
  const said: { [position: string]: { done: string; failed: string } } = {};
  judgement.results.forEach((result, position) => {
    if (result.verdict !== 'acts') return;
    const mine = money(result.entity.account);
    said[position] = {
      done: explain(result, mine, 'done'),
      failed: explain(result, mine, 'failed'),
    };
  });
  return said;
}
