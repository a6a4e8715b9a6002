import { useMemo } from 'preact/hooks';
import { count, figure } from '../../base/words.ts';
import { useVirtualRows } from '../../parts/virtual.ts';
import { COLUMNS, LEVEL_WORDS } from './columns.ts';
import { useGridKeys } from './keys.ts';
import { AdsRow, type AdsTableProps } from './row.tsx';
import { totalsOf, type View } from './view.ts';

/** As in the style sheet. */
const ROW_HEIGHT = 52;
const FIXED_WIDTH = 40 + 54 + 250 + 122 + 116 + 50;
const FIGURE_WIDTH = 98;
/** Box, switch, name, state and budget. */
const BEFORE_FIGURES = 5;

export function AdsTable(props: AdsTableProps) {
  const { view, rows, chosen, onSort, onChooseAll } = props;
  const virtual = useVirtualRows(rows.length, ROW_HEIGHT);
  const columns = BEFORE_FIGURES + view.columns.length + 1;
  const { onKeyDown, cell } = useGridKeys(virtual, rows.length, columns);
  const sorter = (sort: View['sort'], label: string, column: number) => (
    <button type="button" class="sorter" {...cell(-1, column)} onClick={() => onSort(sort)}>
      {label}
      <span aria-hidden="true">{view.sort === sort ? (view.descending ? ' ↓' : ' ↑') : ''}</span>
    </button>
  );
  const sorted = (sort: View['sort']) =>
    view.sort === sort ? { 'aria-sort': view.descending ? ('descending' as const) : ('ascending' as const) } : {};
  return (
    <section class="table-box ads-box" ref={virtual.box} aria-label="Table">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid allows a table.
        role="grid"
        class="ads-table"
        style={{ width: `${FIXED_WIDTH + FIGURE_WIDTH * view.columns.length}px` }}
        aria-label={`${LEVEL_WORDS[view.level][1]} with their figures`}
        aria-rowcount={rows.length + 2}
        aria-colcount={columns}
        aria-multiselectable
        onKeyDown={onKeyDown}
      >
        <colgroup>
          <col class="c-box" />
          <col class="c-switch" />
          <col class="c-name" />
          <col class="c-state" />
          <col class="c-budget" />
          {view.columns.map((name) => (
            <col key={name} class="c-figure" />
          ))}
          <col class="c-more" />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <input
                type="checkbox"
                {...cell(-1, 0)}
                aria-label="Select all shown"
                checked={rows.length > 0 && chosen.size >= rows.length}
                disabled={rows.length === 0}
                onChange={(event) => onChooseAll(event.currentTarget.checked)}
              />
            </th>
            <th scope="col" {...cell(-1, 1)}>
              On
            </th>
            <th scope="col" class="pinned" {...sorted('name')}>
              {sorter('name', 'Name', 2)}
            </th>
            <th scope="col" {...cell(-1, 3)}>
              State
            </th>
            <th scope="col" class="number" {...sorted('budget')}>
              {sorter('budget', 'Budget', 4)}
            </th>
            {view.columns.map((name, i) => (
              <th key={name} scope="col" class="number" {...sorted(name)}>
                {sorter(name, COLUMNS[name][0], BEFORE_FIGURES + i)}
              </th>
            ))}
            <th scope="col" {...cell(-1, columns - 1)}>
              <span class="sr">More</span>
            </th>
          </tr>
          <Totals view={view} rows={rows} />
        </thead>
        <tbody>
          {virtual.before > 0 && <tr style={{ height: `${virtual.before}px` }} />}
          {rows.slice(virtual.start, virtual.end).map((row, drawn) => (
            <AdsRow key={row.key} {...props} row={row} at={virtual.start + drawn} cell={cell} />
          ))}
          {virtual.after > 0 && <tr style={{ height: `${virtual.after}px` }} />}
        </tbody>
      </table>
    </section>
  );
}

function Totals({ view, rows }: Pick<AdsTableProps, 'view' | 'rows'>) {
  const currencies = useMemo(() => new Set(rows.map(({ account }) => account.currency)), [rows]);
  const totals = useMemo(() => totalsOf(rows), [rows]);
  const [currency] = currencies;
  return (
    <tr class="totals" aria-rowindex={2}>
      <td />
      <td />
      <td class="pinned">
        {count(rows.length)} {LEVEL_WORDS[view.level][rows.length === 1 ? 0 : 1]}
        {currencies.size > 1 && <span class="hint">in {currencies.size} currencies: no sums of money</span>}
      </td>
      <td />
      <td />
      {view.columns.map((name) => {
        const [, type] = COLUMNS[name];
        const isMixed = currencies.size > 1 && (type === 'money' || name === 'roas');
        return (
          <td key={name} class="number">
            {isMixed || rows.length === 0 ? '–' : figure(totals[name], type, currency)}
          </td>
        );
      })}
      <td />
    </tr>
  );
}
