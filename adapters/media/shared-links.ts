import { withoutQuery } from '../../core/base/schema/trimmed.ts';
import { settingsPages } from '../../core/base/settings-pages.ts';
import type { SharedLink } from '../../core/ports/media-files.ts';
import { drivePublicFile } from './cloud-addresses.ts';

const DRIVE_FOLDER = `This is a folder. Give its id as drive.folderId: after an admin has connected Drive (${settingsPages.connections}), or, where everyone may see it, with an API key of a Google project in drive.apiKey.`;
const DROPBOX_FOLDER = `This is a folder. Dropbox lists folders, public ones too, to connected apps alone: give its link as dropbox.sharedLink after an admin has connected Dropbox (${settingsPages.connections}), or give the links of its files.`;

/**
 * Links of publicly shared files become addresses of the files: Drive by its id, Dropbox by `dl=1`,
 * keeping `rlkey`, which grants the access (dropboxforum.com, discussion 689070, answer of Dropbox
 * of 2023; read 2026-11-16). Other links stay as they are.
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
  return { file: id === undefined ? url : drivePublicFile(id, parameter(url, 'resourcekey')) };
}

function dropboxLink(url: string, path: string): SharedLink {
  if (/^\/(sh|scl\/fo)\//.test(path)) return { refused: DROPBOX_FOLDER, folder: 'dropbox' };
  const kept = parametersOf(url).filter((pair) => !/^(dl|raw)(=|$)/.test(pair));
  return { file: `${withoutQuery(url)}?${[...kept, 'dl=1'].join('&')}` };
}

const parameter = (url: string, name: string) =>
  parametersOf(url)
    .map((pair) => pair.split('='))
    .find(([key]) => key === name)?.[1];

function parametersOf(url: string) {
  const [query = ''] = url.slice(withoutQuery(url).length + 1).split('#');
  return query.split('&').filter((pair) => pair !== '');
}
