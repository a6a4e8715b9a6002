import { useEffect, useState } from 'preact/hooks';
import { parseCsv } from '../../../core/sheet/csv.ts';
import type { Layout } from '../../../core/sheet/headers.ts';
import { a1, type LocatedFault } from '../../../core/sheet/locate.ts';
import type { Choices } from './choices.ts';
import { GridCell } from './grid-cell.tsx';
import { FaultList } from './grid-faults.tsx';
import { Button } from './parts.tsx';
import type { Sheet, Warned } from './sheet.ts';
import { withBlock, withCell, withFillDown, withoutRow } from './sheet-changes.ts';
import { useVirtualRows } from './virtual.ts';

/** As the style sheet has it. */
const ROW_HEIGHT = 38;

interface GridProps {
  readonly sheet: Sheet;
  readonly layout: Layout | undefined;
  readonly choices: Choices;
  readonly faults: readonly LocatedFault[];
  readonly warned: readonly Warned[];
  readonly onChange: (sheet: Sheet) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onAddColumn: (key: string) => void;
}

/** Rows as people count: the headers are row 1. */
interface Place {
  readonly row: number;
  readonly position?: number | undefined;
}

/** The grid that is on the page, which draws the rows around a place before it is gone to. */
const shown: { turnTo?: (place: Place) => void } = {};

/** Goes to a cell of the grid, wherever it is; a row without such a column is gone to at its first. */
export function focusCell(place: Place): void {
  shown.turnTo?.(place);
}

/** @returns whether its row is drawn */
function focusDrawn({ row, position }: Place): boolean {
  const find = (place: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-cell${place}"]`);
  const cell = find(`="${row} ${position}`) ?? find(`^="${row} `);
  cell?.focus();
  cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return cell !== null;
}

/** What a key does in a cell, besides typing. */
export type CellKey = 'up' | 'down' | 'left' | 'right' | 'fill' | 'undo' | 'redo';

const STEPS: { readonly [K in CellKey]?: readonly [rows: number, positions: number] } = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

/** The rows as they were pasted, one line each; every known cell is open for correction, and says what is wrong with it. */
export function SheetGrid(props: GridProps) {
  const { sheet, layout, choices, faults, warned, onChange, onAddColumn } = props;
  const virtual = useVirtualRows(sheet.rows.length, ROW_HEIGHT);
  const [target, setTarget] = useState<Place>();
  useEffect(() => {
    shown.turnTo = (place) => {
      virtual.show(place.row - 2);
      if (!focusDrawn(place)) setTarget({ ...place });
    };
    return () => {
      delete shown.turnTo;
    };
  }, [virtual.show]);
  useEffect(() => {
    if (target === undefined) return;
    // Its row is drawn once the scrolling has been seen.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => focusDrawn(target)));
    return () => cancelAnimationFrame(frame);
  }, [target]);

  const known = new Map(layout?.columns.map(({ position, column, key }) => [position, { column, key }]));
  const byCell = new Map(
    faults.filter(({ position }) => position !== undefined).map((fault) => [`${fault.row} ${fault.position}`, fault]),
  );
  const doubtful = new Map(warned.flatMap(({ message, places }) => places.map((at) => [`${at.row} ${at.position}`, message])));
  const lists = new Map(
    (layout?.columns ?? []).flatMap(({ position, column }) => {
      const offered = choices(column);
      return offered.length === 0 ? [] : [[position, offered] as const];
    }),
  );
  const pinned = layout?.positions.get('adName');
  const typed = (row: number, position: number, text: string): Sheet =>
    (sheet.rows[row]?.[position] ?? '') === text ? sheet : withCell(sheet, row, position, text);
  const act = (row: number, position: number, key: CellKey, text: string): void => {
    const now = typed(row, position, text);
    if (key === 'undo' || key === 'redo') {
      (key === 'undo' ? props.onUndo : props.onRedo)();
      return;
    }
    if (key === 'fill') onChange(withFillDown(now, row, position));
    else if (now !== sheet) onChange(now);
    const [down = 0, right = 0] = STEPS[key] ?? [];
    const next = nearestOpen(position, right, sheet.headers.length, (at) => known.has(at));
    if (down !== 0 || right !== 0)
      focusCell({ row: Math.min(sheet.rows.length - 1, Math.max(0, row + down)) + 2, position: next });
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="table-box grid-box" ref={virtual.box} tabIndex={0} aria-label="Rows">
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
          <tbody>
            {virtual.before > 0 && <tr style={{ height: `${virtual.before}px` }} />}
            {sheet.rows.slice(virtual.start, virtual.end).map((cells, drawn) => {
              const row = virtual.start + drawn;
              return (
                <tr key={row} aria-rowindex={row + 2}>
                  <th scope="row">{row + 2}</th>
                  {sheet.headers.map((header, position) => (
                    <GridCell
                      key={position}
                      name={`${header}, row ${row + 2}`}
                      place={`${row + 2} ${position}`}
                      text={cells[position] ?? ''}
                      width={known.get(position)?.column.width}
                      list={lists.has(position) ? `choices-${position}` : undefined}
                      open={known.has(position)}
                      pinned={position === pinned}
                      fault={byCell.get(`${row + 2} ${position}`)?.message}
                      warning={doubtful.get(`${row + 2} ${position}`)}
                      onCommit={(text) => onChange(typed(row, position, text))}
                      onKey={(key, text) => act(row, position, key, text)}
                      onBlock={(text) => onChange(withBlock(sheet, row, position, parseCsv(text)))}
                    />
                  ))}
                  <td>
                    <Button
                      kind="quiet"
                      icon="trash"
                      label={`Remove row ${row + 2}`}
                      onClick={() => onChange(withoutRow(sheet, row))}
                    />
                  </td>
                </tr>
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
      {layout?.remarks.map(({ position, message }) => (
        <p key={position} class="warn-text">
          {message}
        </p>
      ))}
      {faults.length > 0 && <FaultList faults={faults} layout={layout} onAddColumn={onAddColumn} onCell={focusCell} />}
    </>
  );
}

/** The next column in a direction that can be written in. */
function nearestOpen(position: number, by: number, count: number, isOpen: (position: number) => boolean): number {
  if (by === 0) return position;
  for (let at = position + by; at >= 0 && at < count; at += by) if (isOpen(at)) return at;
  return position;
}
