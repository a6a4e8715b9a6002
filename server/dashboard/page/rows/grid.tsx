import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { parseCsv } from '../../../../core/base/csv.ts';
import { useVirtualRows } from '../parts/virtual.ts';
import { cellEvents } from './cell-events.ts';
import type { CellKey } from './cell-keys.ts';
import { type GridColumn, GridRow, type RowButton } from './grid-row.tsx';
import type { Sheet } from './sheet.ts';
import { withBlock, withCell, withFillDown } from './sheet-changes.ts';
import { focusCell, type Place, useTurning } from './turning.ts';

const ROW_HEIGHT = 38;

/** Rows count from 0, the cells of each by their position. */
export interface CellAt {
  readonly row: number;
  readonly position: number;
}

type Cells = ReadonlySet<number> | undefined;

/** By row as people count, and position. */
type Remarks = ReadonlyMap<number, ReadonlyMap<number, string>>;

interface GridProps {
  sheet: Sheet;
  columns: ReadonlyMap<number, GridColumn>;
  /** What cells of a column offer. */
  lists: ReadonlyMap<number, readonly string[]>;
  pinned: number | undefined;
  faults: Remarks;
  warnings: Remarks;
  button: RowButton;
  closed?: (row: number) => Cells;
  changed?: (row: number) => Cells;
  pictureOf?: (name: string) => string | undefined;
  headerOf: (header: string, position: number) => ComponentChildren;
  noteOf: (position: number) => string | undefined;
  /** A pasted block adds no rows. */
  isFixed?: boolean;
  onAt?: (at: CellAt) => void;
  onChange: (sheet: Sheet) => void;
  onUndo: () => void;
  onRedo: () => void;
  onButton: (row: number) => void;
  onLeave: () => void;
}

const STEPS: { readonly [K in CellKey]?: readonly [rows: number, positions: number] } = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

export function remarksAt(found: Iterable<Place & { readonly message: string }>): Remarks {
  const rows = new Map<number, Map<number, string>>();
  for (const { row, position, message } of found) {
    if (position === undefined) continue;
    const cells = rows.get(row) ?? new Map<number, string>();
    rows.set(row, cells.set(position, message));
  }
  return rows;
}

