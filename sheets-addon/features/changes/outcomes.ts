import {
  undoneCells,
  type WantedCells,
  withValues,
} from '../../../core/features/changes/sheet/cells.ts';
import { objectWords } from '../../../core/features/changes/sheet/columns.ts';
import { readObject, type Values } from '../../../core/features/changes/sheet/rows.ts';
import type { Json } from '../../../core/ports/store.ts';
import type { AnswerOf } from '../../../server/client/types.ts';
import type { App } from '../../base/app.ts';
import type { Service } from '../../base/service.ts';
import type { Change, Part } from './record.ts';
import { settle } from './settle.ts';
import { keyOf, type OpenTab, objectTabs, type TabRow } from './tab.ts';
import { conflictWords, refusedCells } from './words.ts';

/** What became of posted rows, told in them. */

type Result = AnswerOf<'changes.get'>['results'][number];
const PAGE = 500;

/** Undefined while they are carried out. */
export async function resultsOf(
  service: Service,
  id: string,
): Promise<readonly Result[] | undefined> {
  const all: Result[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { status, results, pagination } = await service.call(
      'changes.get',
      { id, limit: PAGE, offset },
      { patient: true },
    );
    if (status === 'running') return undefined;
    all.push(...results);
    if (!pagination.hasMore) return all;
  }
}

/** The objects of a request by level and key. */
export const byKey = ({ account, changes }: Part): ReadonlyMap<string, Change> =>
  new Map(changes.map((change) => [`${change.level} ${account} ${change.id}`, change]));

/**
 * Writes into all rows with these levels and keys. False where rows moved too much meanwhile: the
 * next call does it.
 */
export async function tellRows<T>(
  app: App,
  named: ReadonlyMap<string, T>,
  cellsOf: (open: OpenTab, row: TabRow, one: T) => WantedCells,
): Promise<boolean> {
  return app.locked(async () =>
    objectTabs(app)
      .map((tab) =>
        settle(app, tab, (open) => ({
          cells: new Map(
            open.rows.flatMap((row): [TabRow, WantedCells][] => {
              const one = named.get(`${tab.level} ${keyOf(open, row)}`);
              return one === undefined ? [] : [[row, cellsOf(open, row, one)]];
            }),
          ),
        })),
      )
      .every(Boolean),
  );
}

/** Without an answer of the platform it may have happened all the same. */
export const failedCells = (outcome: string, reason: string): WantedCells => ({
  ...refusedCells(reason),
  ...(outcome !== 'refused' && { state: objectWords.unknown }),
});

export function postedCells(
  open: OpenTab,
  { cells }: TabRow,
  { set, was }: Change,
  result: Result,
): WantedCells {
  const { outcome, does, reason = '', conflicts = [] } = result;
  if (outcome === 'conflict')
    return { state: objectWords.conflict, told: conflictWords(conflicts), shaded: '' };
  if (outcome !== 'done' && outcome !== 'nothing') return failedCells(outcome, reason);
  const read = readObject(open.layout, cells, open.decimal);
  // Brought in again since: then it is newer than this.
  const isNewer = Object.entries(was ?? {}).some(
    ([field, old]) => JSON.stringify(read.was?.values[field] ?? null) !== JSON.stringify(old),
  );
  const state = outcome === 'done' ? objectWords.posted : objectWords.nothing;
  return {
    state,
    told: does.join('\n'),
    marked: '',
    shaded: '',
    ...(!isNewer && { was: withValues(read, set) }),
  };
}

export function undoneRow(
  open: OpenTab,
  { cells }: TabRow,
  { outcome, fields, does, reason = '', conflicts = [] }: Result,
): WantedCells {
  if (outcome === 'conflict')
    return { state: objectWords.conflict, told: conflictWords(conflicts) };
  if (outcome !== 'done') return failedCells(outcome, reason);
  const back = Object.fromEntries(
    fields.map(({ field, after }) => [field, (after ?? null) as Json]),
  ) as Values;
  const read = readObject(open.layout, cells, open.decimal);
  const own = { state: objectWords.undone, told: does.join('\n'), marked: '', shaded: '' };
  return {
    ...undoneCells(open.layout, cells, fields, open.decimal),
    ...own,
    was: withValues(read, back),
  };
}

export function deletedCells(
  { layout, decimal }: OpenTab,
  { cells }: TabRow,
  { set }: Pick<Change, 'set'>,
): WantedCells {
  const read = readObject(layout, cells, decimal);
  return {
    state: objectWords.deleted,
    told: '',
    marked: '',
    shaded: '',
    was: withValues(read, set),
  };
}
