import type { Column } from '../../../../../core/sheet/columns.ts';
import { headerAt, headerOf, type Layout } from '../../../../../core/sheet/headers.ts';
import { plural } from '../../base/words.ts';
import { LEAVE_OUT, remember } from '../../rows/known-headers.ts';
import type { Sheet } from '../../rows/sheet.ts';
import { withHeader } from './sheet-changes.ts';

interface MappingProps {
  sheet: Sheet;
  layout: Layout;
  columns: readonly Column[];
  onChange: (sheet: Sheet) => void;
}

/** Asks what unknown headers stand for, and shows what known ones were called. */
export function ColumnMapping({ sheet, layout, columns, onChange }: MappingProps) {
  const known = new Map(layout.columns.map(({ position, key }) => [position, key]));
  const system = new Set(layout.system.values());
  const was = (position: number): string => sheet.was?.[position] ?? sheet.headers[position] ?? '';
  const asked = sheet.headers.flatMap((header, position) =>
    was(position) !== '' && !system.has(position) && (!known.has(position) || was(position) !== header) ? [position] : [],
  );
  const open = asked.filter((position) => !known.has(position));
  if (asked.length === 0) return null;
  const choose = (position: number, key: string) => {
    remember(was(position), key);
    onChange(withHeader(sheet, position, key === LEAVE_OUT ? was(position) : (headerOf(columns, key) ?? was(position))));
  };
  return (
    <details class="card mapping" open={open.length > 0}>
      <summary>
        {open.length > 0
          ? `${plural(open.length, 'column is', 'columns are')} left out: say what they are`
          : `${plural(asked.length, 'column was', 'columns were')} recognised by another name`}
      </summary>
      <ul>
        {asked.map((position) => (
          <li key={position}>
            <label>
              <span dir="auto">{was(position)}</span>
              <select value={known.get(position) ?? LEAVE_OUT} onChange={(event) => choose(position, event.currentTarget.value)}>
                <option value={LEAVE_OUT}>Left out</option>
                {columns.map((column) => {
                  const key = column.key.replace('[n]', '[0]');
                  return (
                    <option key={key} value={key}>
                      {headerAt(column)}
                    </option>
                  );
                })}
              </select>
            </label>
            <span class="hint" dir="auto">
              {sheet.rows.find((cells) => (cells[position] ?? '') !== '')?.[position]?.slice(0, 60)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