/** Cells as in a spreadsheet, of any number of rows. */
export function Grid(props: GridProps) {
  const {
    sheet,
    columns: known,
    lists,
    pinned,
    faults,
    warnings,
    button,
    closed,
    changed,
    onChange,
  } = props;
  const virtual = useVirtualRows(sheet.rows.length, ROW_HEIGHT);
  useTurning(virtual.show);
  const [at, setAt] = useState<CellAt>();
  const hasList = useMemo(() => (position: number) => lists.has(position), [lists]);
  const positions = useMemo(
    () => sheet.headers.map((_, i) => i).filter((i) => known.has(i)),
    [sheet.headers, known],
  );
  const isOpen = (row: number, position: number): boolean =>
    known.has(position) && closed?.(row)?.has(position) !== true;

  const textAt = (row: number, position: number): string => sheet.rows[row]?.[position] ?? '';
  const typed = (row: number, position: number, text: string | undefined): Sheet =>
    text === undefined || textAt(row, position) === text
      ? sheet
      : withCell(sheet, row, position, text);
  const turnTo = (row: number, position: number | undefined) => {
    if (position !== undefined)
      focusCell({ row: Math.min(sheet.rows.length - 1, Math.max(0, row)) + 2, position });
    return position !== undefined;
  };
  /** To the next cell, over the edge to the next row, and from the last cell out of the grid. */
  const tab = (row: number, position: number, by: 1 | -1) => {
    const open = (each: number) => positions.filter((one) => isOpen(each, one));
    const ahead = open(row).filter((each) => (by === 1 ? each > position : each < position));
    if (ahead.length > 0) return turnTo(row, by === 1 ? ahead[0] : ahead[ahead.length - 1]);
    const isOutside = row + by < 0 || row + by >= sheet.rows.length;
    const next = open(row + by);
    return !isOutside && turnTo(row + by, by === 1 ? next[0] : next[next.length - 1]);
  };
  const act = (row: number, position: number, key: CellKey, text?: string) => {
    if (key === 'undo' || key === 'redo') {
      (key === 'undo' ? props.onUndo : props.onRedo)();
      return true;
    }
    const now = typed(row, position, text);
    if (key === 'fill') onChange(withFillDown(now, row, position));
    else if (now !== sheet) onChange(now);
    if (key === 'next' || key === 'previous') return tab(row, position, key === 'next' ? 1 : -1);
    if (key === 'leave') props.onLeave();
    const [down = 0, right = 0] = STEPS[key] ?? [];
    if (right !== 0) {
      // Behind the last column is the button of the row.
      const isStop = (each: number) => isOpen(row, each) || each === sheet.headers.length;
      turnTo(row, nearestOpen(position, right, sheet.headers.length + 1, isStop));
    }
    if (down !== 0) {
      const to = nearestOpen(
        row,
        down,
        sheet.rows.length,
        (each) => position === sheet.headers.length || isOpen(each, position),
      );
      turnTo(to, position);
    }
    return true;
  };
  const block = (row: number, position: number, text: string) => {
    const pasted = parseCsv(text);
    onChange(
      withBlock(
        sheet,
        row,
        position,
        props.isFixed ? pasted.slice(0, sheet.rows.length - row) : pasted,
      ),
    );
  };
  const events = cellEvents({
    textAt,
    hasList,
    focus: (row, position) => {
      props.onAt?.({ row, position });
      setAt((now) => (now?.row === row && now.position === position ? now : { row, position }));
    },
    commit: (row, position, text) => onChange(typed(row, position, text)),
    key: act,
    block,
    button: props.onButton,
  });
  const isDrawn =
    at !== undefined &&
    at.row >= virtual.start &&
    at.row < virtual.end &&
    isOpen(at.row, at.position);
  const stop = isDrawn
    ? at
    : { row: virtual.start, position: positions.find((each) => isOpen(virtual.start, each)) };
  return (
    <>
      <section class="table-box grid-box" ref={virtual.box} aria-label="Rows">
        <table class="grid-table" aria-rowcount={sheet.rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">
                <span class="sr">Row</span>
              </th>
              {sheet.headers.map((header, position) => (
                <th
                  key={position}
                  scope="col"
                  class={`${known.has(position) ? '' : 'foreign'}${position === pinned ? ' pinned' : ''}`}
                  title={props.noteOf(position)}
                >
                  {props.headerOf(header, position)}
                </th>
              ))}
              <th>
                <span class="sr">{button.label}</span>
              </th>
            </tr>
          </thead>
          <tbody spellcheck={false} {...events}>
            {virtual.before > 0 && <tr style={{ height: `${virtual.before}px` }} />}
            {sheet.rows.slice(virtual.start, virtual.end).map((cells, drawn) => {
              const row = virtual.start + drawn;
              return (
                <GridRow
                  key={row}
                  row={row}
                  cells={cells}
                  headers={sheet.headers}
                  known={known}
                  closed={closed?.(row)}
                  changed={changed?.(row)}
                  button={button}
                  hasList={hasList}
                  pinned={pinned}
                  stop={stop.row === row ? stop.position : undefined}
                  faults={faults.get(row + 2)}
                  warnings={warnings.get(row + 2)}
                  pictureOf={props.pictureOf}
                />
              );
            })}
            {virtual.after > 0 && <tr style={{ height: `${virtual.after}px` }} />}
          </tbody>
        </table>
      </section>
      {[...lists].map(([position, offered]) => (
        <datalist key={position} id={`choices-${position}`}>
          {offered.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      ))}
    </>
  );
}

function nearestOpen(
  from: number,
  by: number,
  count: number,
  isOpen: (at: number) => boolean,
): number {
  for (let at = from + by; at >= 0 && at < count; at += by) if (isOpen(at)) return at;
  return from;
}
