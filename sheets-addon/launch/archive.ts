import type { Store, Write } from '../../core/ports/store.ts';
import { archived, sheetLaunchKind } from '../../core/sheet/launch-record.ts';
import { type App, FILE } from '../base/app.ts';
import { systemText } from '../sheet/launch-sheet.ts';
import { keptLaunches } from './kept.ts';
import type { LookedAt } from './looked-at.ts';

/**
 * Forgets the ads of launches whose rows are gone from the sheet for long: every check reads what
 * the file remembers, and the service knows it too. A row that is not clear may be of any launch,
 * so it stays.
 */
export async function archiveLaunches(
  app: App,
  store: Store,
  { open, ads }: LookedAt,
): Promise<void> {
  if (ads.some(({ unclear }) => unclear !== undefined)) return;
  const { own } = await keptLaunches(app, store);
  const writes = own.flatMap(({ id, version, doc }): Write[] => {
    const next = doc.sheetId === open.id ? archived(doc, app.clock.now()) : undefined;
    return next === undefined
      ? []
      : [{ kind: sheetLaunchKind, companyId: FILE, id, expect: version, doc: next }];
  });
  if (writes.length > 0) await store.commit(writes);
}

/** Archived batches that rows tell of again: what became of them is asked again. */
export async function archivedBatches(
  app: App,
  store: Store,
  { open }: LookedAt,
): Promise<number[]> {
  const told = new Set(open.rows.map((row) => systemText(open, row, 'batch')));
  const { own } = await keptLaunches(app, store);
  return own.flatMap(({ doc }) =>
    doc.archived && doc.batchId !== undefined && told.has(String(doc.batchId)) ? doc.batchId : [],
  );
}
