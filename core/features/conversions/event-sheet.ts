import type { DecimalSign } from '../../base/amount.ts';
import type { Fault } from '../../base/errors.ts';
import { typedAmount } from '../../base/schema/amount-text.ts';
import { type Cell, formulaError, isBlank, readId } from '../../sheet/cells.ts';
import { a1 } from '../../sheet/locate.ts';
import { type EventColumn, eventColumn, eventColumns, eventOfTexts } from './columns.ts';

/** Columns that are written back, found by their headers. */
export const eventStatusColumns = [
  {
    key: 'status',
    header: 'Event status',
    note: 'Written by Slipway: where this event stands.',
    width: 120,
  },
  {
    key: 'problem',
    header: 'What to do',
    note: 'Written by Slipway: what is wrong and how to fix it.',
    width: 280,
  },
  {
    key: 'marks',
    header: 'Marked columns',
    note: 'Written by Slipway: the cells that need fixing.',
    width: 110,
  },
  {
    key: 'sentAs',
    header: 'Sent as',
    note: 'Written by Slipway: which event it was sent as.',
    width: 110,
  },
] as const;
export type EventStatusKey = (typeof eventStatusColumns)[number]['key'];

export interface EventSheetLayout {
  readonly headers: readonly string[];
  /** Undefined for columns of the user. */
  readonly columns: readonly (EventColumn | undefined)[];
  readonly system: ReadonlyMap<EventStatusKey, number>;
}

export interface EventRow {
  readonly row: number;
  /** Name and id; empty where the row has none. */
  readonly key: string;
  readonly event: object;
  readonly status: string;
  readonly sentAs: string;
}

export interface EventCellFault {
  readonly row: number;
  /** From 0; absent where the tab has no such column. */
  readonly position?: number;
  readonly cell: string;
  readonly message: string;
}

const plain = (text: string): string => text.trim().toLowerCase();

export function eventSheetLayout(headers: readonly string[]): EventSheetLayout {
  const system = new Map<EventStatusKey, number>();
  for (const { key, header } of eventStatusColumns) {
    const position = headers.findIndex((each) => plain(each) === plain(header));
    if (position >= 0) system.set(key, position);
  }
  const seen = new Set<string>();
  const columns = headers.map((header) => {
    const column = header.trim() === '' ? undefined : eventColumn(header);
    // The first of two columns for one field counts.
    if (column === undefined || seen.has(column.field)) return undefined;
    seen.add(column.field);
    return column;
  });
  return { headers, columns, system };
}

export const missingHeaders = ({ columns }: EventSheetLayout): readonly string[] =>
  eventColumns
    .filter(({ field, required }) => required && !columns.some((column) => column?.field === field))
    .map(({ header }) => header);

export function readEventRows(
  layout: EventSheetLayout,
  rows: readonly { readonly number: number; readonly cells: readonly Cell[] }[],
  decimal?: DecimalSign,
): { readonly rows: readonly EventRow[]; readonly faults: readonly EventCellFault[] } {
  const faults: EventCellFault[] = [];
  const read = rows.flatMap(({ number, cells }): readonly EventRow[] => {
    if (
      layout.columns.every((column, place) => column === undefined || isBlank(cells[place]?.value))
    )
      return [];
    const texts = layout.columns.map((column, place) => {
      const content =
        column === undefined
          ? { text: '' }
          : cellText(column, cells[place] ?? { value: '', shown: '' }, decimal);
      if ('message' in content) faults.push(faultAt(number, place, content.message));
      return 'text' in content ? content.text : '';
    });
    const event = eventOfTexts(layout.columns, texts);
    const system = (key: EventStatusKey): string =>
      cells[layout.system.get(key) ?? -1]?.shown.trim() ?? '';
    const { name = '', eventId = '' } = event as {
      readonly name?: string;
      readonly eventId?: string;
    };
    const key = name === '' || eventId === '' ? '' : `${name}|${eventId}`;
    return [{ row: number, key, event, status: system('status'), sentAs: system('sentAs') }];
  });
  return { rows: read, faults: [...faults, ...repeated(layout, read)] };
}

/** Two rows with one id would be one event for the service, or a conflict. */
function repeated(layout: EventSheetLayout, rows: readonly EventRow[]): readonly EventCellFault[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ row, key }) => {
    const earlier = key === '' ? undefined : first.get(key);
    if (key !== '' && earlier === undefined) first.set(key, row);
    return earlier === undefined
      ? []
      : [faultOf(layout, row, 'eventId', `Row ${earlier} has the same name and id.`)];
  });
}

function faultOf(
  layout: EventSheetLayout,
  row: number,
  path: string,
  message: string,
): EventCellFault {
  const exact = layout.columns.findIndex((column) => column?.field === path);
  const within =
    exact >= 0 ? exact : layout.columns.findIndex((column) => column?.field.startsWith(`${path}.`));
  if (within >= 0) return faultAt(row, within, message);
  const header = eventColumns.find(({ field }) => field === path)?.header;
  const lacking = header === undefined ? '' : ` This tab has no column “${header}”: add one.`;
  return { row, cell: a1(0, row), message: `${message}${lacking}` };
}

const faultAt = (row: number, position: number, message: string): EventCellFault => ({
  row,
  position,
  cell: a1(position, row),
  message,
});

/** Faults of no event are left out. */
export const faultsOfRequest = (
  layout: EventSheetLayout,
  rows: readonly EventRow[],
  details: readonly Pick<Fault, 'path' | 'message'>[],
): readonly EventCellFault[] =>
  details.flatMap(({ path, message }) => {
    const [, index, field = ''] = /^events\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    const row = index === undefined ? undefined : rows[Number(index)];
    return row === undefined ? [] : [faultOf(layout, row.row, field, message)];
  });

/** As a CSV would have it: a moment with its zone, an amount with a dot. */
function cellText(
  { field }: EventColumn,
  cell: Cell,
  decimal: DecimalSign | undefined,
): { readonly text: string } | { readonly message: string } {
  const { value, shown } = cell;
  if (isBlank(value)) return { text: '' };
  const error = formulaError(shown);
  if (error !== undefined)
    return {
      message: `The formula in this cell ends in ${error}. Fix the formula or type the value.`,
    };
  if (isDate(value)) return { text: new Date(value.getTime()).toISOString() };
  if (typeof value !== 'number')
    return { text: field === 'value' ? typedAmount(shown, decimal) : String(value).trim() };
  if (field === 'value') return { text: String(Math.round(value * 1e6) / 1e6) };
  const id = readId(cell);
  return id.state === 'faulty'
    ? { message: id.message }
    : { text: id.state === 'filled' ? String(id.value) : '' };
}

/** Dates of another realm are no instances of ours. */
const isDate = (value: unknown): value is Date =>
  Object.prototype.toString.call(value) === '[object Date]';
