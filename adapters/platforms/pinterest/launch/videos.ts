import { PlatformError } from '../../../../core/base/errors.ts';
import { asRow, text } from '../../kit/json.ts';
import { orFailed } from '../../kit/send-launch.ts';
import type {
  Access,
  Api,
  LoadedMedia,
  Outcome,
  Params,
  PlatformFailure,
  ReadyOperation,
} from '../../types.ts';

const lookAgainMs = 5_000;

/**
 * A video is registered, then sent to a foreign storage. A lost registration and a video without a
 * pin are invisible: both are done again.
 */
export async function uploadVideo(
  { wire, calls }: Api,
  access: Access,
  file: LoadedMedia,
): Promise<Outcome> {
  const registered = await wire.call(access, {
    method: 'POST',
    path: 'media',
    body: { media_type: 'video' },
  });
  if (!registered.ok) return again(registered.failure);
  const ref = text(registered.body.media_id);
  const url = text(registered.body.upload_url);
  if (ref === undefined || url === undefined)
    return again(
      wire.fail('transient', 'The platform registered a video without saying where to send it.'),
    );
  const stored = await store({ wire, calls }, access, {
    file,
    url,
    body: asRow(registered.body.upload_parameters) ?? {},
  });
  if (stored.ok) return { state: 'done', ref };
  // After any answer of the storage the platform decides.
  const status = stored.maybeDone ? await statusOf({ wire, calls }, access, ref) : 'registered';
  return status === 'processing' || status === 'succeeded'
    ? { state: 'done', ref }
    : again(stored.failure);
}

const again = (failure: PlatformFailure): Outcome => ({ state: 'failed', failure });

/** The given parameters stand before the file. No token travels. */
function store(
  { wire }: Api,
  access: Access,
  { file, url, body }: { readonly file: LoadedMedia; readonly url: string; readonly body: Params },
) {
  const { bytes, contentType, filename } = file;
  const files = [{ part: 'file', filename, contentType, bytes }];
  return wire.call(access, {
    method: 'POST',
    path: 'video storage',
    url,
    anonymous: true,
    body,
    files,
  });
}

async function statusOf({ calls }: Api, access: Access, mediaId: string) {
  try {
    return text((await calls.read(access, `media/${mediaId}`)).status);
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

/** The platform tells of one video at a time. */
export function lookAtVideo(
  { calls, wire }: Api,
  access: Access,
  { videoId }: ReadyOperation,
): Promise<Outcome> {
  return orFailed(async () => {
    const status = text((await calls.read(access, `media/${videoId}`)).status);
    if (status === 'succeeded') return { state: 'done', ref: videoId };
    if (status !== 'failed') return { state: 'waiting', retryInMs: lookAgainMs };
    const fix = 'Export it again as MP4 or MOV (H.264, AAC), and launch the ad again.';
    return {
      state: 'failed',
      failure: wire.fail('rule', 'The platform could not process this video.', fix),
    };
  });
}
