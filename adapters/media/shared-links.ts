import type { SharedLink } from '../../core/ports/media-files.ts';
import { withoutQuery } from '../../core/schema/trimmed.ts';

const DRIVE_FOLDER =
  'This is a folder. Give its id as drive.folderId, with an API key of a Google project in drive.apiKey where everyone may see it, or after an admin has connected Drive.';
const DROPBOX_FOLDER =
  'This is a folder. Dropbox lists folders to connected apps alone: give its link as dropbox.sharedLink, after an admin has connected Dropbox, or the links of its files.';

/**
 * Links as people copy them lead to pages. Those of files that are shared with everyone become the addresses of the files:
 * Drive by `uc?export=download`, Dropbox by `dl=1`. Anything else is an address of a file as it stands.
 */
export function readLink(url: string): SharedLink {
  const [, host = '', path = ''] = /^https:\/\/([^/?#]+)([^?#]*)/i.exec(url) ?? [];
  if (host.toLowerCase() === 'drive.google.com') return driveLink(url, path);
  if (/^(www\.)?dropbox\.com$/i.test(host)) return dropboxLink(url, path);
  return { file: url };
}

function driveLink(url: string, path: string): SharedLink {
  if (/\/folders\//.test(path)) return { refused: DRIVE_FOLDER };
  const id = /\/file\/d\/([\w-]{10,100})/.exec(path)?.[1] ?? parameter(url, 'id');
  return { file: id === undefined ? url : driveFile(id) };
}

export const driveFile = (id: string): string => `https://drive.google.com/uc?export=download&id=${id}`;

function dropboxLink(url: string, path: string): SharedLink {
  if (/^\/(sh|scl\/fo)\//.test(path)) return { refused: DROPBOX_FOLDER, folder: 'dropbox' };
  const key = parameter(url, 'rlkey');
  return { file: `${withoutQuery(url)}?${key === undefined ? '' : `rlkey=${key}&`}dl=1` };
}

const parameter = (url: string, name: string): string | undefined =>
  url
    .slice(withoutQuery(url).length + 1)
    .split('&')
    .map((pair) => pair.split('='))
    .find(([key]) => key === name)?.[1];
