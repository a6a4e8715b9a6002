import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { SlipwayError } from '../base/errors.ts';
import { breaks, refusal } from '../base/refusal.ts';
import { settingsPages } from '../base/settings-pages.ts';
import { isoTime } from '../base/time/days.ts';
import type {
  CloudCredentials,
  CloudFolders,
  CloudSource,
  SharedLinks,
} from '../ports/media-files.ts';
import { kind } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { changeDocument } from '../records/change.ts';
import type { SourceTest } from './import/schema.ts';

/** The right to read a company's files elsewhere. Id: the source. */
interface MediaSourceRecord {
  readonly sealed: string;
  readonly createdAt: number;
}

export const mediaSourceKind = kind<MediaSourceRecord>('media-source');

const cloudSources: readonly CloudSource[] = ['drive', 'dropbox'];

interface SourcesPorts extends WritePorts {
  readonly sharedLinks?: SharedLinks;
}

export const listSources = ({ store }: Pick<SourcesPorts, 'store'>, companyId: string) =>
  Promise.all(
    cloudSources.map(async (source) => {
      const found = await store.get(mediaSourceKind, companyId, source);
      return { source, connected: found !== undefined, connectedAt: isoTime(found?.doc.createdAt) };
    }),
  );

/** Tries the credentials and keeps them, sealed. */
export async function connectSource(
  ports: SourcesPorts,
  caller: Actor,
  source: CloudSource,
  credentials: CloudCredentials,
): Promise<Awaited<ReturnType<typeof listSources>>> {
  const { companyId } = caller;
  await cloudOf(ports, source).list(credentials, rootOf(source), 1).catch(asRefused);
  const sealed = await ports.secrets.seal(JSON.stringify(credentials), {
    companyId,
    use: 'credentials',
  });
  await changeDocument(ports.store, mediaSourceKind, {
    companyId,
    id: source,
    change: () => ({
      doc: { sealed, createdAt: ports.clock.now() },
      also: [auditWrite(ports, caller, { action: 'media.connect-source', subject: source })],
    }),
  });
  return listSources(ports, companyId);
}

const rootOf = (source: CloudSource) =>
  source === 'drive' ? ({ source, folderId: 'root' } as const) : ({ source, path: '' } as const);

export async function testSource(
  ports: SourcesPorts,
  companyId: string,
  source: CloudSource,
): Promise<SourceTest> {
  const told = (await listSources(ports, companyId)).filter((each) => each.source === source)[0];
  const { connected = false, connectedAt = null } = told ?? {};
  const problem = await tryKept(ports, companyId, source);
  return { source, connected, connectedAt, ok: problem === null, problem };
}

async function tryKept(
  ports: SourcesPorts,
  companyId: string,
  source: CloudSource,
): Promise<string | null> {
  try {
    const { folders, credentials } = await connectedSource(ports, companyId, source);
    await folders.list(credentials, rootOf(source), 1);
    return null;
  } catch (error) {
    const isTold =
      error instanceof SlipwayError &&
      (error.code === 'unprocessable_entity' || error.code === 'unavailable');
    if (!isTold) throw error;
    return error.message;
  }
}

function asRefused(error: unknown): never {
  if (!(error instanceof SlipwayError && error.code === 'unprocessable_entity')) throw error;
  throw new SlipwayError('unprocessable_entity', 'These credentials were refused.', {
    cause: error,
    details: [{ path: 'credentials', code: 'credentials_refused', message: error.message }],
  });
}

/** Imported files stay; a running import ends with what it has. */
export async function disconnectSource(
  ports: SourcesPorts,
  caller: Actor,
  source: CloudSource,
): Promise<void> {
  await changeDocument(ports.store, mediaSourceKind, {
    companyId: caller.companyId,
    id: source,
    change: (current) => ({
      doc: undefined,
      also:
        current === undefined
          ? []
          : [auditWrite(ports, caller, { action: 'media.disconnect-source', subject: source })],
    }),
  });
}

/** Throws `unprocessable_entity`, with how to connect it, for an unconnected source. */
export async function connectedSource(
  ports: Omit<SourcesPorts, 'clock'>,
  companyId: string,
  source: CloudSource,
): Promise<{ readonly folders: CloudFolders; readonly credentials: CloudCredentials }> {
  const found = await ports.store.get(mediaSourceKind, companyId, source);
  const message = `${names[source]} is not connected. An admin connects it (${settingsPages.connections}). ${elsewhere[source]}`;
  if (found === undefined)
    throw refusal('unprocessable_entity', {
      path: source,
      code: 'source_not_connected',
      message,
      hint: 'ask-admin',
    });
  const opened = await ports.secrets.open(found.doc.sealed, { companyId, use: 'credentials' });
  return { folders: cloudOf(ports, source), credentials: JSON.parse(opened) as CloudCredentials };
}

const names: { readonly [S in CloudSource]: string } = { drive: 'Drive', dropbox: 'Dropbox' };

/** What works without a connection. */
const elsewhere: { readonly [S in CloudSource]: string } = {
  drive:
    'A folder that everyone may see can also be listed with an API key of your own, in drive.apiKey.',
  dropbox:
    'Dropbox lists folders, public ones too, to connected apps alone; links of its files, in urls, need no connection.',
};

function cloudOf(
  { sharedLinks }: Pick<SourcesPorts, 'sharedLinks'>,
  source: CloudSource,
): CloudFolders {
  if (sharedLinks?.folders !== undefined) return sharedLinks.folders;
  throw breaks(
    source,
    'folder_not_listed',
    'This service lists no folders: give the links of the files.',
  );
}
