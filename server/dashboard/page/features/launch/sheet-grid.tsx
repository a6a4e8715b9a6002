import { useMemo, useState } from 'preact/hooks';
import { parseCsv } from '../../../../../core/base/csv.ts';
import type { Layout } from '../../../../../core/sheet/headers.ts';
import { a1, type LocatedFault } from '../../../../../core/sheet/locate.ts';
import { useVirtualRows } from '../../parts/virtual.ts';
import type { Sheet, Warned } from '../../rows/sheet.ts';
import { focusCell, type Place, useTurning } from '../../rows/turning.ts';
import { cellEvents } from './cell-events.ts';
import type { CellKey } from './cell-keys.ts';
import type { Choices } from './choices.ts';
import { type ChosenCell, GridPanel } from './grid-panel.tsx';
import { GridRow } from './grid-row.tsx';
import { withBlock, withCell, withFillDown, withoutRow } from './sheet-changes.ts';

const ROW_HEIGHT = 38;

interface GridProps {
  sheet: Sheet;
  layout: Layout | undefined;
  choices: Choices;
  faults: readonly LocatedFault[];
  warned: readonly Warned[];
  pictureOf: (name: string) => string | undefined;
  onChange: (sheet: Sheet) => void;
  onUndo: () => void;
  onRedo: () => void;
  onAddColumn: (key: string) => void;
}

const STEPS: { readonly [K in CellKey]?: readonly [rows: number, positions: number] } = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

const none: Layout['columns'] = [];

type Remarks = ReadonlyMap<number, ReadonlyMap<number, string>>;

function remarksAt(found: Iterable<Place & { readonly message: string }>): Remarks {
  const rows = new Map<number, Map<number, string>>();
  for (const { row, position, message } of found) {
    if (position === undefined) continue;
    const cells = rows.get(row) ?? new Map<number, string>();
    rows.set(row, cells.set(position, message));
  }
  return rows;
}

