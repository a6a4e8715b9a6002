import { useState } from 'preact/hooks';
import { plural } from '../../../base/words.ts';
import { Input, LineForm, Select } from '../../../parts/fields.tsx';
import type { Sheet } from '../../../rows/sheet.ts';

/** Columns of texts. */
const TEXTS: readonly string[] = ['name', 'primaryTexts', 'headlines', 'link'];

interface ReplaceProps {
  readonly columns: readonly { readonly field: string; readonly header: string }[];
  readonly sheet: Sheet;
  readonly onChange: (next: Sheet) => void;
}

/** In the cells that are shown; nothing is sent. */
export function FindAndReplace({ columns, sheet, onChange }: ReplaceProps) {
  const texts = columns.filter(({ field }) => TEXTS.includes(field));
  const [{ field, find, by }, set] = useState({ field: '', find: '', by: '' });
  const [told, setTold] = useState('');
  if (texts.length === 0) return null;
  const at = columns.findIndex((each) => each.field === (field || texts[0]?.field));
  const replace = async () => {
    if (find === '') return;
    const rows = sheet.rows.map((cells) => {
      const text = cells[at] ?? '';
      const next = replacedIn(text, find, by);
      return next === text ? cells : cells.map((cell, i) => (i === at ? next : cell));
    });
    const count = rows.filter((cells, i) => cells !== sheet.rows[i]).length;
    setTold(count === 0 ? 'No cell has this text.' : `${plural(count, 'cell')} found.`);
    if (count > 0) onChange({ ...sheet, rows });
  };
  return (
    <LineForm
      class="controls replace"
      label="Find and replace"
      onSend={replace}
      button="Replace all"
    >
      <Select
        aria-label="Column to search"
        value={columns[at]?.field ?? ''}
        choices={texts.map((each) => [each.field, each.header] as const)}
        onValue={(value) => set((now) => ({ ...now, field: value }))}
      />
      <Input
        aria-label="Find"
        placeholder="Find"
        value={find}
        onValue={(value) => set((now) => ({ ...now, find: value }))}
      />
      <Input
        aria-label="Replace with"
        placeholder="Replace with"
        value={by}
        onValue={(value) => set((now) => ({ ...now, by: value }))}
      />
      <span class="hint" role="status">
        {told}
      </span>
    </LineForm>
  );
}

/** Of several texts in a cell each on its own: brackets and quotes around them are no text. */
function replacedIn(cell: string, find: string, by: string): string {
  const several = textsIn(cell);
  if (several === undefined) return cell.split(find).join(by);
  const next = several.map((text) => text.split(find).join(by));
  return next.every((text, i) => text === several[i]) ? cell : JSON.stringify(next);
}

function textsIn(cell: string): readonly string[] | undefined {
  if (!cell.startsWith('[')) return undefined;
  try {
    const all: unknown = JSON.parse(cell);
    return Array.isArray(all) && all.every((text) => typeof text === 'string') ? all : undefined;
  } catch {
    return undefined;
  }
}
