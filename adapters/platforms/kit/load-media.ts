import { SlipwayError } from '../../../core/base/errors.ts';
import type { Fail } from './failures.ts';
import type { LaunchMedia, LoadedMedia, MediaSource, Outcome } from './ports.ts';

/** The bytes of a media item, or the outcome of an operation that cannot have them. */
export async function loadMedia(
  media: MediaSource,
  companyId: string,
  {
    url,
    fail,
    type,
  }: { readonly url: string; readonly fail: Fail; readonly type?: LaunchMedia['type'] | undefined },
): Promise<{ readonly loaded: LoadedMedia } | { readonly outcome: Outcome }> {
  try {
    const loaded = await media.load(companyId, url);
    if ((loaded.contentType === 'application/pdf') !== (type === 'document')) throw notMeant(type);
    return { loaded };
  } catch (error) {
    const ownCode = error instanceof SlipwayError ? error.code : 'media_unreachable';
    return {
      outcome: {
        state: 'failed',
        stage: 'download',
        ownCode,
        failure: downloadFailure(error, fail),
      },
    };
  }
}

const notMeant = (type: LaunchMedia['type'] | undefined): SlipwayError =>
  new SlipwayError(
    'media_invalid',
    type === 'document'
      ? 'The address leads to no PDF file.'
      : 'The address leads to a pdf file, and the ad is to show something else.',
  );

const fixes: { readonly [code: string]: string } = {
  media_unreachable:
    'Check that the address is public and opens in a browser, or upload the file here and use its address.',
  media_lost:
    'Upload the file again. If that happens to every file, the operator sets SLIPWAY_MEDIA to one shared place for all processes.',
  media_too_large: 'Use a smaller file.',
  media_invalid: 'Use a JPEG or PNG image, or an MP4 or MOV video.',
};

function downloadFailure(error: unknown, fail: Fail) {
  if (!(error instanceof SlipwayError))
    return {
      ...fail('rule', 'The media file could not be read.'),
      retryable: true,
      fix: fixes.media_unreachable ?? '',
    };
  return {
    ...fail(error.code === 'media_invalid' ? 'invalid' : 'rule', error.message),
    fix:
      fixes[error.details[0]?.code ?? error.code] ?? fixes[error.code] ?? 'Replace the media file.',
    retryable: error.code === 'media_unreachable',
  };
}
