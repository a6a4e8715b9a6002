import type { Column } from '../../../core/sheet/columns.ts';
import { readHeaders } from '../../../core/sheet/headers.ts';
import { useAdConventions } from './kept-choices.ts';
import { Button } from './parts.tsx';
import { type Sheet, withColumn } from './sheet.ts';

interface NamingProps {
  readonly sheet: Sheet;
  readonly columns: readonly Column[];
  readonly onSheet: (sheet: Sheet) => void;
}

/** Puts the columns of a naming convention into a sheet: a column for each of its fields, which build the ad names. */
export function NamingColumns({ sheet, columns, onSheet }: NamingProps) {
  const conventions = useAdConventions();
  const placed = readHeaders(sheet.headers, columns).positions;
  const offered = conventions
    .map((each) => ({
      ...each,
      keys: each.fields.filter(({ source }) => source !== 'token').map(({ key }) => `naming.values.${key}`),
    }))
    .filter(({ keys }) => keys.some((key) => !placed.has(key)));
  if (offered.length === 0) return null;
  return (
    <p class="looking">
      Names by a convention:
      {offered.slice(0, 5).map(({ id, name, keys }) => (
        <Button key={id} icon="plus" onClick={() => onSheet(withConvention(sheet, columns, name, keys, conventions.length > 1))}>
          {name}
        </Button>
      ))}
    </p>
  );
}

/** Every row is named by it; the column that says so is needed where there are several conventions. */
function withConvention(
  sheet: Sheet,
  columns: readonly Column[],
  name: string,
  keys: readonly string[],
  isNamed: boolean,
): Sheet {
  const placed = readHeaders(sheet.headers, columns).positions;
  const wanted = ['naming.conventionId', ...keys].filter((key) => (isNamed || key !== 'naming.conventionId') && !placed.has(key));
  const wide = wanted.reduce((all, key) => withColumn(all, columns, key), sheet);
  const { positions } = readHeaders(wide.headers, columns);
  const [at, adName] = [positions.get('naming.conventionId'), positions.get('adName')];
  const cell = (text: string, position: number): string => (position === at ? name : position === adName ? '' : text);
  return { ...wide, rows: wide.rows.map((cells) => cells.map(cell)) };
}
