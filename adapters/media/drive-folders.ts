import { SlipwayError } from '../../core/base/errors.ts';
import type { Ask, CloudFolders, PublicFetch, SharedLinks } from '../../core/ports/media-files.ts';
import { addresses, driveListQuery, drivePage, drivePublicFile } from './cloud-addresses.ts';
import { createCloudFolders } from './cloud-folders.ts';
import { readLink } from './shared-links.ts';

const MOST_BYTES = 5_000_000;

/**
 * Public links of Drive and Dropbox, and public folders of Drive by `files.list` (version 3),
 * without their subfolders.
 */
export function createSharedLinks(
  publicFetch: PublicFetch,
  folders: CloudFolders = createCloudFolders(),
): SharedLinks {
  return {
    folders,
    read: readLink,
    async list(folderId, apiKey, { most, ask }) {
      const files: { readonly url: string; readonly from: string; readonly name: string }[] = [];
      let pageToken: string | undefined;
      do {
        const query = driveListQuery(folderId, pageToken);
        query.set('key', apiKey);
        const page = await read(publicFetch, `${addresses.driveFiles.url}?${query}`, ask);
        for (const { id, name, resourceKey } of page.files ?? [])
          if (typeof id === 'string' && typeof name === 'string')
            files.push({
              url: drivePage(id),
              from: drivePublicFile(id, typeof resourceKey === 'string' ? resourceKey : undefined),
              name,
            });
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined && files.length < most);
      return files.slice(0, most);
    },
  };
}

interface FilesPage {
  readonly files?: readonly {
    readonly id?: unknown;
    readonly name?: unknown;
    readonly resourceKey?: unknown;
  }[];
  readonly nextPageToken?: string;
}

async function read(
  publicFetch: PublicFetch,
  url: string,
  ask: Ask | undefined,
): Promise<FilesPage> {
  try {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of (await publicFetch.get(url, ask)).chunks) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MOST_BYTES) throw new Error('too long');
    }
    return JSON.parse(text) as FilesPage;
  } catch (cause) {
    if (cause instanceof SlipwayError && cause.code === 'unprocessable_entity') throw cause;
    const message =
      'Google does not list this folder: it is not shared with everyone who has the link, or the API key is not valid for the Drive API.';
    throw new SlipwayError('unprocessable_entity', message, {
      cause,
      details: [{ path: 'drive', code: 'folder_not_listed', message }],
    });
  }
}
