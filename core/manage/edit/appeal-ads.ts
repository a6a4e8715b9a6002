import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError } from '../../base/errors.ts';
import { itemOutcomeOf } from '../../base/outcomes.ts';
import { itemError } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { quoted } from '../../base/schema/quoted.ts';
import type { Preview } from '../../gate/preview.ts';
import type { EditResult } from '../../ports/platform-changes.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { type ManagePorts, openToChange } from '../open-account.ts';
import type { AppealRequest, ItemsResponse } from '../schema/edit.ts';
import { type ItemOutcome, idsOf, itemsAnswer, previewQuiet, readBefore, whyNot } from './entities.ts';
import { type Change, changeWrite, refusedWrite } from './trace.ts';

/** Once for each ad: an attempt after one that was cut off only looks whether the platform was asked. */
export function appealAds(
  ports: ManagePorts,
  caller: Actor,
  request: AppealRequest,
  once: Once = unkeyed(ports.store),
): Promise<ItemsResponse> {
  const ids = idsOf(request);
  const { reason } = request;
  return once.inSteps<object, ItemsResponse>(async (steps) => {
    const { account, appeal } = await openToAppeal(ports, caller, request, steps.isHeld);
    const { adAccountId } = account.access;
    const results = new Map<string, ItemOutcome>();
    const open: string[] = [];
    for (const read of await readBefore(account, 'ad', ids)) {
      const refused = whyNot(read, adAccountId);
      if (refused === undefined) open.push(read.id);
      else results.set(read.id, { entityId: read.id, success: false, ...refused });
    }
    const mayBeAsked = steps.begun !== undefined;
    const changeOf = (subject: string): Change => ({
      action: 'ad.appeal',
      subject,
      adAccountId,
      after: { reason: reason ?? null },
    });
    if (!mayBeAsked && open.length > 0)
      await steps.begin(
        {},
        open.map((id) => changeWrite(ports, caller, changeOf(id))),
      );
    let asked: readonly EditResult[] = [];
    try {
      if (open.length > 0)
        asked = await appeal(
          account.access,
          open.map((id) => ({ id, mayBeAsked, ...defined({ reason }) })),
        );
    } catch (error) {
      if (error instanceof PlatformError && !mayBeAsked)
        await steps.refuse(open.map((id) => refusedWrite(ports, caller, changeOf(id), error.failure)));
      throw error;
    }
    for (const { id, failure } of asked)
      results.set(id, {
        entityId: id,
        success: failure === undefined,
        outcome: itemOutcomeOf(failure),
        ...(failure !== undefined && itemError(failure)),
      });
    const answer = itemsAnswer(ids.flatMap((id) => results.get(id) ?? []));
    const refused = asked.flatMap(({ id, failure }) =>
      failure === undefined ? [] : [refusedWrite(ports, caller, changeOf(id), failure)],
    );
    await steps.conclude(answer, refused);
    return answer;
  });
}

export async function previewAppeal(ports: ManagePorts, caller: Actor, request: AppealRequest): Promise<Preview> {
  await openToAppeal(ports, caller, request, () => true);
  const rest = request.reason === undefined ? '' : `: ${quoted(request.reason)}`;
  const named = { ...request, entityType: 'ad' as const };
  return previewQuiet(ports, caller, named, { verb: 'Appeal against the rejection of', rest, look: 'own' });
}

async function openToAppeal(ports: ManagePorts, caller: Actor, request: AppealRequest, isHeld: () => boolean) {
  const account = whileHeld(await openToChange(ports, caller, request, 'edit'), isHeld);
  return { account, appeal: offeredMember(account.platform, 'edit', 'appeal', sentName(request, 'businessId')) };
}