export function SheetGrid(props: GridProps) {
  const { sheet, layout, choices, faults, warned, pictureOf, onChange, onAddColumn } = props;
  const virtual = useVirtualRows(sheet.rows.length, ROW_HEIGHT);
  useTurning(virtual.show);
  const [at, setAt] = useState<{ readonly row: number; readonly position: number }>();

  const columns = layout?.columns ?? none;
  const known = useMemo(() => new Map(columns.map((each) => [each.position, each])), [columns]);
  const faultsAt = useMemo(() => remarksAt(faults), [faults]);
  const warningsAt = useMemo(
    () => remarksAt(warned.flatMap(({ message, places }) => places.map((place) => ({ ...place, message })))),
    [warned],
  );
  const lists = useMemo(
    () =>
      new Map(
        columns.flatMap(({ position, column }) => {
          const offered = choices(column);
          return offered.length === 0 ? [] : [[position, offered] as const];
        }),
      ),
    [columns, choices],
  );
  const hasList = useMemo(() => (position: number) => lists.has(position), [lists]);
  const pinned = layout?.positions.get('adName');
  const openPositions = useMemo(() => sheet.headers.map((_, i) => i).filter((i) => known.has(i)), [sheet.headers, known]);

  const textAt = (row: number, position: number): string => sheet.rows[row]?.[position] ?? '';
  const typed = (row: number, position: number, text: string | undefined): Sheet =>
    text === undefined || textAt(row, position) === text ? sheet : withCell(sheet, row, position, text);
  const turnTo = (row: number, position: number | undefined) => {
    if (position !== undefined) focusCell({ row: Math.min(sheet.rows.length - 1, Math.max(0, row)) + 2, position });
    return position !== undefined;
  };
  /** To the next cell, over the edge to the next row, and from the last cell out of the grid. */
  const tab = (row: number, position: number, by: 1 | -1) => {
    const ahead = openPositions.filter((each) => (by === 1 ? each > position : each < position));
    if (ahead.length > 0) return turnTo(row, by === 1 ? ahead[0] : ahead[ahead.length - 1]);
    const isOutside = row + by < 0 || row + by >= sheet.rows.length;
    return !isOutside && turnTo(row + by, by === 1 ? openPositions[0] : openPositions[openPositions.length - 1]);
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
    if (key === 'leave') document.querySelector<HTMLElement>('.grid-panel')?.focus();
    const [down = 0, right = 0] = STEPS[key] ?? [];
    // Behind the last column is the button that removes the row.
    const isOpen = (each: number) => known.has(each) || each === sheet.headers.length;
    if (down !== 0 || right !== 0) turnTo(row + down, nearestOpen(position, right, sheet.headers.length + 1, isOpen));
    return true;
  };
  const events = cellEvents({
    textAt,
    hasList,
    focus: (row, position) => setAt((now) => (now?.row === row && now.position === position ? now : { row, position })),
    commit: (row, position, text) => onChange(typed(row, position, text)),
    key: act,
    block: (row, position, text) => onChange(withBlock(sheet, row, position, parseCsv(text))),
    remove: (row) => onChange(withoutRow(sheet, row)),
  });

  const isDrawn = at !== undefined && at.row >= virtual.start && at.row < virtual.end && known.has(at.position);
  const stop = isDrawn ? at : { row: virtual.start, position: openPositions[0] };
  const cell = at === undefined ? undefined : chosenCell(at);
  function chosenCell({ row, position }: { readonly row: number; readonly position: number }): ChosenCell | undefined {
    const column = known.get(position)?.column;
    if (column === undefined || row >= sheet.rows.length) return undefined;
    return {
      row: row + 2,
      position,
      header: sheet.headers[position] ?? '',
      text: textAt(row, position),
      note: column.note,
      choices: lists.get(position) ?? [],
      same: sheet.rows.filter((cells) => (cells[position] ?? '') === textAt(row, position)).length,
      fault: faultsAt.get(row + 2)?.get(position),
      warning: warningsAt.get(row + 2)?.get(position),
    };
  }
  return (
    <>
      <div class="grid-area">
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
                    title={known.get(position)?.column.note ?? 'Not a column of Slipway: left alone.'}
                  >
                    <span class="letter" aria-hidden="true">
                      {a1(position, 1).replace('1', '')}
                    </span>
                    {header}
                  </th>
                ))}
                <th>
                  <span class="sr">Remove</span>
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
                    hasList={hasList}
                    pinned={pinned}
                    stop={stop.row === row ? stop.position : undefined}
                    faults={faultsAt.get(row + 2)}
                    warnings={warningsAt.get(row + 2)}
                    pictureOf={pictureOf}
                  />
                );
              })}
              {virtual.after > 0 && <tr style={{ height: `${virtual.after}px` }} />}
            </tbody>
          </table>
        </section>
        <GridPanel
          cell={cell}
          faults={faults}
          layout={layout}
          onAddColumn={onAddColumn}
          onCell={focusCell}
          onUse={({ row, position, text: before }, text, everywhere) => {
            const rows = sheet.rows.map((_, i) => i).filter((i) => (sheet.rows[i]?.[position] ?? '') === before);
            onChange((everywhere ? rows : [row - 2]).reduce((changed, i) => withCell(changed, i, position, text), sheet));
          }}
        />
      </div>
      {[...lists].map(([position, offered]) => (
        <datalist key={position} id={`choices-${position}`}>
          {offered.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      ))}
      {layout?.remarks.map(({ position, message }) => (
        <p key={position} class="warn-text">
          {message}
        </p>
      ))}
    </>
  );
}

function nearestOpen(position: number, by: number, count: number, isOpen: (position: number) => boolean): number {
  if (by === 0) return position;
  for (let at = position + by; at >= 0 && at < count; at += by) if (isOpen(at)) return at;
  return position;
}
