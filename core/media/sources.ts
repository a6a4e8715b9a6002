import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { CloudCredentials, CloudFolders, CloudSource, SharedLinks } from '../ports/media-files.ts';
import type { Secrets } from '../ports/secrets.ts';
import { kind, type Store } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';

/** The right to read files that a company has elsewhere. Id: the source. */
export interface MediaSourceRecord {
  readonly sealed: string;
  readonly createdAt: number;
}

export const mediaSourceKind = kind<MediaSourceRecord>('media-source');

export const cloudSources: readonly CloudSource[] = ['drive', 'dropbox'];

export interface SourcesPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly sharedLinks?: SharedLinks;
}

export const listSources = ({ store }: Pick<SourcesPorts, 'store'>, companyId: string) =>
  Promise.all(
    cloudSources.map(async (source) => {
      const found = await store.get(mediaSourceKind, companyId, source);
      const connectedAt = found === undefined ? null : new Date(found.doc.createdAt).toISOString();
      return { source, connected: found !== undefined, connectedAt };
    }),
  );

/** Tries the credentials and keeps them, sealed, in place of those there were. */
export async function connectSource(
  ports: SourcesPorts,
  caller: Actor,
  source: CloudSource,
  credentials: CloudCredentials,
): Promise<Awaited<ReturnType<typeof listSources>>> {
  const { companyId } = caller;
  const root = source === 'drive' ? ({ source, folderId: 'root' } as const) : ({ source, path: '' } as const);
  await cloudOf(ports, source).list(credentials, root, 1).catch(asRefused);
  const sealed = await ports.secrets.seal(JSON.stringify(credentials), { companyId, use: 'credentials' });
  await changeDocument(ports.store, mediaSourceKind, companyId, source, () => ({
    doc: { sealed, createdAt: ports.clock.now() },
    also: [auditWrite(ports, caller, 'media.connect-source', source)],
  }));
  return listSources(ports, companyId);
}

function asRefused(error: unknown): never {
  if (!(error instanceof SlipwayError && error.code === 'unprocessable_entity')) throw error;
  throw new SlipwayError('unprocessable_entity', 'These credentials were refused.', {
    cause: error,
    details: [{ path: 'credentials', code: 'credentials_refused', message: error.message }],
  });
}

/** Forgets the credentials. Files that were imported stay; an import under way ends with what it has. */
export async function disconnectSource(ports: SourcesPorts, caller: Actor, source: CloudSource): Promise<void> {
  await changeDocument(ports.store, mediaSourceKind, caller.companyId, source, (current) => ({
    doc: undefined,
    also: current === undefined ? [] : [auditWrite(ports, caller, 'media.disconnect-source', source)],
  }));
}

/** The folders of a connected source. Throws `unprocessable_entity`, with how to connect it, where it is not. */
export async function connectedSource(
  ports: Omit<SourcesPorts, 'clock'>,
  companyId: string,
  source: CloudSource,
): Promise<{ readonly folders: CloudFolders; readonly credentials: CloudCredentials }> {
  const found = await ports.store.get(mediaSourceKind, companyId, source);
  const message = `Nothing is connected as ${source}. An admin connects it with PUT /v1/media/sources/${source}.`;
  if (found === undefined)
    throw new SlipwayError('unprocessable_entity', message, {
      details: [{ path: source, code: 'source_not_connected', message, hint: 'ask-admin' }],
    });
  const opened = await ports.secrets.open(found.doc.sealed, { companyId, use: 'credentials' });
  return { folders: cloudOf(ports, source), credentials: JSON.parse(opened) as CloudCredentials };
}

function cloudOf({ sharedLinks }: Pick<SourcesPorts, 'sharedLinks'>, source: CloudSource): CloudFolders {
  if (sharedLinks?.folders !== undefined) return sharedLinks.folders;
  const message = 'This service lists no folders: give the links of the files.';
  throw new SlipwayError('unprocessable_entity', message, { details: [{ path: source, code: 'folder_not_listed', message }] });
}
