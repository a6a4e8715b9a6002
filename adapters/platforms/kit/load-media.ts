import { type PlatformFailure, SlipwayError } from '../../../core/errors.ts';
import type { LoadedMedia, MediaSource } from '../../../core/ports/media.ts';
import type { Outcome } from '../../../core/ports/platform-launch.ts';
import type { Fail } from './failures.ts';

/** The bytes of a media item, or what became of the operation when they cannot be had. */
export async function loadMedia(
  media: MediaSource,
  companyId: string,
  url: string,
  fail: Fail,
): Promise<{ readonly loaded: LoadedMedia } | { readonly outcome: Outcome }> {
  try {
    return { loaded: await media.load(companyId, url) };
  } catch (error) {
    const ownCode = error instanceof SlipwayError ? error.code : 'media_unreachable';
    return { outcome: { state: 'failed', stage: 'download', ownCode, failure: downloadFailure(error, fail) } };
  }
}

const fixes: { readonly [code: string]: string } = {
  media_unreachable: 'Check that the address is public and opens in a browser, or upload the file here and use its address.',
  media_too_large: 'Use a smaller file.',
  media_invalid: 'Use a JPEG or PNG image, or an MP4 or MOV video.',
};

function downloadFailure(error: unknown, fail: Fail): PlatformFailure {
  if (!(error instanceof SlipwayError))
    return { ...fail('rule', 'The media file could not be read.'), retryable: true, fix: fixes.media_unreachable ?? '' };
  return {
    ...fail(error.code === 'media_invalid' ? 'invalid' : 'rule', error.message),
    fix: fixes[error.code] ?? 'Replace the media file.',
    retryable: error.code === 'media_unreachable',
  };
}
