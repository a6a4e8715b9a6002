import { SlipwayError } from '../../core/base/errors.ts';
import type { Document, Kind, Store, Stored, Write } from '../../core/ports/store.ts';
import { checkWrites, indexFields, keysOf, looseKeys, lostOf, nextVersion } from './checks.ts';
import { searching } from './page.ts';
import { checksum, fromCells, safeJson, toCells } from './sheet-cells.ts';
import {
  changeTab,
  placeOf,
  readTab,
  type SheetChange,
  type SheetDocument,
  type Tab,
} from './sheet-tab.ts';
import type { Cells, SheetTable } from './sheet-table.ts';

/**
 * Makes a commit over several tabs whole. Its first row says whether one is under way; the rows
 * below hold it. Once they are written the commit counts: the next operation finishes it.
 */
const JOURNAL = 'slipway';

/** What a commit does, tab by tab. Doing it twice does no harm. */
type Intent = readonly {
  readonly tab: string;
  readonly fields: readonly string[];
  readonly changes: readonly SheetChange[];
}[];

const IDLE = 'nothing under way';

function intentCells(intent: Intent): Cells {
  const text = safeJson(intent);
  const cells = toCells(text);
  return [[`commit ${cells.length} ${checksum(text)}`], ...cells.map((cell) => [cell])];
}

/** The rectangle that puts the journal to rest. */
const idleCells = (journal: Cells): Cells =>
  journal.map((_, position) => [position === 0 ? IDLE : '']);

/**
 * Undefined when no commit is under way; 'torn' for an incomplete journal, which never took effect.
 */
function readIntent(journal: Cells): Intent | 'torn' | undefined {
  const [mark = '', count = '', sum = ''] = (journal[0]?.[0] ?? '').split(' ');
  if (mark !== 'commit') return undefined;
  const text = fromCells(journal.slice(1, Number(count) + 1).map((row) => row[0] ?? ''));
  return checksum(text) === sum ? (JSON.parse(text) as Intent) : 'torn';
}

interface SheetOptions {
  readonly table: SheetTable;
  /**
   * The caller holds the document's lock while the store is open, as an Apps Script entry point
   * does: each tab is read once, nothing is locked here.
   */
  readonly held?: boolean;
}

const tabName = (kindName: string) => `slipway ${kindName}`;

/**
 * Documents in a spreadsheet: a tab per kind, a row per document. Users may sort the tabs, but not
 * edit them.
 *
 * A commit reads and writes each of its tabs once. One that touches several goes to the journal
 * first: if the execution is killed, the next operation of any store finishes it. Readers wait for
 * a commit under way. A write is durable when Google says so, and users can still edit cells.
 */
