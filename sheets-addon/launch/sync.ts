import type { Write } from '../../core/ports/store.ts';
import { type SheetLaunch, sheetLaunchKind } from '../../core/sheet/launch-record.ts';
import { accept } from '../../core/sheet/launch-results.ts';
import type { AnswerOf } from '../../server/client/types.ts';
import { type App, FILE } from '../base/app.ts';
import type { Service } from '../base/service.ts';
import { type Kept, keptLaunches } from './kept.ts';
import { pollLaunches } from './launches.ts';

/**
 * The same, and asks what became of the launches that were missing; until nothing is missing any
 * more.
 */
export async function catchUp(
  app: App,
  service: Service,
  wanted: readonly number[] = [],
): Promise<void> {
  for (let round = 1; round <= 3 && (await syncLaunches(app, service, wanted)); round++)
    await pollLaunches(app, service);
}

type Launched = AnswerOf<'sheets.launch'>;

const isWanted = ({ archived, batchId }: SheetLaunch, wanted: readonly number[]): boolean =>
  archived === true && batchId !== undefined && wanted.includes(batchId);

const PAGE = 200;

/**
 * Brings what the file remembers up to what the service knows of it: the hidden sheet may be gone,
 * or as old as a version of the file that was restored. True when something was missing.
 *
 * @param wanted archived batches that rows tell of again
 */
async function syncLaunches(
  app: App,
  service: Service,
  wanted: readonly number[] = [],
): Promise<boolean> {
  const spreadsheetId = app.spreadsheet.getId();
  const launched = await launchedBatches(service, spreadsheetId);
  // Looked at after the service has answered: an earlier version may be restored while it is asked.
  const { own } = await app.locked((store) => keptLaunches(app, store));
  const known = new Set(
    own.filter(({ doc }) => !isWanted(doc, wanted)).map(({ doc }) => doc.batchId),
  );
  const missing = launched.filter((id) => !known.has(id));
  if (missing.length === 0) return false;
  const found = await service.findAll(
    'sheets.launch',
    missing.map((id) => ({ spreadsheetId, id })),
  );
  const writes = found.flatMap((launched) =>
    launched === undefined ? [] : writeOf(app, service, own, launched),
  );
  await app.locked(async (store) => {
    const conflict = await store.commit(writes);
    if (conflict !== undefined)
      await store.commit(writes.filter((_, i) => !conflict.lost.includes(i)));
  });
  return writes.length > 0;
}

async function launchedBatches(service: Service, spreadsheetId: string): Promise<number[]> {
  const ids: number[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const [page] = await service.getAll('sheets.launches', [
      { spreadsheetId, limit: PAGE, offset },
    ]);
    ids.push(...(page?.data ?? []).map(({ adBatchId }) => adBatchId));
    if (page?.pagination.hasMore !== true) return ids;
  }
}

/**
 * A launch about to be sent was sent where its rows are those of the batch; else it is new to the
 * file.
 */
function writeOf(app: App, service: Service, own: readonly Kept[], launched: Launched): Write {
  const keys = new Set(launched.ads.flatMap(({ rows }) => rows.map(({ key }) => key)));
  const sent = own.find(
    ({ doc }) =>
      doc.state === 'sending' &&
      doc.companyId === service.companyId &&
      doc.ads.every(({ rows }) => rows.every(([key]) => keys.has(key))),
  );
  const at = Date.parse(launched.createdAt);
  const stub = own.find(({ doc }) => doc.archived && doc.batchId === launched.adBatchId);
  if (stub !== undefined)
    return {
      kind: sheetLaunchKind,
      companyId: FILE,
      id: stub.id,
      expect: stub.version,
      doc: recordOf(app, service, launched, at),
    };
  if (sent !== undefined)
    return {
      kind: sheetLaunchKind,
      companyId: FILE,
      id: sent.id,
      expect: sent.version,
      doc: accept(sent.doc, launched, at),
    };
  const id = `batch-${launched.adBatchId}`;
  const doc = { ...recordOf(app, service, launched, at), rebuilt: true as const };
  return { kind: sheetLaunchKind, companyId: FILE, id, expect: 'absent', doc };
}

function recordOf(app: App, { companyId }: Service, launched: Launched, at: number): SheetLaunch {
  const { adBatchId, ads, launchStatus } = launched;
  const startedAs =
    launchStatus === 'PAUSED' ? 'paused' : launchStatus === 'ACTIVE' ? 'active' : undefined;
  const last = Math.max(...ads.map(({ index }) => index));
  return {
    spreadsheetId: app.spreadsheet.getId(),
    sheetId: ads[0]?.sheetId ?? '',
    companyId,
    state: 'open',
    createdAt: at,
    batchId: adBatchId,
    acceptedAt: at,
    // What the service says of an ad, it says by its place in the request.
    ads: Array.from({ length: last + 1 }, (_, i) => {
      const ad = ads.find(({ index }) => index === i);
      const rows = (ad?.rows ?? []).map(({ key, fingerprint }) => [key, fingerprint] as const);
      return { rows, adSets: ad?.adSets ?? [], ...(startedAs !== undefined && { startedAs }) };
    }),
  };
}
