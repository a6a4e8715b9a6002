import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import type { AdOperation } from '../../kit/operations.ts';
import { collectionPath } from '../read/objects.ts';
import { idOf } from '../urns.ts';
import { type Api, idMade } from '../wire/client.ts';
import { creativeRequest } from './post.ts';

export async function sendAds(
  api: Api,
  access: Access,
  operations: readonly AdOperation[],
): Promise<ReadonlyMap<AdOperation, Outcome>> {
  const outcomes = new Map<AdOperation, Outcome>();
  for (const operation of operations) outcomes.set(operation, await sendAd(api, access, operation));
  return outcomes;
}

async function sendAd({ wire }: Api, access: Access, operation: AdOperation): Promise<Outcome> {
  const answer = await wire.call(access, {
    ...{ method: 'POST', path: collectionPath(access, 'ad') },
    ...creativeRequest(access, operation),
  });
  if (!answer.ok) return { state: answer.maybeDone ? 'unknown' : 'failed', failure: answer.failure };
  const id = idMade(answer);
  if (id !== undefined) return { state: 'done', ref: idOf('ad', id) };
  return { state: 'unknown', failure: wire.fail('transient', 'The platform made the ad and did not say its id.') };
}
