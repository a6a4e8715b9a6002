import { withoutQuery } from '../../schema/trimmed.ts';

/** Where the file behind a link is, or that the link is a folder. */
export type Link = { readonly file: string } | { readonly folder: 'drive' | 'dropbox'; readonly id: string };

/**
 * Links as people copy them lead to pages. Those of files that are shared with everyone become the addresses of the files:
 * Drive by `uc?export=download`, Dropbox by `dl=1`. Anything else is an address of a file as it stands.
 */
export function readLink(url: string): Link {
  const [, host = '', path = ''] = /^https:\/\/([^/?#]+)([^?#]*)/i.exec(url) ?? [];
  if (host.toLowerCase() === 'drive.google.com') return driveLink(url, path);
  if (/^(www\.)?dropbox\.com$/i.test(host)) return dropboxLink(url, path);
  return { file: url };
}

function driveLink(url: string, path: string): Link {
  const folder = /\/folders\/([\w-]{10,100})/.exec(path)?.[1];
  if (folder !== undefined) return { folder: 'drive', id: folder };
  const id = /\/file\/d\/([\w-]{10,100})/.exec(path)?.[1] ?? parameter(url, 'id');
  return { file: id === undefined ? url : driveFile(id) };
}

export const driveFile = (id: string): string => `https://drive.google.com/uc?export=download&id=${id}`;

function dropboxLink(url: string, path: string): Link {
  if (/^\/(sh|scl\/fo)\//.test(path)) return { folder: 'dropbox', id: path };
  const key = parameter(url, 'rlkey');
  return { file: `${withoutQuery(url)}?${key === undefined ? '' : `rlkey=${key}&`}dl=1` };
}

const parameter = (url: string, name: string): string | undefined =>
  url
    .slice(withoutQuery(url).length + 1)
    .split('&')
    .map((pair) => pair.split('='))
    .find(([key]) => key === name)?.[1];
