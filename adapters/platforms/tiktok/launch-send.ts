import type { FailureClass, PlatformFailure } from '../../../core/errors.ts';
import type { MediaSource } from '../../../core/ports/media.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { LaunchOperation, Outcome } from '../../../core/ports/platform-launch.ts';
import { mapBounded } from '../../http/map-bounded.ts';
import { loadMedia } from '../load-media.ts';
import { chunks } from '../params.ts';
import type { AdOperation } from './creative.ts';
import { wireFailure } from './errors.ts';
import { type AdPorts, sendAds } from './launch-ads.ts';
import { lookAtVideos, type ReadyOperation, videosPerQuestion } from './ready.ts';
import { type Uploaded, type UploadOperation, uploadImage, uploadVideo } from './uploads.ts';

export interface SendPorts extends AdPorts {
  readonly media: MediaSource;
}

/** Files held in memory at a time. */
const filesAtOnce = 3;

/** Sends operations and answers in their order. Never throws for what the platform said. */
export async function sendLaunch(
  ports: SendPorts,
  access: Access,
  operations: readonly LaunchOperation[],
): Promise<readonly Outcome[]> {
  const outcomes = new Map<LaunchOperation, Outcome>();
  const uploads = operations.filter((each): each is UploadOperation => each.kind === 'image' || each.kind === 'video');
  const looks = operations.filter((each): each is ReadyOperation => each.kind === 'ready');
  const ads = operations.filter((each): each is AdOperation => each.kind === 'ad');
  const dead = (): PlatformFailure | undefined =>
    [...outcomes.values()].flatMap((outcome) => (outcome.state === 'failed' ? [outcome.failure] : [])).find(isDead);

  await mapBounded(uploads, filesAtOnce, async (operation) => {
    const failure = dead();
    outcomes.set(operation, failure === undefined ? await upload(ports, access, operation) : { state: 'failed', failure });
  });
  for (const some of chunks(looks, videosPerQuestion)) {
    if (dead() !== undefined) break;
    for (const [operation, outcome] of await lookAtVideos(ports, access, some)) outcomes.set(operation, outcome);
  }
  if (ads.length > 0 && dead() === undefined)
    for (const [operation, outcome] of await sendAds(ports, access, ads)) outcomes.set(operation, outcome);

  // A dead token stops everything at once: further requests would only fail one by one.
  const why = dead();
  return operations.map(
    (operation) => outcomes.get(operation) ?? { state: 'failed', failure: why ?? impossible(ports, operation) },
  );
}

const isDead = ({ class: kind }: PlatformFailure): boolean => kind === 'auth';

/** Creatives are part of the ad here: nobody plans one. */
const impossible = ({ api }: SendPorts, { kind }: LaunchOperation): PlatformFailure =>
  wireFailure('invalid', `This platform has no operation "${kind}".`, api.newTraceId());

async function upload(ports: SendPorts, access: Access, operation: UploadOperation): Promise<Outcome> {
  const { companyId } = access;
  const { url } = operation.media;
  // The platform fetches videos itself; those of our own store have no address it could reach.
  const byAddress = operation.kind === 'video' && (await ports.media.describe(companyId, url)) === undefined;
  if (byAddress) return outcomeOf(await uploadVideo(ports, access, operation, undefined));
  const wording = (kind: FailureClass, message: string): PlatformFailure => wireFailure(kind, message, ports.api.newTraceId());
  const file = await loadMedia(ports.media, companyId, url, wording);
  if ('outcome' in file) return file.outcome;
  const uploaded =
    operation.kind === 'image'
      ? await uploadImage(ports, access, file.loaded)
      : await uploadVideo(ports, access, operation, file.loaded);
  return outcomeOf(uploaded, file.loaded.sha256);
}

function outcomeOf(uploaded: Uploaded, sha256?: string): Outcome {
  if (uploaded.ok) return { state: 'done', ref: uploaded.ref, ...(sha256 !== undefined && { sha256 }) };
  return { state: uploaded.maybeDone ? 'unknown' : 'failed', failure: uploaded.failure };
}
