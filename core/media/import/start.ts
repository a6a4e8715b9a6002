import { auditWrite } from '../../access/audit.ts';
import { type Caller, isModel } from '../../access/caller.ts';
import { breaks } from '../../base/refusal.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { CloudFolder, SharedLinks } from '../../ports/media-files.ts';
import type { Write } from '../../ports/store.ts';
import { jobId, jobWrite } from '../../records/job.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import type { MediaPorts } from '../accept.ts';
import { askFor, refuseUnknown } from '../hosts.ts';
import { connectedSource } from '../sources.ts';
import {
  IMPORT_QUEUE,
  type ImportFileRecord,
  type ImportRecord,
  importFileId,
  importFileKind,
  importKind,
  MOST_FILES,
} from './records.ts';
import type { ImportRequest, MediaImport } from './schema.ts';
import { shownImport } from './show.ts';

type StartPorts = Pick<MediaPorts, 'store' | 'clock' | 'secrets' | 'publicUrl'> & {
  readonly jobs: Jobs;
  readonly sharedLinks?: SharedLinks;
};

type Wanted = Pick<ImportFileRecord, 'url' | 'from' | 'name' | 'source'>;

/** Lists the files, and has a job take them in. */
export async function startImport(
  ports: StartPorts,
  caller: Caller,
  request: ImportRequest,
  once: Once = unkeyed(ports.store),
): Promise<MediaImport> {
  const { companyId } = caller;
  return once.inOneCommit(async (conclude) => {
    const wanted = distinct(await listed(ports, caller, request));
    if (wanted.length > MOST_FILES)
      throw breaks(
        'urls',
        'too_many_files',
        `${wanted.length} files are too many for one import: at most ${MOST_FILES}.`,
      );
    if (wanted.length === 0)
      throw breaks('urls', 'nothing_to_import', 'There is no file to import.');
    const id = randomId(ports.secrets, 'imp');
    const doc: ImportRecord = {
      createdAt: ports.clock.now(),
      createdBy: caller.keyId,
      total: wanted.length,
      ...(isModel(caller) && { byModel: true }),
    };
    const files = wanted.map((each): ImportFileRecord => ({ of: id, ...each, waiting: id }));
    const answer = shownImport(id, doc, files);
    const writes: Write[] = [
      { kind: importKind, companyId, id, expect: 'absent', doc },
      ...files.map((file, position): Write => {
        return {
          kind: importFileKind,
          companyId,
          id: importFileId(id, position),
          expect: 'absent',
          doc: file,
        };
      }),
      jobWrite(IMPORT_QUEUE, companyId, { subject: id, now: doc.createdAt }),
      auditWrite(ports, caller, {
        action: 'media.import',
        subject: id,
        details: { files: wanted.length },
      }),
    ];
    await conclude(writes, answer);
    await ports.jobs.wake(jobId(IMPORT_QUEUE, companyId, id));
    return answer;
  });
}

async function listed(
  ports: StartPorts,
  caller: Caller,
  { urls = [], drive, dropbox }: ImportRequest,
): Promise<readonly Wanted[]> {
  const { companyId } = caller;
  const { sharedLinks: links } = ports;
  const wanted = urls.map((url, at) => fileOf(links, url, `urls[${at}]`));
  const places = wanted.map(({ from }, at) => ({ address: from, path: `urls[${at}]` }));
  await refuseUnknown(ports, caller, places);
  if (dropbox !== undefined) {
    const link = dropbox.sharedLink === undefined ? undefined : links?.read(dropbox.sharedLink);
    const isFolder =
      dropbox.sharedLink === undefined ||
      (link !== undefined && 'refused' in link && link.folder === 'dropbox');
    if (isFolder)
      wanted.push(
        ...(await throughConnection(ports, companyId, { source: 'dropbox', ...dropbox })),
      );
    else {
      const file = fileOf(links, dropbox.sharedLink ?? '', 'dropbox.sharedLink');
      await refuseUnknown(ports, caller, [{ address: file.from, path: 'dropbox.sharedLink' }]);
      wanted.push(file);
    }
  }
  if (drive === undefined) return wanted;
  const { folderId, apiKey } = drive;
  if (apiKey === undefined)
    return [
      ...wanted,
      ...(await throughConnection(ports, companyId, { source: 'drive', folderId })),
    ];
  if (links === undefined)
    throw breaks(
      'drive',
      'folder_not_listed',
      'This service lists no folders: give the links of the files.',
    );
  return [
    ...wanted,
    ...(await links.list(folderId, apiKey, {
      most: MOST_FILES + 1,
      ask: askFor(ports, caller, 'drive'),
    })),
  ];
}

async function throughConnection(
  ports: StartPorts,
  companyId: string,
  folder: CloudFolder,
): Promise<readonly Wanted[]> {
  const { source } = folder;
  const { folders, credentials } = await connectedSource(ports, companyId, source);
  return (await folders.list(credentials, folder, MOST_FILES + 1)).map((file) => ({
    ...file,
    source,
  }));
}

function fileOf(links: SharedLinks | undefined, url: string, path: string): Wanted {
  const link = links?.read(url) ?? { file: url };
  if ('file' in link) return { url, from: link.file };
  throw breaks(path, 'folder_link', link.refused);
}

const distinct = (wanted: readonly Wanted[]): readonly Wanted[] => [
  ...new Map(wanted.map((each) => [each.from, each])).values(),
];
