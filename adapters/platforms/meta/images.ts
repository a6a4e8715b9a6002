import { type PlatformFailure, SlipwayError } from '../../../core/errors.ts';
import type { MediaSource } from '../../../core/ports/media.ts';
import type { LaunchOperation, Outcome } from '../../../core/ports/platform-launch.ts';
import type { BatchEntry } from './batch.ts';
import { wireFailure } from './errors.ts';
import { asRow, type Row, text } from './json.ts';
import { accountNode } from './params.ts';

export type UploadOperation = Extract<LaunchOperation, { kind: 'image' | 'video' }>;

/** There is no upload by address for images: the bytes pass through us. The same bytes always get the same hash. */
export function imageEntry(adAccountId: string, file: NonNullable<BatchEntry['file']>): BatchEntry {
  return { method: 'POST', path: `${accountNode(adAccountId)}/adimages`, file };
}

/** The hash. The key it stands under differs with the way of uploading, so the first entry is taken whatever its key. */
export function imageHash(body: Row): string | undefined {
  const [image] = Object.values(asRow(body.images) ?? {});
  return text(asRow(image)?.hash);
}

/** The bytes of a media item, or what became of the operation when they cannot be had. */
export async function loadMedia(
  media: MediaSource,
  companyId: string,
  operation: UploadOperation,
  traceId: string,
): Promise<{ readonly loaded: Awaited<ReturnType<MediaSource['load']>> } | { readonly outcome: Outcome }> {
  try {
    return { loaded: await media.load(companyId, operation.media.url) };
  } catch (error) {
    return { outcome: { state: 'failed', stage: 'download', failure: downloadFailure(error, traceId) } };
  }
}

const fixes: { readonly [code: string]: string } = {
  media_unreachable: 'Check that the address is public and opens in a browser, or upload the file here and use its address.',
  media_too_large: 'Use a smaller file.',
  media_invalid: 'Use a JPEG or PNG image, or an MP4 or MOV video.',
};

function downloadFailure(error: unknown, traceId: string): PlatformFailure {
  if (!(error instanceof SlipwayError)) {
    return {
      ...wireFailure('rule', 'The media file could not be read.', traceId),
      retryable: true,
      fix: fixes.media_unreachable ?? '',
    };
  }
  return {
    ...wireFailure(error.code === 'media_invalid' ? 'invalid' : 'rule', error.message, traceId),
    fix: fixes[error.code] ?? 'Replace the media file.',
    retryable: error.code === 'media_unreachable',
  };
}
