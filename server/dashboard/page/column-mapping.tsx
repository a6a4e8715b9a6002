import type { Column } from '../../../core/sheet/columns.ts';
import { headerAt, headerOf, type Layout, readHeaders } from '../../../core/sheet/headers.ts';
import type { Sheet } from './sheet.ts';
import { withHeader } from './sheet-changes.ts';
import { plural } from './words.ts';

/** Headers of an ads manager's own bulk export and of everyday sheets, without spaces and signs, and the column each is. */
const FOREIGN: { readonly [header: string]: string } = {
  ...{ body: 'description', bodytext: 'description', text: 'description', copy: 'description', message: 'description' },
  ...{ imagefilename: 'media[0].url', videofilename: 'media[0].url', image: 'media[0].url', video: 'media[0].url' },
  ...{ filename: 'media[0].url', creative: 'media[0].url', asset: 'media[0].url' },
  ...{ adstatus: 'status', adsetname: 'adSets', adsetid: 'adSets', name: 'adName', adtitle: 'title', title: 'title' },
  ...{ url: 'link', websiteurl: 'link', destinationurl: 'link', landingpage: 'link', finalurl: 'link' },
  ...{ urltags: 'utmTags', urlparameters: 'utmTags', cta: 'cta', calltoaction: 'cta', button: 'cta' },
  ...{ linkdescription: 'adDescription', pageid: 'page', adaccountname: 'adAccountId', accountname: 'adAccountId' },
};

const REMEMBERED = 'slipway-columns';
const LEAVE_OUT = '';

const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What was said about foreign headers before. */
function remembered(): { readonly [header: string]: string } {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}') as { readonly [header: string]: string };
  } catch {
    return {};
  }
}

function remember(header: string, key: string): void {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify({ ...remembered(), [plain(header)]: key }));
  } catch {
    // A browser that keeps nothing: it is asked again.
  }
}

/** A pasted sheet with the headers of Slipway in place of those that are known to mean them. */
export function withKnownHeaders(sheet: Sheet, columns: readonly Column[]): Sheet {
  const said = remembered();
  let now = sheet;
  sheet.headers.forEach((header, position) => {
    const { columns: known, positions } = readHeaders(now.headers, columns);
    const isKnown = known.some((each) => each.position === position);
    const key = said[plain(header)] ?? (isKnown ? undefined : FOREIGN[plain(header)]);
    if (key === undefined) return;
    if (key === LEAVE_OUT || (positions.has(key) && positions.get(key) !== position)) return;
    now = withHeader(now, position, headerOf(columns, key) ?? header);
  });
  return now;
}

interface MappingProps {
  readonly sheet: Sheet;
  readonly layout: Layout;
  readonly columns: readonly Column[];
  readonly onChange: (sheet: Sheet) => void;
}

/** Which column each header that Slipway does not know stands for, and what the known ones were called. */
export function ColumnMapping({ sheet, layout, columns, onChange }: MappingProps) {
  const known = new Map(layout.columns.map(({ position, key }) => [position, key]));
  const system = new Set(layout.system.values());
  const was = (position: number): string => sheet.was?.[position] ?? sheet.headers[position] ?? '';
  const asked = sheet.headers.flatMap((header, position) =>
    was(position) !== '' && !system.has(position) && (!known.has(position) || was(position) !== header) ? [position] : [],
  );
  const open = asked.filter((position) => !known.has(position));
  if (asked.length === 0) return null;
  const choose = (position: number, key: string): void => {
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
