import { SlipwayError } from '../../core/base/errors.ts';
import type { Document } from '../../core/ports/store.ts';
import { fromCells, safeJson, toCells } from './sheet-cells.ts';
import type { Cells } from './sheet-table.ts';

/** Its JSON counts; the other columns are for people to read, sort and filter by. */
export interface SheetDocument {
  readonly company: string;
  readonly id: string;
  readonly version: number;
  readonly doc: Document;
}

/** What becomes of one document. */
export interface SheetChange {
  readonly company: string;
  readonly id: string;
  /** Absent when it is deleted. */
  readonly content?: { readonly version: number; readonly doc: Document };
}

/** One kind's tab: its cells and the documents in them. */
export interface Tab {
  readonly name: string;
  readonly cells: Cells;
  /** By `placeOf`. Positions count from 0, the header included. */
  readonly documents: ReadonlyMap<string, SheetDocument & { readonly position: number }>;
}

export const placeOf = (company: string, id: string): string => JSON.stringify([company, id]);

const isJsonColumn = (title: string) => /^json( \d+)?$/.test(title);
const isEmpty = (row: readonly string[]) => row.every((cell) => cell === '');

export function readTab(name: string, cells: Cells): Tab {
  const documents = new Map<string, SheetDocument & { readonly position: number }>();
  const columns = (cells[0] ?? []).flatMap((title, column) =>
    isJsonColumn(title) ? [column] : [],
  );
  cells.forEach((row, position) => {
    if (position === 0 || isEmpty(row)) return;
    const found = readRow(columns.map((column) => row[column] ?? ''));
    if (found === undefined)
      throw unusable(
        `Row ${position + 1} of the tab "${name}" cannot be read. Undo what was changed there (File, Version history).`,
      );
    const place = placeOf(found.company, found.id);
    const twin = documents.get(place);
    if (twin !== undefined)
      throw unusable(
        `Rows ${twin.position + 1} and ${position + 1} of the tab "${name}" are the same document. Delete the copy.`,
      );
    documents.set(place, { ...found, position });
  });
  return { name, cells, documents };
}

function readRow(cells: readonly string[]): SheetDocument | undefined {
  try {
    const { company, id, version, doc } = JSON.parse(fromCells(cells)) as SheetDocument;
    const isWhole =
      typeof company === 'string' &&
      typeof id === 'string' &&
      typeof version === 'number' &&
      typeof doc === 'object';
    return isWhole ? { company, id, version, doc } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The tab after the changes, and the one rectangle to write: from the first changed row to the
 * last. Deleted rows are emptied and reused, so that others keep their place.
 *
 * @param fields columns beside the JSON
 */
export function changeTab(tab: Tab, fields: readonly string[], changes: readonly SheetChange[]) {
  const header = [...(tab.cells[0] ?? [])];
  for (const title of [
    'company',
    'id',
    'version',
    ...fields.map((field) => `doc.${field}`),
    'json',
  ])
    if (!header.includes(title)) header.push(title);

  const cells = tab.cells.length === 0 ? [header] : [header, ...tab.cells.slice(1)];
  const documents = new Map(tab.documents);
  const free = cells.flatMap((row, position) => (position > 0 && isEmpty(row) ? [position] : []));
  const touched: number[] = [];
  for (const { company, id, content } of changes) {
    const place = placeOf(company, id);
    const known = documents.get(place)?.position;
    if (content === undefined) {
      documents.delete(place);
      if (known === undefined) continue;
      cells[known] = [];
      touched.push(known);
    } else {
      const position = known ?? free.shift() ?? cells.length;
      const document = { company, id, ...content };
      documents.set(place, { ...document, position });
      cells[position] = writeRow(header, cells[position] ?? [], document);
      touched.push(position);
    }
  }
  if (header.length !== (tab.cells[0]?.length ?? 0)) touched.push(0);

  const first = Math.min(...touched);
  const rectangle = cells
    .slice(first, Math.max(...touched) + 1)
    .map((row) => header.map((_, column) => row[column] ?? ''));
  return { tab: { ...tab, cells, documents }, firstRow: first + 1, rectangle };
}

/** Adds columns when the document needs more cells. Foreign columns keep their content. */
function writeRow(header: string[], former: readonly string[], document: SheetDocument): string[] {
  const chunks = toCells(safeJson(document));
  for (let count = header.filter(isJsonColumn).length; count < chunks.length; count++)
    header.push(`json ${count + 1}`);
  const { doc, company, id, version } = document;
  const shown: { [title: string]: unknown } = { company, id, version };
  for (const [field, value] of Object.entries(doc)) shown[`doc.${field}`] = value;
  return header.map((title, column) => {
    if (isJsonColumn(title)) return chunks.shift() ?? '';
    const value = shown[title];
    if (typeof value === 'string' || typeof value === 'number') return String(value).slice(0, 300);
    return title.startsWith('doc.') ? '' : (former[column] ?? '');
  });
}

const unusable = (message: string) => new SlipwayError('storage_unusable', message);
