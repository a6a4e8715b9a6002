import { withWholeStore } from '../../access/whole-store.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import type { AcceptedLaunch } from '../../launch/hooks.ts';
import { type BatchStatus, batchStatus, type StatusPorts } from '../../launch/show/status.ts';
import { newId } from '../../launch/structure/parents.ts';
import type { Write } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import {
  type SheetBatch,
  type SourcedAd,
  sheetBatchId,
  sheetBatchKind,
  sheetTurnKind,
} from './records.ts';

/**
 * So that no row of a spreadsheet makes an ad twice in one ad set. Throws `row_launched` for each
 * ad whose row has one, or may have.
 */
export async function claimRows(
  ports: StatusPorts,
  companyId: string,
  launch: AcceptedLaunch,
): Promise<readonly Write[]> {
  const writes: Write[] = [];
  const faults: Fault[] = [];
  for (const [spreadsheetId, ads] of bySpreadsheet(launch)) {
    // Read before the launches: a launch that is committed after this moves it.
    const turn = await ports.store.get(sheetTurnKind, companyId, spreadsheetId);
    faults.push(...(await launchedBefore(withWholeStore(ports), companyId, spreadsheetId, ads)));
    const doc: SheetBatch = {
      spreadsheetId,
      batchId: launch.batchId,
      createdAt: launch.now,
      launchStatus: launch.launchStatus,
      ads,
    };
    const id = sheetBatchId(launch.batchId, spreadsheetId);
    writes.push({ kind: sheetBatchKind, companyId, id, expect: 'absent', doc });
    const launches = (turn?.doc.launches ?? 0) + 1;
    writes.push({
      kind: sheetTurnKind,
      companyId,
      id: spreadsheetId,
      expect: turn?.version ?? 'absent',
      doc: { launches },
    });
  }
  if (faults.length > 0) {
    const message =
      'Nothing was launched: rows of this request have their ads already, or may have them.';
    throw new SlipwayError('unprocessable_entity', message, { details: faults });
  }
  return writes;
}

function bySpreadsheet({ plan, sources }: AcceptedLaunch): Map<string, SourcedAd[]> {
  if (sources.every((source) => source === undefined)) return new Map();
  const adSets = new Map<number, string[]>();
  for (const { kind, adIndex, adSetId } of plan.operations)
    if (kind === 'ad' && adSetId !== undefined)
      adSets.set(adIndex, [...(adSets.get(adIndex) ?? []), adSetId]);
  const found = new Map<string, SourcedAd[]>();
  sources.forEach((source, index) => {
    if (source === undefined) return;
    const { spreadsheetId, sheetId, rows } = source;
    const ads = found.get(spreadsheetId) ?? [];
    found.set(spreadsheetId, ads);
    ads.push({ index, sheetId, rows, adSets: adSets.get(index) ?? [] });
  });
  return found;
}

async function launchedBefore(
  ports: StatusPorts,
  companyId: string,
  spreadsheetId: string,
  ads: readonly SourcedAd[],
): Promise<Fault[]> {
  const faults = repeatedRows(ads);
  const wanted = new Set(ads.flatMap(({ rows }) => rows.map(({ key }) => key)));
  const earlier = await allOf(ports.store, sheetBatchKind, companyId, { where: { spreadsheetId } });
  for (const { doc } of earlier) {
    const same = doc.ads.filter(({ rows }) => rows.some(({ key }) => wanted.has(key)));
    if (same.length === 0) continue;
    const isTaken = takenIn(await statusOf(ports, companyId, doc.batchId));
    for (const ad of ads) {
      const keys = new Set(ad.rows.map(({ key }) => key));
      const taken = same
        .filter(({ rows }) => rows.some(({ key }) => keys.has(key)))
        .flatMap(({ index, adSets }) =>
          adSets.filter((id) => ad.adSets.includes(id) && isTaken(index, id)),
        );
      if (taken.length > 0)
        faults.push(rowLaunched(ad.index, `Batch ${doc.batchId} has an ad of this row`, taken));
    }
  }
  return faults;
}

/** Two ads of one request may not come from one row. */
function repeatedRows(ads: readonly SourcedAd[]): Fault[] {
  const seen = new Set<string>();
  return ads.flatMap(({ index, rows, adSets }) => {
    const repeats = rows.some(({ key }) => seen.has(key));
    for (const { key } of rows) seen.add(key);
    return repeats
      ? [rowLaunched(index, 'Another ad of this request comes from the same row', adSets)]
      : [];
  });
}

const rowLaunched = (index: number, why: string, adSets: readonly string[]): Fault => ({
  path: `ads[${index}].source`,
  code: 'row_launched',
  message: `${why} in ad set ${[...new Set(adSets)].join(', ')}. Undo that batch first, or copy the row to a new one.`,
});

/** A batch that a restore took away may have made its ads all the same. */
async function statusOf(
  ports: StatusPorts,
  companyId: string,
  batchId: string,
): Promise<BatchStatus | undefined> {
  try {
    return await batchStatus(ports, companyId, batchId);
  } catch (error) {
    if (error instanceof SlipwayError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Whether an ad of a batch exists or may come to exist: until it failed or was deleted. */
function takenIn(status: BatchStatus | undefined): (index: number, adSetId: string) => boolean {
  if (status === undefined) return () => true;
  return (index, adSetId) => {
    // A new ad set is claimed by what stands for it until it is made.
    const isThere = (ad: {
      readonly adSetId?: string | undefined;
      readonly adSetRef?: string | undefined;
    }) => ad.adSetId === adSetId || (ad.adSetRef !== undefined && newId(ad.adSetRef) === adSetId);
    const made = status.launchedAds.find((ad) => ad.index === index && isThere(ad));
    if (made !== undefined) return made.undone !== 'deleted';
    return !status.failedAds.some(
      (ad) => ad.index === index && (ad.adSetId === undefined || isThere(ad)),
    );
  };
}
