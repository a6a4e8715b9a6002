import { type AccountAccess, accessAccount, whileHeld } from '../../accounts/access.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { SlipwayError } from '../../base/errors.ts';
import { stepsByAccount } from '../../effects/schedule.ts';
import { applyEntry, failureOf } from '../../effects/state.ts';
import type { Settled } from '../journal/records.ts';
import { isBeyondSearch, settle, unanswered } from '../run/policy.ts';
import { reconcileUnanswered } from '../run/reconcile.ts';
import { countAds } from '../show/present.ts';
import { isIncomplete } from '../structure/show.ts';
import type { UndoRun } from './account.ts';
import { isDoubtful } from './state.ts';

/**
 * Looks for what failed while it was unknown whether it exists (the token died before the platform
 * could be asked): what is found is undone with the rest. Answers when to look again, where the
 * platform may still hide something. What cannot be asked about stays in doubt.
 */
export async function reconcileBeforeUndo(run: UndoRun): Promise<number | undefined> {
  const { clock } = run.ports;
  let lookAgainAt: number | undefined;
  for (const [adAccountId, operations] of stepsByAccount(run.plan.operations)) {
    const doubtful = operations.filter((operation) => isDoubtful(run.states, operation));
    const account = doubtful.length === 0 ? undefined : await reachable(run, adAccountId);
    if (account === undefined) continue;
    const now = clock.now();
    const found = await reconcileUnanswered(run, account, doubtful, now).catch(onlyIfKnown);
    const outcomes: { [id: string]: Settled } = {};
    doubtful.forEach((operation, position) => {
      const state = run.states.get(operation.id);
      const outcome = found?.[position];
      const { launch } = account.platform;
      if (
        found === undefined ||
        state === undefined ||
        launch === undefined ||
        outcome === 'contested'
      )
        return;
      if (outcome !== undefined) {
        outcomes[operation.id] = settle(outcome, operation, state, now);
        return;
      }
      const next = unanswered(operation, state, now, launch);
      const failure = failureOf(run.states, operation.id);
      if (next.to === 'unknown')
        lookAgainAt = Math.min(lookAgainAt ?? next.notBefore, next.notBefore);
      else if (failure !== undefined && !isBeyondSearch(operation, state))
        outcomes[operation.id] = { to: 'failed', ...failure };
    });
    if (Object.keys(outcomes).length > 0) await note(run, outcomes);
  }
  return lookAgainAt;
}

const reachable = async (run: UndoRun, key: AccountKey): Promise<AccountAccess | undefined> => {
  const account = await accessAccount(run.ports, run.companyId, key).catch(onlyIfKnown);
  return account && whileHeld(account, run.isHeld);
};

/** A reason the user knows from the ads that failed; anything else is our fault. */
function onlyIfKnown(error: unknown): undefined {
  if (!(error instanceof SlipwayError)) throw error;
}

async function note(run: UndoRun, outcomes: { readonly [id: string]: Settled }): Promise<void> {
  const at = run.ports.clock.now();
  applyEntry(run.states, { outcomes, at });
  const counts = countAds(run.plan, run.states);
  const isWhole = counts.failedAds === 0 && !isIncomplete(run.plan, run.states);
  await run.journal.append({ outcomes }, at, () => ({
    ...counts,
    ...(isWhole && { rawStatus: 'Success' }),
  }));
}
