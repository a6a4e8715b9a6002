import type { AccountKey } from '../../base/account-key.ts';
import type { Asset, Outcome } from '../../ports/platform-launch.ts';
import type { Store } from '../../ports/store.ts';
import { type MediaAssetRecord, mediaAssetId, mediaAssetKind } from '../journal/records.ts';
import type { Plan, PlannedOperation } from './plan.ts';
import { adOf } from './resolve.ts';

/**
 * Notes which content an ad account now holds, so that no later launch uploads it again. Only a saving:
 * when it is lost the media is uploaded once more, which the platform takes as the same.
 */
export async function rememberAssets(
  store: Store,
  companyId: string,
  plan: Plan,
  wave: readonly PlannedOperation[],
  outcomes: readonly Outcome[],
): Promise<void> {
  for (const [position, operation] of wave.entries()) {
    const outcome = outcomes[position];
    if (outcome?.state !== 'done' || (operation.kind !== 'image' && operation.kind !== 'ready')) continue;
    const media = adOf(plan, operation).media[operation.mediaIndex ?? 0];
    const sha256 = media?.sha256 ?? outcome.sha256;
    if (sha256 === undefined) continue;
    const doc: MediaAssetRecord = {
      type: operation.kind === 'image' ? 'image' : 'video',
      ref: outcome.ref,
      ...(outcome.thumbnailUrl === undefined ? {} : { thumbnailUrl: outcome.thumbnailUrl }),
      ...(outcome.cover === undefined ? {} : { cover: outcome.cover }),
    };
    await store.commit([{ kind: mediaAssetKind, companyId, id: mediaAssetId(operation.account, sha256), expect: 'absent', doc }]);
  }
}

/** What the account holds of this content; undefined when it must be uploaded. */
export async function recallAsset(
  store: Store,
  companyId: string,
  account: AccountKey,
  sha256: string,
): Promise<Asset | undefined> {
  return (await store.get(mediaAssetKind, companyId, mediaAssetId(account, sha256)))?.doc;
}
