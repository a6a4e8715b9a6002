import { SlipwayError } from '../../core/errors.ts';
import type { CloudFolders, PublicFetch, SharedLinks } from '../../core/ports/media-files.ts';
import { createCloudFolders } from './cloud-folders.ts';
import { driveFile, readLink } from './shared-links.ts';

const LIST = 'https://www.googleapis.com/drive/v3/files';
const MOST_BYTES = 5_000_000;

/** Links of Drive and Dropbox, and folders of Drive that everyone with the link may see, listed by `files.list` of its API, version 3. Folders in them are left out. */
export function createSharedLinks(publicFetch: PublicFetch, folders: CloudFolders = createCloudFolders()): SharedLinks {
  return {
    folders,
    read: readLink,
    async list(folderId, apiKey, most) {
      const files: { readonly url: string; readonly from: string; readonly name: string }[] = [];
      let pageToken: string | undefined;
      do {
        const query = new URLSearchParams({
          q: `'${folderId}' in parents and trashed = false and (mimeType contains 'image/' or mimeType contains 'video/')`,
          fields: 'nextPageToken,files(id,name)',
          pageSize: '1000',
          key: apiKey,
          ...(pageToken !== undefined && { pageToken }),
        });
        const page = await read(publicFetch, `${LIST}?${query}`);
        for (const { id, name } of page.files ?? [])
          if (typeof id === 'string' && typeof name === 'string')
            files.push({ url: `https://drive.google.com/file/d/${id}/view`, from: driveFile(id), name });
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined && files.length < most);
      return files.slice(0, most);
    },
  };
}

interface FilesPage {
  readonly files?: readonly { readonly id?: unknown; readonly name?: unknown }[];
  readonly nextPageToken?: string;
}

async function read(publicFetch: PublicFetch, url: string): Promise<FilesPage> {
  try {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of (await publicFetch.get(url)).chunks) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MOST_BYTES) throw new Error('too long');
    }
    return JSON.parse(text) as FilesPage;
  } catch (cause) {
    const message =
      'Google does not list this folder: it is not shared with everyone who has the link, or the API key is not valid for the Drive API.';
    throw new SlipwayError('unprocessable_entity', message, {
      cause,
      details: [{ path: 'drive', code: 'folder_not_listed', message }],
    });
  }
}
