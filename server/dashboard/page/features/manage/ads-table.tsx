import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { resultsInWords, resultWord } from '../../../../../core/report/result-word.ts';
import { count, figure, plural } from '../../base/words.ts';
import { useVirtualRows, type VirtualRows } from '../../parts/virtual.ts';
import {
  type Column,
  columnsOf,
  isFigure,
  keepNameWidth,
  keptNameWidth,
  LEAST_NAME,
  MOST_NAME,
  WIDTHS,
} from './columns.ts';
import type { Figure } from './data.ts';
import { AdsRow, type AdsTableProps, Change, shownFigure } from './row.tsx';
import { type Summary, summaryOf } from './summary.ts';
import { COLUMNS, LEVEL_WORDS, type View } from './view.ts';

const ROW_HEIGHT = 40;
const FIGURE_WIDTH = 98;
/** With room for what they are. */
const RESULTS_WIDTH = 140;
const DIGIT_WIDTH = 9;
const PADDING = 22;

export function AdsTable(props: AdsTableProps) {
  const { view, rows, summary, chosen, onSort, onChooseAll } = props;
  const virtual = useVirtualRows(rows.length, ROW_HEIGHT);
  const columns = useMemo(() => columnsOf(view), [view.level, view.columns]);
  const [nameWidth, setNameWidth] = useState(keptNameWidth);
  const widths = useMemo(
    () =>
      columns.map((column) =>
        column === 'name'
          ? nameWidth
          : isFigure(column)
            ? widthOf(column, summary)
            : WIDTHS[column],
      ),
    [columns, summary, nameWidth],
  );
  const { onKeyDown, cell } = useGridKeys(virtual, rows.length, columns.length);
  const sorter = (sort: View['sort'], label: string, column: number) => (
    <button type="button" class="sorter" {...cell(-1, column)} onClick={() => onSort(sort)}>
      {label}
      <span aria-hidden="true">{view.sort === sort ? (view.descending ? ' ↓' : ' ↑') : ''}</span>
    </button>
  );
  const sorted = (sort: View['sort']) =>
    view.sort === sort
      ? { 'aria-sort': view.descending ? ('descending' as const) : ('ascending' as const) }
      : {};
  const head = (column: Column, i: number) => {
    switch (column) {
      case 'box':
        return (
          <th key={column} scope="col">
            <input
              type="checkbox"
              {...cell(-1, i)}
              aria-label="Select all shown"
              checked={rows.length > 0 && chosen.size >= rows.length}
              disabled={rows.length === 0}
              onChange={(event) => onChooseAll(event.currentTarget.checked)}
            />
          </th>
        );
      case 'name':
        return (
          <th key={column} scope="col" class="pinned" {...sorted('name')}>
            {sorter('name', 'Name', i)}
            <Resizer width={nameWidth} onWidth={setNameWidth} />
          </th>
        );
      case 'switch':
      case 'state':
        return (
          <th key={column} scope="col" {...cell(-1, i)}>
            {column === 'switch' ? 'On' : 'State'}
          </th>
        );
      case 'more':
        return (
          <th key={column} scope="col" {...cell(-1, i)}>
            <span class="sr">More</span>
          </th>
        );
      default:
        return (
          <th key={column} scope="col" class="number" {...sorted(column)}>
            {sorter(column, column === 'budget' ? 'Budget' : COLUMNS[column][0], i)}
          </th>
        );
    }
  };
  return (
    <section class="table-box ads-box" ref={virtual.box} aria-label="Table">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid allows a table.
        role="grid"
        class="ads-table"
        style={{ width: `${widths.reduce((sum, each) => sum + each, 0)}px` }}
        aria-label={`${LEVEL_WORDS[view.level][1]} with their figures`}
        aria-rowcount={rows.length + 2}
        aria-colcount={columns.length}
        aria-multiselectable
        onKeyDown={onKeyDown}
      >
        <colgroup>
          {columns.map((column, i) => (
            <col key={column} style={{ width: `${widths[i]}px` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>{columns.map(head)}</tr>
          <Totals {...props} columns={columns} />
        </thead>
        <tbody>
          {virtual.before > 0 && <tr style={{ height: `${virtual.before}px` }} />}
          {rows.slice(virtual.start, virtual.end).map((row, drawn) => (
            <AdsRow
              key={row.key}
              {...props}
              columns={columns}
              row={row}
              at={virtual.start + drawn}
              cell={cell}
            />
          ))}
          {virtual.after > 0 && <tr style={{ height: `${virtual.after}px` }} />}
        </tbody>
      </table>
    </section>
  );
}

const STEP = 20;

/** The edge of the column of names: drawn with the pointer, or moved by arrow keys. */
function Resizer({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const from = useRef<number | undefined>(undefined);
  const take = (next: number) => {
    const fits = Math.round(Math.max(LEAST_NAME, Math.min(MOST_NAME, next)));
    onWidth(fits);
    keepNameWidth(fits);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the pattern of a window splitter, which has no element of its own.
    <span
      class="resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the names"
      aria-valuenow={width}
      aria-valuemin={LEAST_NAME}
      aria-valuemax={MOST_NAME}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = width - event.clientX;
      }}
      onPointerMove={(event) => from.current !== undefined && take(from.current + event.clientX)}
      onPointerUp={() => {
        from.current = undefined;
      }}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
        if (by === 0) return;
        event.preventDefault();
        take(width + by);
      }}
    />
  );
}

/** Wide enough for its largest figure and its sum: money is never cut off. */
function widthOf(name: Figure, { totals, largest }: Summary): number {
  const [label, type] = COLUMNS[name];
  const [currency] = largest.keys();
  const texts = [
    ...Array.from(largest, ([of, values]) => figure(values[name], type, of)),
    figure(totals[name], type, currency),
  ];
  return Math.max(
    name === 'results' ? RESULTS_WIDTH : FIGURE_WIDTH,
    PADDING + DIGIT_WIDTH * Math.max(...texts.map(({ length }) => length), label.length + 2),
  );
}

function Totals({
  view,
  rows,
  columns,
  summary: { totals, kinds, largest },
  before,
}: AdsTableProps & { columns: readonly Column[] }) {
  const earlier = useMemo(() => {
    if (!view.compare) return undefined;
    return summaryOf(rows.map(({ key, account }) => ({ account, figures: before.get(key) ?? {} })))
      .totals;
  }, [rows, before, view.compare]);
  const kindWords = Array.from(kinds, ([type, number]) =>
    resultsInWords(type, number, count(number)),
  ).join(', ');
  const [currency] = largest.keys();
  const total = (name: Figure) => {
    const [, type] = COLUMNS[name];
    const isMixed = largest.size > 1 && (type === 'money' || name === 'roas');
    return (
      <td key={name} class="number">
        {isMixed || rows.length === 0 ? '–' : shownFigure(totals, name, currency)}
        {earlier && !isMixed && typeof totals[name] === 'number' && (
          <Change name={name} now={totals} before={earlier} />
        )}
        {name === 'results' && kinds.size > 0 && (
          <span class="kind hint" title={kindWords}>
            {kinds.size === 1 ? resultWord([...kinds.keys()].join()) : plural(kinds.size, 'kind')}
          </span>
        )}
      </td>
    );
  };
  return (
    <tr class="totals" aria-rowindex={2}>
      {columns.map((column) =>
        isFigure(column) ? (
          total(column)
        ) : column === 'name' ? (
          <td key={column} class="pinned">
            {count(rows.length)} {LEVEL_WORDS[view.level][rows.length === 1 ? 0 : 1]}
            {largest.size > 1 && (
              <span class="hint">in {largest.size} currencies: no sums of money</span>
            )}
          </td>
        ) : (
          <td key={column} />
        ),
      )}
    </tr>
  );
}

/** Row 0 is the first of the body, -1 the head. */
interface Cell {
  readonly row: number;
  readonly column: number;
}

const PAGE_ROWS = 15;

function cellAfter(
  key: string,
  { row, column }: Cell,
  rows: number,
  columns: number,
): Cell | undefined {
  const at = (to: number, along = column): Cell => ({
    row: Math.max(-1, Math.min(rows - 1, to)),
    column: Math.max(0, Math.min(columns - 1, along)),
  });
  switch (key) {
    case 'ArrowUp':
      return at(row - 1);
    case 'ArrowDown':
      return at(row + 1);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'PageUp':
      return at(row - PAGE_ROWS);
    case 'PageDown':
      return at(row + PAGE_ROWS);
    case 'Home':
      return at(row, 0);
    case 'End':
      return at(row, columns - 1);
    default:
      return undefined;
  }
}

const focusOn = (box: HTMLElement | null, { row, column }: Cell): boolean => {
  const element = box?.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`);
  element?.focus({ preventScroll: row >= 0 });
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return element !== null && element !== undefined;
};

/** Tab leads to one cell of the grid, arrows from cell to cell. */
function useGridKeys(virtual: VirtualRows, rows: number, columns: number) {
  const [active, setActive] = useState<Cell>({ row: 0, column: 2 });
  /** Where keys led that has no focus yet: the next key goes on from there. */
  const wanted = useRef<Cell | undefined>(undefined);
  useLayoutEffect(() => {
    const goal = wanted.current;
    if (goal === undefined) return;
    const arrive = () => {
      const isThere = focusOn(virtual.box.current, goal);
      if (isThere) wanted.current = undefined;
      return isThere;
    };
    if (goal.row >= 0) virtual.show(goal.row);
    if (arrive()) return;
    // The row is drawn after the scroll event.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (wanted.current === goal && !arrive()) wanted.current = undefined;
      }),
    );
  }, [active]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const at = (event.target as HTMLElement).dataset.at;
      // A field that is being edited keeps its keys.
      if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      const [row = 0, column = 0] = at.split(' ').map(Number);
      const next = cellAfter(event.key, wanted.current ?? { row, column }, rows, columns);
      if (next === undefined) return;
      event.preventDefault();
      wanted.current = next;
      setActive(next);
    },
    [rows, columns],
  );
  // Where the active row is not drawn, the nearest drawn one takes its place.
  const drawn =
    active.row < 0 ? -1 : Math.max(virtual.start, Math.min(virtual.end - 1, active.row));
  const cell = (row: number, column: number) => {
    const isActive = drawn === row && Math.min(active.column, columns - 1) === column;
    return { 'data-at': `${row} ${column}`, tabIndex: isActive ? 0 : -1 };
  };
  return { onKeyDown, cell };
}
