import { guardedAccount } from '../../gate/gate.ts';
import { firstSeenToday, seenToday } from '../../gate/seen.ts';
import type { Run } from './context.ts';
import { stepOf } from './state.ts';

/**
 * A copy of something whose budget rose today counts as risen too: otherwise a rise, a copy and another rise would
 * be as good as one rise above the limit.
 */
export async function inheritFirstBudgets({ ports, account, plan, tree, state }: Run): Promise<void> {
  const guarded = guardedAccount(account);
  for (const [sourceId, { source }] of tree) {
    if (source.type === 'ad') continue;
    const first = await seenToday(ports, guarded, sourceId);
    if (first === undefined) continue;
    for (const copy of plan.names.keys()) {
      const { id } = stepOf(state, copy + 1, sourceId);
      if (id !== undefined) await firstSeenToday(ports, guarded, { ...first, id });
    }
  }
}
