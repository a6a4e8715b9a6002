import { SlipwayError } from '../../core/base/errors.ts';
import type {
  CloudCredentials,
  CloudFolders,
  CloudSource,
  FetchedFile,
} from '../../core/ports/media-files.ts';
import { addresses, driveListQuery, drivePage } from './cloud-addresses.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
type Json = { readonly [field: string]: unknown };

const TIMEOUT_MS = 60_000;
const TOKENS: { readonly [S in CloudSource]: string } = {
  drive: addresses.driveToken.url,
  dropbox: addresses.dropboxToken.url,
};
const MEDIA = /\.(png|jpe?g|mp4|mov|avi)$/i;

/**
 * Folders of Drive (API version 3) and Dropbox (version 2) with the rights of the connected
 * account. Access tokens are made of a refresh token when needed and kept nowhere.
 */
export function createCloudFolders(send: Fetch = (url, init) => fetch(url, init)): CloudFolders {
  const request = async (
    source: CloudSource,
    url: string,
    init: RequestInit,
  ): Promise<Response> => {
    const response = await send(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      (cause: unknown) => {
        throw new SlipwayError(
          'unavailable',
          `${NAMES[source]} does not answer. Try again later.`,
          { cause },
        );
      },
    );
    if (response.status >= 500 || response.status === 429)
      throw new SlipwayError(
        'unavailable',
        `${NAMES[source]} answered with status ${response.status}. Try again later.`,
      );
    if (response.ok) return response;
    // Drive's answer to too many requests too
    // (developers.google.com/workspace/drive/api/guides/handle-errors, 2026-11-16).
    if (response.status === 403 && (await response.text()).includes('ateLimitExceeded'))
      throw new SlipwayError(
        'unavailable',
        `${NAMES[source]} was asked too often. Try again later.`,
      );
    throw refused(source, response.status);
  };
  const tokenOf = async (source: CloudSource, credentials: CloudCredentials): Promise<string> => {
    if ('accessToken' in credentials) return credentials.accessToken;
    const { refreshToken, clientId, clientSecret } = credentials;
    const form = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    };
    const response = await request(source, TOKENS[source], {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token: token } = (await response.json()) as Json;
    if (typeof token !== 'string') throw refused(source, response.status);
    return token;
  };
  const json = async (
    source: CloudSource,
    token: string,
    url: string,
    body?: object,
  ): Promise<Json> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const init =
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await request(source, url, init)).json()) as Json;
  };

  return {
    async list(credentials, folder, most) {
      const { source } = folder;
      const token = await tokenOf(source, credentials);
      const files: { readonly url: string; readonly from: string; readonly name: string }[] = [];
      let next: string | undefined;
      do {
        const page =
          folder.source === 'drive'
            ? await json(
                source,
                token,
                `${addresses.driveFiles.url}?${driveListQuery(folder.folderId, next)}`,
              )
            : next === undefined
              ? await json(source, token, addresses.dropboxList.url, dropboxFolder(folder))
              : await json(source, token, addresses.dropboxListMore.url, { cursor: next });
        files.push(
          ...(folder.source === 'drive' ? driveFiles(page) : dropboxFiles(page, folder.sharedLink)),
        );
        next = nextOf(page);
      } while (next !== undefined && files.length < most);
      return files.slice(0, most);
    },

    async open(source, credentials, from): Promise<FetchedFile> {
      const authorization = `Bearer ${await tokenOf(source, credentials)}`;
      const place = JSON.parse(from) as Place;
      const [url, init] = source === 'drive' ? driveRequest(place) : dropboxRequest(place);
      const response = await request(source, url, {
        ...init,
        headers: { ...init.headers, authorization },
      }).catch((error: unknown) => {
        // A refused file is its own outcome; the job retries when the service is away.
        if (error instanceof SlipwayError && error.code === 'unprocessable_entity')
          throw new SlipwayError('media_unreachable', error.message, { cause: error });
        throw error;
      });
      const length = Number(response.headers.get('content-length') ?? Number.NaN);
      return {
        chunks: chunksOf(response),
        filename: place.name,
        ...(Number.isFinite(length) && { bytes: length }),
      };
    },
  };
}

const NAMES: { readonly [S in CloudSource]: string } = { drive: 'Drive', dropbox: 'Dropbox' };

function refused(source: CloudSource, status: number): SlipwayError {
  const message = `${NAMES[source]} answered with status ${status}: the connection has ended or may not read this folder, or the folder is not there. Reconnect ${NAMES[source]}, or share the folder with the connected account.`;
  return new SlipwayError('unprocessable_entity', message, {
    details: [{ path: source, code: 'folder_not_listed', message }],
  });
}

/** A file as `open` finds it again. */
interface Place {
  readonly id?: string;
  readonly name: string;
  /** Drive: of files that were shared long ago. */
  readonly resourceKey?: string;
  /** Dropbox: the link of its folder, and where it lies in it. */
  readonly url?: string;
  readonly path?: string;
}

type FileRequest = readonly [
  url: string,
  init: { readonly method?: string; readonly headers: { readonly [name: string]: string } },
];

const driveRequest = ({ id, resourceKey }: Place): FileRequest => [
  `${addresses.driveFiles.url}/${id}?alt=media&supportsAllDrives=true`,
  {
    headers:
      resourceKey === undefined ? {} : { 'X-Goog-Drive-Resource-Keys': `${id}/${resourceKey}` },
  },
];

const dropboxRequest = ({ id, url, path }: Place): FileRequest => {
  const [address, argument] =
    url === undefined
      ? [addresses.dropboxFile.url, { path: id }]
      : [addresses.dropboxSharedFile.url, { url, path }];
  return [address, { method: 'POST', headers: { 'Dropbox-API-Arg': ascii(argument) } }];
};

const driveFiles = ({ files = [] }: { readonly files?: unknown }) =>
  (files as readonly Json[]).flatMap(({ id, name, resourceKey }) =>
    typeof id === 'string' && typeof name === 'string'
      ? [{ url: drivePage(id), from: JSON.stringify({ id, name, resourceKey }), name }]
      : [],
  );

/** A link of a folder, or a path in the connected account. */
const dropboxFolder = ({
  sharedLink,
  path = '',
}: {
  readonly sharedLink?: string | undefined;
  readonly path?: string | undefined;
}) => ({
  path: sharedLink === undefined && path !== '/' ? path : '',
  ...(sharedLink !== undefined && { shared_link: { url: sharedLink } }),
});

const dropboxFiles = (
  { entries = [] }: { readonly entries?: unknown },
  sharedLink: string | undefined,
) =>
  (entries as readonly Json[]).flatMap(({ '.tag': tag, id, name, path_display: path }) => {
    if (tag !== 'file' || typeof name !== 'string' || typeof id !== 'string' || !MEDIA.test(name))
      return [];
    const place =
      sharedLink === undefined ? { id, name } : { url: sharedLink, path: `/${name}`, name };
    const shown = sharedLink ?? (typeof path === 'string' ? path : name);
    return [{ url: `${shown}#${name}`, from: JSON.stringify(place), name }];
  });

function nextOf({ nextPageToken, has_more: hasMore, cursor }: Json) {
  if (typeof nextPageToken === 'string') return nextPageToken;
  return hasMore === true && typeof cursor === 'string' ? cursor : undefined;
}

/** Headers hold nothing else. */
const ascii = (value: object) =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

async function* chunksOf(response: Response): AsyncIterable<Uint8Array> {
  if (response.body === null) return;
  yield* response.body as unknown as AsyncIterable<Uint8Array>;
}
