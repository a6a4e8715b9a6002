import type { Actor } from '../../access/caller.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { quoted } from '../../base/schema/quoted.ts';
import type { Preview } from '../../gate/preview.ts';
import type { Once } from '../../records/once.ts';
import { changeOnce } from '../change/change.ts';
import type { ChangeStep, Changing } from '../change/changing.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import type { AppealRequest, ItemsResponse } from '../schema/edit.ts';
import {
  type ItemOutcome,
  type Items,
  idsOf,
  inOrder,
  itemOf,
  itemsAnswer,
  previewQuiet,
  readBefore,
  whyNot,
} from './entities.ts';

/**
 * Once for each ad: an attempt after one that was cut off only looks whether the platform was
 * asked.
 */
export const appealAds = (
  ports: ManagePorts,
  caller: Actor,
  request: AppealRequest,
  once?: Once,
): Promise<ItemsResponse> =>
  changeOnce(ports, caller, () => appealing(ports, caller, request), once);

async function appealing(
  ports: ManagePorts,
  caller: Actor,
  request: AppealRequest,
): Promise<Changing<Items, ItemsResponse, Opened<'edit'>>> {
  const ids = idsOf(request);
  const { reason } = request;
  const { account: opened, appeal } = await openToAppeal(ports, caller, request);
  const ask = ({ access }: Opened<'edit'>, steps: readonly ChangeStep[], mayBeAsked: boolean) =>
    appeal(
      access,
      steps.map(({ id }) => ({ id, mayBeAsked, ...defined({ reason }) })),
    );
  return {
    account: opened,
    inTurn: false,
    throwsUnsent: true,
    async draw(account) {
      const settled: ItemOutcome[] = [];
      const steps: ChangeStep[] = [];
      for (const read of await readBefore(account, 'ad', ids)) {
        const refused = whyNot(read, account.access.adAccountId);
        if (refused !== undefined) settled.push({ entityId: read.id, success: false, ...refused });
        else
          steps.push({
            id: read.id,
            type: 'ad',
            action: 'ad.appeal',
            after: { reason: reason ?? null },
          });
      }
      return { steps, own: { settled } };
    },
    send: (account, { steps }) => ask(account, steps, false),
    look: async (account, { steps }) =>
      (await ask(account, steps, true)).map(({ failure }) => failure ?? 'after'),
    answer: async ({ steps, own: { settled } }, changed) => {
      const results = steps.map((step) => itemOf(step, changed.get(step.id)?.failure));
      return { answer: itemsAnswer(inOrder(ids, [...settled, ...results])) };
    },
  };
}

export async function previewAppeal(
  ports: ManagePorts,
  caller: Actor,
  request: AppealRequest,
): Promise<Preview> {
  await openToAppeal(ports, caller, request);
  const rest = request.reason === undefined ? '' : `: ${quoted(request.reason)}`;
  const named = { ...request, entityType: 'ad' as const };
  return previewQuiet(ports, caller, named, {
    verb: 'Appeal against the rejection of',
    rest,
    look: 'own',
  });
}

async function openToAppeal(ports: ManagePorts, caller: Actor, request: AppealRequest) {
  const account = await openToChange(ports, caller, request, 'edit');
  return {
    account,
    appeal: offeredMember(account.platform, 'edit', 'appeal', sentName(request, 'businessId')),
  };
}
