import { adAccountIdOf } from '../../../base/account-key.ts';
import { defined } from '../../../base/defined.ts';
import type { Judgement, Result } from '../judge/judgement.ts';
import type { AccountWorld } from '../judge/world.ts';
import type { ActionResult, EntityResult, ExecutionBody } from '../schema/runs.ts';
import type { Money } from '../words/amount.ts';
import { explain } from '../words/explain.ts';

/** Untouched entities beyond this many have no trace: the sentence says the same in short. */
const MOST_TRACES = 300;

export const moneyOf = (worlds: readonly AccountWorld[]): ((account: string) => Money) => {
  const known = new Map<string, Money>(
    worlds.map(({ key, currency, decimals }) => [key, { currency, decimals }]),
  );
  return (account) => known.get(account) ?? { currency: '', decimals: 2 };
};

export function resultsOf(
  judgement: Judgement,
  worlds: readonly AccountWorld[],
  executionId: string,
): EntityResult[] {
  const money = moneyOf(worlds);
  return judgement.results.map((result, i) =>
    entityResult(result, money(result.entity.account), executionId, i),
  );
}

function entityResult(
  result: Result,
  money: Money,
  executionId: string,
  position: number,
): EntityResult {
  const { entity, verdict, guard, conflictWith, rank, trace, actions } = result;
  const { platform, account, level, id, name, parentId } = entity;
  const shown = verdict === 'acts' ? ('wouldHaveActed' as const) : verdict;
  const keepsTrace = actions.length > 0 || position < MOST_TRACES;
  return {
    entity: {
      platform,
      accountId: adAccountIdOf(account),
      level,
      id,
      name,
      ...defined({ parentId }),
    },
    verdict: shown,
    explanation: explain(result, money, 'would'),
    ...defined({ guard, conflictWith, rank }),
    ...(keepsTrace && { trace: trace.map((each) => ({ ...each })) }),
    actions: actions.map(({ target, ...action }, at): ActionResult => {
      const { type, before, wanted, kind, clampedBy } = action;
      return {
        type,
        operationId: `${executionId}.${position}.${at}`,
        target,
        status: 'planned',
        ...defined({ before, wanted, kind, clampedBy }),
      };
    }),
  };
}

export function countsOf(
  judgement: Pick<Judgement, 'considered' | 'matched' | 'beyondLimit'>,
  results: readonly EntityResult[],
): ExecutionBody['counts'] {
  const count = (verdict: EntityResult['verdict']): number =>
    results.filter((each) => each.verdict === verdict).length;
  return {
    considered: judgement.considered,
    matched: judgement.matched,
    beyondLimit: judgement.beyondLimit,
    acted: count('acted'),
    wouldHaveActed: count('wouldHaveActed'),
    skipped: count('skipped'),
    failed: count('failed'),
  };
}
