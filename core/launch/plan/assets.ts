import type { AccountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import type { Asset, Outcome } from '../../ports/platform-launch.ts';
import type { Store } from '../../ports/store.ts';
import { type MediaAssetRecord, mediaAssetId, mediaAssetKind } from '../journal/records.ts';
import type { Plan, PlannedOperation } from './plan.ts';
import { adOf } from './resolve.ts';

/**
 * Notes which content an ad account holds now. Only a saving: without it the media is uploaded
 * again, which the platform takes as the same.
 */
export async function rememberAssets(
  run: {
    readonly ports: { readonly store: Store };
    readonly companyId: string;
    readonly plan: Plan;
  },
  wave: readonly PlannedOperation[],
  outcomes: readonly (Outcome | undefined)[],
): Promise<void> {
  const { ports, companyId, plan } = run;
  for (const [position, operation] of wave.entries()) {
    const outcome = outcomes[position];
    if (outcome?.state !== 'done' || (operation.kind !== 'image' && operation.kind !== 'ready'))
      continue;
    const media = adOf(plan, operation).media[operation.mediaIndex ?? 0];
    const sha256 = media?.sha256 ?? outcome.sha256;
    if (sha256 === undefined) continue;
    const { ref, thumbnailUrl, cover } = outcome;
    const type = operation.kind === 'image' ? 'image' : 'video';
    const doc: MediaAssetRecord = { type, ref, ...defined({ thumbnailUrl, cover }) };
    const id = mediaAssetId(operation.account, sha256);
    await ports.store.commit([{ kind: mediaAssetKind, companyId, id, expect: 'absent', doc }]);
  }
}

/** Undefined when the content must be uploaded. */
export async function recallAsset(
  store: Store,
  companyId: string,
  account: AccountKey,
  sha256: string,
): Promise<Asset | undefined> {
  return (await store.get(mediaAssetKind, companyId, mediaAssetId(account, sha256)))?.doc;
}
