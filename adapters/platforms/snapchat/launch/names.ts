import type { LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import type { UploadOperation } from '../../kit/operations.ts';
import { longest } from '../check.ts';

/** Marks files and creatives; an ad's name is the user's alone. */
const markOf = ({ batch, id }: Pick<LaunchOperation, 'batch' | 'id'>): string => ` [${batch} ${id}]`;

/** Cut in front, so that the mark stays whole. */
function named(words: string, mark: string): string {
  const room = Math.max(0, longest.name - mark.length);
  return `${[...words].slice(0, room).join('')}${mark}`;
}

/** The same content has the same name, by which it is found. */
export const imageName = (filename: string, sha256: string): string => named(filename, ` [${sha256.slice(0, 32)}]`);

export const videoName = (operation: UploadOperation): string => named(operation.media.filename, markOf(operation));

export const hasMark = (name: string | undefined, operation: Pick<LaunchOperation, 'batch' | 'id'>): boolean =>
  name?.endsWith(markOf(operation)) === true;

export const creativeName = (adName: string, operation: Pick<LaunchOperation, 'batch' | 'id'>): string =>
  named(adName, markOf(operation));
