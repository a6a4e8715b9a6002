import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { noteChange } from '../../gate/changes.ts';
import { refuseExceeded, throughGate } from '../../gate/gate.ts';
import { oneAtATime } from '../../gate/one-at-a-time.ts';
import { type Preview, previewOf } from '../../gate/preview.ts';
import type { Access } from '../../ports/platform-accounts.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Once } from '../../records/once.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import { judgeRise } from './rise.ts';
import { type Change, traced } from './trace.ts';

/** Amounts of a campaign that one platform alone has. */
export interface OwnAmounts<Now extends object> {
  readonly request: { readonly accountId: string; readonly campaignId: string; readonly confirm?: boolean | undefined };
  /** What the gate judges. Undefined: the change starts and raises nothing. */
  readonly dailyBudget: number | undefined;
  /** For the audit. */
  readonly after: NonNullable<Change['after']>;
  beforeOf(now: Now): NonNullable<Change['before']>;
  read(access: Access): Promise<{ readonly facts: EntityFacts; readonly now: Now }>;
  /** Harmless when repeated. */
  write(access: Access): Promise<void>;
}

export interface AmountsChanged<Now> {
  readonly now: Now;
  readonly previous: Now;
  readonly currency: string;
}

export function setOwnAmounts<Now extends object, A extends object>(
  ports: ManagePorts,
  caller: Actor,
  { amounts, once }: { readonly amounts: OwnAmounts<Now>; readonly once: Once },
  answerOf: (changed: AmountsChanged<Now>) => A,
): Promise<A> {
  const { request, after } = amounts;
  return once.inSteps<Now, A>(async (steps) => {
    const opened = await openToChange(ports, caller, request, 'edit');
    return oneAtATime(ports, { companyId: caller.companyId, key: opened.key }, async (isHeld) => {
      const account = whileHeld(opened, () => steps.isHeld() && isHeld());
      const { access } = account;
      const at = { missing: sentName(request, 'campaignId') };
      const { facts, now } = await withRequestErrors(at, () => amounts.read(access));
      const judged = await judge(ports, caller, account, { amounts, facts });
      refuseExceeded(judged?.judgement.verdicts ?? []);
      if (steps.begun === undefined) refuseFaults(judged?.unconfirmed ?? []);
      const previous = steps.begun ?? now;
      const { adAccountId } = access;
      const before = amounts.beforeOf(previous);
      const change = { action: 'campaign.budget', subject: request.campaignId, adAccountId, before, after };
      await throughGate(ports, [judged?.judgement], () =>
        traced(ports, caller, { change, at, progress: previous, steps }, () => amounts.write(access)).finally(() =>
          noteChange(ports, access.companyId, account.key),
        ),
      );
      const answer = answerOf({ now, previous, currency: access.currency });
      await steps.conclude(answer, []);
      return answer;
    });
  });
}

export async function previewOwnAmounts<Now extends object>(
  ports: ManagePorts,
  caller: Actor,
  amounts: OwnAmounts<Now>,
): Promise<Preview> {
  const { request } = amounts;
  const account = await openToChange(ports, caller, request, 'edit');
  const at = { missing: sentName(request, 'campaignId') };
  const { facts, now } = await withRequestErrors(at, () => amounts.read(account.access));
  return previewOf((await judge(ports, caller, account, { amounts, facts }))?.judgement, now);
}

async function judge<Now extends object>(
  ports: ManagePorts,
  caller: Actor,
  account: Opened<'edit'>,
  { amounts, facts }: { readonly amounts: OwnAmounts<Now>; readonly facts: EntityFacts },
): Promise<Awaited<ReturnType<typeof judgeRise>> | undefined> {
  const { request, dailyBudget } = amounts;
  if (dailyBudget === undefined) return undefined;
  const { accountId: businessId, campaignId: entityId, confirm } = request;
  const wanted = { businessId, entityType: 'campaign', entityId, confirm, dailyBudget } as const;
  return judgeRise(ports, caller, account, { request: wanted, before: facts });
}