export function createSheetStore({ table, held = false }: SheetOptions): Store {
  const known = new Map<string, Tab>();
  let atRest = false;
  let turn: Promise<unknown> = Promise.resolve();

  /** In turn within this store, alone within the spreadsheet. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(() => (held ? work() : table.exclusively(work)));
    turn = result.catch(() => {
      known.clear();
      atRest = false;
    });
    return result;
  };

  /** Undefined while a commit is under way that must be finished first. */
  const look = async (names: readonly string[]): Promise<readonly Tab[] | undefined> => {
    const wanted = names.filter((name) => !known.has(name));
    const fresh = new Map(known);
    if (wanted.length > 0 || !atRest) {
      const [journal = [], ...tabs] = await table.read([JOURNAL, ...wanted]);
      if (readIntent(journal) !== undefined) return undefined;
      tabs.forEach((cells, index) => {
        const name = wanted[index] ?? '';
        fresh.set(name, readTab(name, cells));
      });
    }
    if (held) {
      atRest = true;
      for (const [name, tab] of fresh) known.set(name, tab);
    }
    return names.map((name) => fresh.get(name) ?? readTab(name, []));
  };

  /** Only while alone. */
  const finish = async (): Promise<void> => {
    const [journal = []] = await table.read([JOURNAL]);
    const intent = readIntent(journal);
    if (intent === undefined) return;
    if (intent !== 'torn') {
      const tabs = await table.read(intent.map(({ tab }) => tab));
      for (const [index, { tab, fields, changes }] of intent.entries())
        await writeTab(readTab(tab, tabs[index] ?? []), fields, changes);
      await table.flush();
    }
    await table.write(JOURNAL, 1, idleCells(journal));
    await table.flush();
  };

  const writeTab = async (
    before: Tab,
    fields: readonly string[],
    changes: readonly SheetChange[],
  ): Promise<Tab> => {
    const { tab, firstRow, rectangle } = changeTab(before, fields, changes);
    if (rectangle.length > 0) await table.write(tab.name, firstRow, rectangle);
    return tab;
  };

  const tabsAlone = async (names: readonly string[]): Promise<readonly Tab[]> => {
    const tabs = await look(names);
    if (tabs !== undefined) return tabs;
    await finish();
    const finished = await look(names);
    if (finished === undefined)
      throw new SlipwayError(
        'unavailable',
        'The spreadsheet was changed while it was locked. Try again.',
      );
    return finished;
  };

  const tabOf = async (kind: Kind): Promise<Tab | undefined> => {
    const names = [tabName(kind.name)];
    const [tab] = (await look(names)) ?? (await alone(() => tabsAlone(names)));
    return tab;
  };

  const rowsOf = async (kind: Kind, companyId: string) => {
    const rows: [string, SheetDocument & { keys: ReturnType<typeof looseKeys> }][] = [];
    for (const document of (await tabOf(kind))?.documents.values() ?? [])
      if (document.company === companyId)
        rows.push([document.id, { ...document, keys: looseKeys(indexFields(kind), document.doc) }]);
    return rows;
  };

  const write = async (intent: Intent, tabs: readonly Tab[]): Promise<void> => {
    const journal = intent.length > 1 ? intentCells(intent) : undefined;
    if (journal !== undefined) {
      await table.write(JOURNAL, 1, journal);
      await table.flush();
    }
    const changed: Tab[] = [];
    for (const [index, { tab, fields, changes }] of intent.entries())
      changed.push(await writeTab(tabs[index] ?? readTab(tab, []), fields, changes));
    await table.flush();
    if (journal !== undefined) await table.write(JOURNAL, 1, idleCells(journal));
    await table.flush();
    if (held) for (const tab of changed) known.set(tab.name, tab);
  };

  return {
    async get<T extends Document>(kind: Kind<T>, companyId: string, id: string) {
      const found = (await tabOf(kind as Kind))?.documents.get(placeOf(companyId, id));
      return found && stored<T>(found);
    },

    ...searching(rowsOf, stored),

    async commit(writes) {
      checkWrites(writes);
      const intent = intentOf(writes);
      return alone(async () => {
        const tabs = await tabsAlone(intent.map(({ tab }) => tab));
        const conflict = lostOf(writes, ({ kind, companyId, id }) => {
          const tab = tabs.find(({ name }) => name === tabName(kind.name));
          return tab?.documents.get(placeOf(companyId, id))?.version;
        });
        if (conflict !== undefined) return conflict;
        await write(intent, tabs);
        return undefined;
      });
    },

    async close() {
      await turn;
    },
  };
}

/** Copied now: the caller may change the documents afterwards. */
function intentOf(writes: readonly Write[]): Intent {
  const byTab = new Map<string, { fields: string[]; changes: SheetChange[] }>();
  for (const write of writes) {
    const { kind, companyId: company, id, doc } = write;
    const tab = byTab.get(tabName(kind.name)) ?? { fields: shownFields(kind), changes: [] };
    byTab.set(tabName(kind.name), tab);
    if (doc !== undefined) keysOf(kind, doc);
    tab.changes.push({
      company,
      id,
      ...(doc && { content: { version: nextVersion(write), doc: copy(doc) } }),
    });
  }
  return [...byTab].map(([tab, { fields, changes }]) => ({ tab, fields, changes }));
}

/** A list does not fit into a cell that people sort by. */
const shownFields = (kind: Kind) =>
  Object.entries(indexFields(kind)).flatMap(([field, type]) => (type === 'strings' ? [] : [field]));

const copy = <T>(doc: T): T => JSON.parse(JSON.stringify(doc)) as T;

const stored = <T extends Document>({ id, version, doc }: SheetDocument): Stored<T> => ({
  id,
  version,
  doc: copy(doc) as T,
});
