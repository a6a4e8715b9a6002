import type { Evidence } from '../../core/ports/evidence.ts';

interface Address extends Evidence {
  readonly url: string;
}

const asOf = '2026-11-16';

/**
 * Addresses of Drive (API version 3) and Dropbox (version 2) with their sources. `asOf`: when the
 * source was last compared; none was tried against the services.
 */
export const addresses = {
  /**
   * `files.list`; the content of a file at `/{id}?alt=media`. Files in shared drives need
   * `supportsAllDrives`, and lists `includeItemsFromAllDrives`; a page has at most 1,000.
   */
  driveFiles: {
    url: 'https://www.googleapis.com/drive/v3/files',
    source:
      'developers.google.com/workspace/drive/api/guides/manage-downloads; googleapis.dev/java/google-api-services-drive/v3-rev20250723-2.0.0, Drive.Files.List',
    asOf,
  },
  /**
   * The file behind a public link; Google documents no such address. `uc?export=download` of
   * drive.google.com, which leads here, answers with a page about virus scans for files above some
   * 20 to 100 MB; `confirm=t` is what its button sends.
   */
  drivePublicFile: {
    url: 'https://drive.usercontent.google.com/download',
    source:
      'pyg-team/pytorch_geometric, datasets/linkx_dataset.py; the page: github.com/ndrplz/google-drive-downloader/issues/35, github.com/fsantini/KoboCloud/issues/160',
    asOf,
  },
  driveToken: {
    url: 'https://oauth2.googleapis.com/token',
    source:
      'developers.google.com/identity/protocols/oauth2/web-server, Refreshing an access token',
    asOf,
  },
  /** With `shared_link`, `path` is relative to what is shared; folders in it are not listed. */
  dropboxList: {
    url: 'https://api.dropboxapi.com/2/files/list_folder',
    source:
      'dropbox.com/developers/documentation/http/documentation#files-list_folder; dropbox-sdk-java, ListFolderArg',
    asOf,
  },
  dropboxListMore: {
    url: 'https://api.dropboxapi.com/2/files/list_folder/continue',
    source: 'dropbox.com/developers/documentation/http/documentation#files-list_folder-continue',
    asOf,
  },
  /** The argument is JSON in the header `Dropbox-API-Arg`. */
  dropboxFile: {
    url: 'https://content.dropboxapi.com/2/files/download',
    source: 'dropbox.com/developers/documentation/http/documentation#files-download',
    asOf,
  },
  /** `path` is relative to the folder that the link shares. */
  dropboxSharedFile: {
    url: 'https://content.dropboxapi.com/2/sharing/get_shared_link_file',
    source:
      'dropbox.com/developers/documentation/http/documentation#sharing-get_shared_link_file; dropbox-sdk-js, routes',
    asOf,
  },
  dropboxToken: {
    url: 'https://api.dropboxapi.com/oauth2/token',
    source: 'dropbox.tech/developers/using-oauth-2-0-with-offline-access, 2022-10-19',
    asOf,
  },
} as const satisfies { readonly [name: string]: Address };

/** A page of the images and videos right in a folder of Drive. */
export function driveListQuery(folderId: string, pageToken: string | undefined): URLSearchParams {
  return new URLSearchParams({
    q: `'${folderId}' in parents and trashed = false and (mimeType contains 'image/' or mimeType contains 'video/')`,
    fields: 'nextPageToken,files(id,name,resourceKey)',
    pageSize: '1000',
    supportsAllDrives: 'true',
    includeItemsFromAllDrives: 'true',
    ...(pageToken !== undefined && { pageToken }),
  });
}

/**
 * A public file. Links shared long ago need their resource key too
 * (developers.google.com/workspace/drive/api/guides/resource-keys, 2026-11-16).
 */
export const drivePublicFile = (id: string, resourceKey?: string): string =>
  `${addresses.drivePublicFile.url}?id=${id}&export=download&confirm=t${resourceKey === undefined ? '' : `&resourcekey=${resourceKey}`}`;

/** The page of a file, as people see it. */
export const drivePage = (id: string): string => `https://drive.google.com/file/d/${id}/view`;
