import { useState } from 'preact/hooks';
import type { Column } from '../../../../../core/sheet/column.ts';
import { headerAt, headerOf, type Layout } from '../../../../../core/sheet/headers.ts';
import { type KeptOffer, withKeptColumns } from '../../../../../core/sheet/kept-columns.ts';
import type { Convention } from '../../../../../core/sheet/names/convention.ts';
import { parse } from '../../../../../core/sheet/names/parse.ts';
import { plural } from '../../base/words.ts';
import { say } from '../../parts/dialogs.tsx';
import { Input, LineForm } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import { LEAVE_OUT, remember, type Sheet } from '../../rows/sheet.ts';
import { withAddedRow, withColumn, withHeader, withReplaced } from '../../rows/sheet-changes.ts';
import { type OfferRow, useOffers } from './choices.ts';
import type { useSheetHistory } from './sheet-history.ts';

/** Columns that make an ad set with its ads, and the campaign that it goes into. */
const ABOVE = [
  'newCampaign.name',
  'newCampaign.objective',
  'newAdSet.name',
  'newAdSet.dailyBudget',
  'newAdSet.countries',
  'newAdSet.copyOf',
];

interface ToolsProps {
  sheet: Sheet;
  layout: Layout | undefined;
  columns: readonly Column[];
  history: ReturnType<typeof useSheetHistory>;
}

export function GridTools({ sheet, layout, columns, history }: ToolsProps) {
  const lacking = ABOVE.filter((key) => layout?.positions.has(key) === false);
  const [isFinding, setFinding] = useState(false);
  const [find, setFind] = useState('');
  const [by, setBy] = useState('');
  const replace = () => {
    const { sheet: next, changed } = withReplaced(sheet, find, by);
    if (changed > 0) history.change(next);
    say(
      changed === 0 ? `No cell holds “${find}”.` : `${plural(changed, 'cell')} changed.`,
      changed === 0 ? 'calm' : 'good',
    );
  };
  return (
    <div class="grid-tools">
      <Button
        kind="quiet"
        icon="undo"
        disabled={!history.mayUndo}
        label="Undo (Ctrl+Z)"
        onClick={history.undo}
      />
      <Button
        kind="quiet"
        icon="again"
        disabled={!history.mayRedo}
        label="Redo (Ctrl+Y)"
        onClick={history.redo}
      />
      <Button icon="plus" onClick={() => history.change(withAddedRow(sheet))}>
        Add row
      </Button>
      {lacking.length > 0 && (
        <Button
          icon="plus"
          onClick={() =>
            history.change(lacking.reduce((next, key) => withColumn(next, columns, key), sheet))
          }
        >
          New campaign or ad set
        </Button>
      )}
      <Button onClick={() => setFinding(!isFinding)}>Find and replace</Button>
      <span class="hint">
        Arrow keys, Enter and Tab move, Esc leaves the rows. Ctrl+D fills down. Paste blocks like in
        a spreadsheet.
      </span>
      {isFinding && (
        <LineForm class="find" onSend={replace} button="Replace all">
          <Input aria-label="Find" placeholder="Find" required value={find} onValue={setFind} />
          <Input aria-label="Replace by" placeholder="Replace by" value={by} onValue={setBy} />
        </LineForm>
      )}
    </div>
  );
}

interface MappingProps {
  sheet: Sheet;
  layout: Layout;
  columns: readonly Column[];
  onChange: (sheet: Sheet) => void;
}

export function ColumnMapping({ sheet, layout, columns, onChange }: MappingProps) {
  const known = new Map(layout.columns.map(({ position, key }) => [position, key]));
  const system = new Set(layout.system.values());
  const was = (position: number) => sheet.was?.[position] ?? sheet.headers[position] ?? '';
  const asked = sheet.headers.flatMap((header, position) =>
    was(position) !== '' &&
    !system.has(position) &&
    (!known.has(position) || was(position) !== header)
      ? [position]
      : [],
  );
  const open = asked.filter((position) => !known.has(position));
  if (asked.length === 0) return null;
  const choose = (position: number, key: string) => {
    remember(was(position), key);
    onChange(
      withHeader(
        sheet,
        position,
        key === LEAVE_OUT ? was(position) : (headerOf(columns, key) ?? was(position)),
      ),
    );
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
              <select
                value={known.get(position) ?? LEAVE_OUT}
                onChange={(event) => choose(position, event.currentTarget.value)}
              >
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

interface KeptProps {
  sheet: Sheet;
  columns: readonly Column[];
  onSheet: (sheet: Sheet) => void;
}

export function KeptColumns({ sheet, columns, onSheet }: KeptProps) {
  const groups = offersOf(useOffers()).filter(({ offers }) => offers.length > 0);
  if (groups.length === 0) return null;
  const all = groups.flatMap(({ offers }) => offers);
  return (
    <label class="field">
      <span class="field-label">Fill these rows with</span>
      <select
        value=""
        onChange={(event) => {
          const offer = all.find(({ id }) => id === event.currentTarget.value);
          event.currentTarget.value = '';
          if (offer !== undefined) onSheet(withKeptColumns(sheet, columns, offer));
        }}
      >
        <option value="">Choose…</option>
        {groups.map(({ label, offers }) => (
          <optgroup key={label} label={label}>
            {offers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

function offersOf(
  rows: readonly OfferRow[],
): readonly { readonly label: string; readonly offers: readonly KeptOffer[] }[] {
  const titles = [
    ...new Set(rows.flatMap(({ title, id }) => (title === null || id === null ? [] : [title]))),
  ];
  return titles.map((label) => ({
    label,
    offers: rows.flatMap(({ title, id, name, column, columns, instead, convention }) =>
      title !== label || id === null
        ? []
        : [
            {
              id,
              name,
              by: column,
              keys: columns,
              instead,
              ...(convention && { read: readBy(convention, columns) }),
            },
          ],
    ),
  }));
}

/** A file that is named by a convention has the values of its columns already. */
const readBy = (convention: Convention, columns: readonly string[]) => (text: string) => {
  const keyOf = new Map(
    columns.map((column) => [column.slice(column.lastIndexOf('.') + 1), column]),
  );
  const typed = { ...convention, fields: convention.fields.filter(({ key }) => keyOf.has(key)) };
  const values = parse(typed, text) ?? parse(convention, text);
  return (
    values && Object.fromEntries([...keyOf].map(([key, column]) => [column, values[key] ?? '']))
  );
};
