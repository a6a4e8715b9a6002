import type { LoadedMedia } from '../../../../core/ports/media.ts';
import type { UploadOperation } from '../../kit/operations.ts';

const longestName = 100;

/** An image is known by its content: the same picture of two batches is one. */
export const imageMark = ({ filename, sha256 }: Pick<LoadedMedia, 'filename' | 'sha256'>): string =>
  named(filename, ` ${sha256.slice(0, 32)}`);

/** Whether an image in the library has this content, whatever it is called. */
export const isImageOf = (assetName: string, sha256: string): boolean => assetName.endsWith(` ${sha256.slice(0, 32)}`);

/** A video's name also tells whose it is, because reading it back must find the one operation. */
export const videoMark = ({ media, batch, id }: Pick<UploadOperation, 'media' | 'batch' | 'id'>): string =>
  named(media.filename, ` [${batch} ${id}]`);

/** Cut in front, so that the mark stays whole. */
function named(filename: string, mark: string): string {
  const room = Math.max(0, longestName - mark.length);
  return `${[...filename].slice(0, room).join('')}${mark}`.slice(-longestName);
}
