import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { LaunchAd } from '../../core/ports/launch-ad.ts';
import type { Access } from '../../core/ports/platform-accounts.ts';
import type {
  AdSetFacts,
  Asset,
  LaunchCapability,
  LaunchOperation,
  Outcome,
} from '../../core/ports/platform-launch.ts';

/** An adapter at a sandbox, as far as these steps need it. */
interface AtSandbox {
  readonly platform: AdPlatform;
  readonly launch: LaunchCapability;
  readonly access: Access;
  readonly clock: Clock;
}

export function refOf(outcome: Outcome | undefined): string {
  if (outcome?.state !== 'done') throw new Error(`expected done, got ${JSON.stringify(outcome)}`);
  return outcome.ref;
}

export async function factsOf(
  { platform, access }: AtSandbox,
  adSetId: string,
): Promise<AdSetFacts> {
  const [facts] = await platform.accounts.adSets(access, { ids: [adSetId] });
  if (facts === undefined) throw new Error(`no ad set ${adSetId}`);
  return facts;
}

export async function sendOne(
  { launch, access }: AtSandbox,
  operation: LaunchOperation,
): Promise<Outcome> {
  const [outcome] = await launch.send(access, [operation]);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

/** Uploads the ad's media and waits for its videos. */
export async function assetsOf(at: AtSandbox, ad: LaunchAd): Promise<readonly Asset[]> {
  const assets: Asset[] = [];
  for (const [position, media] of ad.media.entries()) {
    if (media.url === undefined) continue;
    const kind = media.type === 'video' ? 'video' : 'image';
    const id = `${kind}:${position}`;
    const ref = refOf(
      await sendOne(at, { kind, id, batch: 'b1', media: { ...media, url: media.url } }),
    );
    if (kind === 'image') {
      assets.push({ type: 'image', ref });
      continue;
    }
    await at.clock.sleep(at.launch.firstLookMs);
    const ready = await sendOne(at, {
      kind: 'ready',
      id: `ready:${position}`,
      batch: 'b1',
      videoId: ref,
    });
    if (ready.state !== 'done') throw new Error(`the video is not ready: ${JSON.stringify(ready)}`);
    const { ref: videoRef, thumbnailUrl, cover } = ready;
    assets.push({
      type: 'video',
      ref: videoRef,
      ...(thumbnailUrl && { thumbnailUrl }),
      ...(cover && { cover }),
    });
  }
  return assets;
}
