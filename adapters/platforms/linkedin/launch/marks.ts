import type { LoadedMedia } from '../../../../core/ports/media.ts';
import type { UploadOperation } from '../../kit/operations.ts';

const longestName = 100;

/** By content: equal pictures of two batches are one. */
export const imageMark = ({ filename, sha256 }: Pick<LoadedMedia, 'filename' | 'sha256'>): string =>
  named(filename, ` ${sha256.slice(0, 32)}`);

/** Under any file name. */
export const isImageOf = (assetName: string, sha256: string): boolean => assetName.endsWith(` ${sha256.slice(0, 32)}`);

/** Names the operation, which must be found again. */
export const videoMark = ({ media, batch, id }: Pick<UploadOperation, 'media' | 'batch' | 'id'>): string =>
  named(media.filename, ` [${batch} ${id}]`);

function named(filename: string, mark: string): string {
  const room = Math.max(0, longestName - mark.length);
  return `${[...filename].slice(0, room).join('')}${mark}`.slice(-longestName);
}
