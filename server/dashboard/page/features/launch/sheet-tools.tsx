import { useState } from 'preact/hooks';
import { parse } from '../../../../../core/features/naming/door.ts';
import type { Column } from '../../../../../core/sheet/column.ts';
import { headerAt, headerOf, type Layout } from '../../../../../core/sheet/headers.ts';
import { type KeptOffer, withKeptColumns } from '../../../../../core/sheet/kept-columns.ts';
import { plural } from '../../base/words.ts';
import { say } from '../../parts/dialogs.tsx';
import { Input, LineForm } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import { LEAVE_OUT, remember, type Sheet } from '../../rows/sheet.ts';
import { withAddedRow, withHeader, withReplaced } from '../../rows/sheet-changes.ts';
import { type KeptLists, useKept } from './choices.ts';
import type { useSheetHistory } from './sheet-history.ts';

export function GridTools({ sheet, history }: { sheet: Sheet; history: ReturnType<typeof useSheetHistory> }) {
  const [isFinding, setFinding] = useState(false);
  const [find, setFind] = useState('');
  const [by, setBy] = useState('');
  const replace = () => {
    const { sheet: next, changed } = withReplaced(sheet, find, by);
    if (changed > 0) history.change(next);
    say(changed === 0 ? `No cell holds “${find}”.` : `${plural(changed, 'cell')} changed.`, changed === 0 ? 'calm' : 'good');
  };
  return (
    <div class="grid-tools">
      <Button kind="quiet" icon="undo" disabled={!history.mayUndo} label="Undo (Ctrl+Z)" onClick={history.undo} />
      <Button kind="quiet" icon="again" disabled={!history.mayRedo} label="Redo (Ctrl+Y)" onClick={history.redo} />
      <Button icon="plus" onClick={() => history.change(withAddedRow(sheet))}>
        Add row
      </Button>
      <Button onClick={() => setFinding(!isFinding)}>Find and replace</Button>
      <span class="hint">
        Arrow keys, Enter and Tab move, Esc leaves the rows. Ctrl+D fills down. Paste blocks like in a spreadsheet.
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

interface KeptProps {
  sheet: Sheet;
  columns: readonly Column[];
  onSheet: (sheet: Sheet) => void;
}

export function KeptColumns({ sheet, columns, onSheet }: KeptProps) {
  const groups = offersOf(useKept()).filter(({ offers }) => offers.length > 0);
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

function offersOf(kept: KeptLists): readonly { readonly label: string; readonly offers: readonly KeptOffer[] }[] {
  return [
    {
      label: 'Names by a convention',
      offers: kept.conventions.map((convention) => {
        const { id, name, fields } = convention;
        const keyOf = (field: string): string => `naming.values.${field}`;
        const typed = fields.filter(({ source }) => source !== 'token');
        // A file that is named by the convention has its values already.
        const read = (text: string) => {
          const values = parse({ ...convention, fields: typed }, text) ?? parse(convention, text);
          return values && Object.fromEntries(typed.map(({ key }) => [keyOf(key), values[key] ?? '']));
        };
        return { id, name, by: 'naming.conventionId', instead: ['adName'], keys: typed.map(({ key }) => keyOf(key)), read };
      }),
    },
    {
      label: 'Tags by a UTM template',
      offers: kept.utmTemplates.map(({ id, name }) => ({ id, name, by: 'utmTemplateId', keys: [], instead: ['utmTags'] })),
    },
    {
      label: 'Texts of a copy template',
      offers: kept.adCopyTemplates.map(({ id, name, variables }) => {
        const keys = variables.map(({ key }) => `variables.${key}`);
        return { id, name, by: 'adCopyTemplateId', instead: ['title', 'description'], keys };
      }),
    },
    {
      label: 'Settings of a preset',
      offers: kept.presets.map(({ id, name }) => ({ id, name, by: 'presetId', keys: [], instead: [] })),
    },
  ];
}
