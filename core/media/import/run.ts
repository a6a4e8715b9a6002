import type { Caller } from '../../access/caller.ts';
import { SlipwayError } from '../../base/errors.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type {
  FetchedFile,
  IncomingFile,
  PublicFetch,
  SharedLinks,
} from '../../ports/media-files.ts';
import type { Stored, Write } from '../../ports/store.ts';
import { changeKept } from '../../records/change.ts';
import { keepFile, type MediaPorts, receiveFile } from '../accept.ts';
import { notAFile, openUrl } from '../accept-url.ts';
import { mediaKind } from '../records.ts';
import { connectedSource } from '../sources.ts';
import { UploadError } from '../upload-error.ts';
import {
  type ImportFileRecord,
  type ImportOutcome,
  importFileKind,
  importKind,
} from './records.ts';

type RunPorts = MediaPorts & {
  readonly publicFetch: PublicFetch;
  readonly sharedLinks?: SharedLinks;
};

const AT_ONCE = 3;

/**
 * Takes in the rest of an import. Each outcome is written in the commit that keeps the file, so an
 * interrupted import goes on and keeps no file twice.
 */
export async function runImport(
  ports: RunPorts,
  companyId: string,
  id: string,
  stopping: () => boolean,
): Promise<JobDone> {
  const found = await ports.store.get(importKind, companyId, id);
  if (found === undefined || found.doc.finishedAt !== undefined) return undefined;
  const { createdBy: keyId, byModel } = found.doc;
  const caller: Caller = { companyId, keyId, scopes: [], ...(byModel && { door: 'mcp' }) };
  // Compares contents one after the other: of two equal ones the second finds the first.
  const inTurn = createTurns();
  for (;;) {
    if (stopping()) return { againAt: ports.clock.now() };
    const { items } = await ports.store.find(importFileKind, companyId, {
      where: { waiting: id },
      limit: AT_ONCE,
    });
    if (items.length === 0) break;
    await mapBounded(items, AT_ONCE, (file) => takeIn(ports, caller, file, inTurn));
  }
  await changeKept(ports.store, importKind, {
    companyId,
    id,
    change: (doc) => ({ ...doc, finishedAt: ports.clock.now() }),
  });
  return undefined;
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

async function takeIn(
  ports: RunPorts,
  caller: Caller,
  file: Stored<ImportFileRecord>,
  inTurn: InTurn,
): Promise<void> {
  let incoming: IncomingFile | undefined;
  try {
    const opened = await openFile(ports, caller, file.doc);
    const received = await receiveFile(ports, opened.chunks, opened.bytes);
    incoming = received;
    await inTurn(() =>
      keep(ports, caller, { file, incoming: received, name: file.doc.name ?? opened.filename }),
    );
  } catch (error) {
    if (error instanceof TakenMeanwhile) return;
    const outcome = failureOf(error);
    await ports.store.commit([outcomeWrite(caller.companyId, file, outcome)]);
  } finally {
    await incoming?.discard();
  }
}

async function openFile(
  ports: RunPorts,
  caller: Caller,
  { from, source }: ImportFileRecord,
): Promise<FetchedFile> {
  if (source === undefined) return openUrl(ports, caller, from);
  const { folders, credentials } = await connectedSource(ports, caller.companyId, source).catch(
    (error: unknown) => {
      // Disconnected meanwhile.
      if (!(error instanceof SlipwayError && error.code === 'unprocessable_entity')) throw error;
      throw new SlipwayError('media_unreachable', error.message, { cause: error });
    },
  );
  return folders.open(source, credentials, from);
}

async function keep(
  ports: RunPorts,
  caller: Caller,
  {
    file,
    incoming,
    name,
  }: {
    readonly file: Stored<ImportFileRecord>;
    readonly incoming: IncomingFile;
    readonly name: string;
  },
): Promise<void> {
  const { companyId } = caller;
  const { store } = ports;
  const { items } = await store.find(mediaKind, companyId, {
    where: { sha256: incoming.sha256 },
    limit: 1,
  });
  const [same] = items;
  if (same !== undefined) {
    await store.commit([
      outcomeWrite(companyId, file, { status: 'duplicate', media: Number(same.id) }),
    ]);
    return;
  }
  await keepFile(ports, caller, { incoming, originalName: name }, async (writes, { id }) => {
    const conflict = await store.commit([
      ...writes,
      outcomeWrite(companyId, file, { status: 'imported', media: id }),
    ]);
    if (conflict?.lost.includes(writes.length)) throw new TakenMeanwhile();
    return conflict;
  });
}

/** Another worker has settled the file. */
class TakenMeanwhile extends Error {}

function outcomeWrite(
  companyId: string,
  { id, version, doc }: Stored<ImportFileRecord>,
  outcome: ImportOutcome,
): Write {
  const { waiting: _, ...rest } = doc;
  return { kind: importFileKind, companyId, id, expect: version, doc: { ...rest, outcome } };
}

/** Faults of the file are its outcome; anything else is tried again with the job. */
function failureOf(error: unknown): ImportOutcome {
  const told = notAFile(error) ?? error;
  if (told instanceof UploadError)
    return { status: 'failed', code: told.uploadCode, message: told.message };
  const isUnknownHost =
    told instanceof SlipwayError && told.details.some(({ code }) => code === 'unknown_host');
  if (isUnknownHost || (told instanceof SlipwayError && told.code === 'media_unreachable'))
    return { status: 'failed', code: 'URL_NOT_ACCESSIBLE', message: told.message };
  throw error;
}

function createTurns(): InTurn {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
}
