import { auditWrite } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { SlipwayError } from '../../errors.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { PublicFolders } from '../../ports/media-files.ts';
import type { Write } from '../../ports/store.ts';
import { jobId, jobWrite } from '../../records/job.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import type { ImportRequest, MediaImport } from '../../schema/media-import.ts';
import type { MediaPorts } from '../accept.ts';
import { readLink } from './links.ts';
import {
  IMPORT_QUEUE,
  type ImportFileRecord,
  type ImportRecord,
  importFileId,
  importFileKind,
  importKind,
  MOST_FILES,
} from './records.ts';
import { shownImport } from './show.ts';

export type StartPorts = Pick<MediaPorts, 'store' | 'clock' | 'secrets' | 'publicUrl'> & {
  readonly jobs: Jobs;
  readonly folders?: PublicFolders;
};

type Wanted = Pick<ImportFileRecord, 'url' | 'from' | 'name'>;

/** Lists what is to be taken in, and has a job take it in. */
export async function startImport(
  ports: StartPorts,
  caller: Caller,
  request: ImportRequest,
  once: Once = unkeyed(ports.store),
): Promise<MediaImport> {
  const { companyId } = caller;
  return once.inOneCommit(async (conclude) => {
    const wanted = distinct(await listed(ports.folders, request));
    if (wanted.length > MOST_FILES)
      throw refused('urls', 'too_many_files', `${wanted.length} files are too many for one import: at most ${MOST_FILES}.`);
    if (wanted.length === 0) throw refused('urls', 'nothing_to_import', 'There is no file to import.');
    const id = randomId(ports.secrets, 'imp');
    const doc: ImportRecord = { createdAt: ports.clock.now(), createdBy: caller.keyId, total: wanted.length };
    const files = wanted.map((each): ImportFileRecord => ({ of: id, ...each, waiting: id }));
    const answer = shownImport(id, doc, files);
    const writes: Write[] = [
      { kind: importKind, companyId, id, expect: 'absent', doc },
      ...files.map((file, position) => ({
        ...{ kind: importFileKind, companyId, id: importFileId(id, position), expect: 'absent' as const, doc: file },
      })),
      jobWrite(IMPORT_QUEUE, companyId, id, doc.createdAt),
      auditWrite(ports, caller, 'media.import', id, { files: wanted.length }),
    ];
    await conclude(writes, answer);
    await ports.jobs.wake(jobId(IMPORT_QUEUE, companyId, id));
    return answer;
  });
}

async function listed(
  folders: PublicFolders | undefined,
  { urls = [], drive, dropbox }: ImportRequest,
): Promise<readonly Wanted[]> {
  const wanted: Wanted[] = [];
  for (const [at, url] of urls.entries()) wanted.push(fileOf(url, `urls[${at}]`));
  if (dropbox !== undefined) wanted.push(fileOf(dropbox.sharedLink, 'dropbox.sharedLink'));
  if (drive !== undefined && folders === undefined)
    throw refused('drive', 'folder_not_listed', 'This service lists no folders: give the links of the files.');
  if (drive !== undefined && folders !== undefined)
    for (const { id, name, url } of await folders.list(drive.folderId, drive.apiKey, MOST_FILES + 1))
      wanted.push({ url: `https://drive.google.com/file/d/${id}/view`, from: url, name });
  return wanted;
}

function fileOf(url: string, path: string): Wanted {
  const link = readLink(url);
  if ('file' in link) return { url, from: link.file };
  throw refused(
    path,
    'folder_link',
    link.folder === 'drive'
      ? 'This is a folder. Give its id as drive.folderId, with an API key of a Google project in drive.apiKey: Google lists public folders to such keys alone.'
      : 'This is a folder. Dropbox lists folders to connected apps alone, and there is no such connection: give the links of its files.',
  );
}

/** The same address is fetched once. */
const distinct = (wanted: readonly Wanted[]): readonly Wanted[] => [...new Map(wanted.map((each) => [each.from, each])).values()];

const refused = (path: string, code: string, message: string): SlipwayError =>
  new SlipwayError('unprocessable_entity', message, { details: [{ path, code, message }] });
