import type { Reply } from '../../base/problem.ts';
import { answer } from '../../base/run.ts';
import { type DriveChoice, mayReadDrive, searchDrive } from '../../drive/files.ts';
import { feature as declare } from '../../frame/feature.ts';
import { putFiles as put } from './choose.ts';

/** Whether media can be chosen from Google Drive. */
export const feature = declare({ blank: () => ({ drive: mayReadDrive() }) });

/** Images and videos of the user's Google Drive whose names hold a text. */
export function driveFiles(text: string): Reply<readonly DriveChoice[]> {
  return answer((app) => searchDrive(app, text));
}

/** Links to files, put into the media cells from the selected one down. */
export function putFiles(ids: readonly string[]): Reply<string> {
  return answer((app) => put(app, ids));
}
