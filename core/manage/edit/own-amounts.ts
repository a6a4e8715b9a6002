import type { Actor } from '../../access/caller.ts';
import { refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { refuseExceeded } from '../../gate/gate.ts';
import { type Preview, previewOf } from '../../gate/preview.ts';
import type { Access } from '../../ports/platform-accounts.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Once } from '../../records/once.ts';
import { changeOnce } from '../change/change.ts';
import type { Changing } from '../change/changing.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import { judgeRise } from './rise.ts';
import type { Change } from './trace.ts';

/** Amounts of a campaign that one platform alone has. */
export interface OwnAmounts<Now extends object> {
  readonly request: {
    readonly accountId: string;
    readonly campaignId: string;
    readonly confirm?: boolean | undefined;
  };
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

export const setOwnAmounts = <Now extends object, A extends object>(
  ports: ManagePorts,
  caller: Actor,
  { amounts, once }: { readonly amounts: OwnAmounts<Now>; readonly once: Once },
  answerOf: (changed: AmountsChanged<Now>) => A,
): Promise<A> => changeOnce(ports, caller, () => amounting(ports, caller, amounts, answerOf), once);

async function amounting<Now extends object, A extends object>(
  ports: ManagePorts,
  caller: Actor,
  amounts: OwnAmounts<Now>,
  answerOf: (changed: AmountsChanged<Now>) => A,
): Promise<Changing<Now, A, Opened<'edit'>>> {
  const { request, after, beforeOf } = amounts;
  const { campaignId: id } = request;
  const opened = await openToChange(ports, caller, request, 'edit');
  const at = { missing: sentName(request, 'campaignId') };
  const read = ({ access }: Opened<'edit'>) => withRequestErrors(at, () => amounts.read(access));
  let known: Awaited<ReturnType<typeof read>> | undefined;
  return {
    account: opened,
    inTurn: true,
    at,
    async draw(account, former) {
      known = await read(account);
      const own = former ?? known.now;
      const { name } = known.facts;
      return {
        steps: [
          { id, type: 'campaign', name, action: 'campaign.budget', before: beforeOf(own), after },
        ],
        own,
      };
    },
    async judge(account, _plan, isFirst) {
      known ??= await read(account);
      const judged = await judge(ports, caller, account, { amounts, facts: known.facts });
      refuseExceeded(judged?.judgement.verdicts ?? []);
      if (isFirst) refuseFaults(judged?.unconfirmed ?? []);
      return judged?.judgement;
    },
    async send({ access }) {
      await amounts.write(access);
      return [{ id }];
    },
    // Only the platform knows how these stand; to set them again is harmless.
    look: async ({ access }) => {
      known = await withRequestErrors(at, () => amounts.read(access));
      return ['before'];
    },
    async answer({ own: previous }) {
      const { now } = known ?? (await read(opened));
      return { answer: answerOf({ now, previous, currency: opened.access.currency }) };
    },
  };
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
