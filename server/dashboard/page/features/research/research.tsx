import { useState } from 'preact/hooks';
import { type Resource, useResource } from '../../base/api.ts';
import { capital, count, dayOf } from '../../base/words.ts';
import { LineForm, TextField } from '../../parts/fields.tsx';
import { Loaded, PageHead } from '../../parts/parts.tsx';
import { List } from '../../parts/table.tsx';

/** The fields are not known: short ones are shown as text. */
interface Answered {
  readonly data: unknown;
}

export function ResearchPage() {
  const ads = useResource('research.ads', {});
  const boards = useResource('research.boards', {});
  const [typed, setTyped] = useState('');
  const [companyName, setName] = useState('');
  const brand = useResource('research.brand', companyName === '' ? undefined : { companyName });
  return (
    <>
      <PageHead
        title="Research"
        lead="Ads, boards and brands of others, as the research source tells them. These texts were not written by you."
      />
      <LineForm class="controls" onSend={() => setName(typed.trim())} button="Look it up">
        <TextField
          label="Brand"
          hint="As the source knows it, such as a domain"
          value={typed}
          maxLength={200}
          required
          onValue={setTyped}
        />
      </LineForm>
      {companyName !== '' && <Shown label={`What ${companyName} advertises`} resource={brand} />}
      <h2 class="section">Saved ads</h2>
      <Shown label="Saved ads" resource={ads} />
      <h2 class="section">Boards</h2>
      <Shown label="Boards" resource={boards} />
    </>
  );
}

const Shown = ({ label, resource }: { label: string; resource: Resource<Answered> }) => (
  <Loaded of={resource} rows={3}>
    {({ data }) => {
      const rows = rowsOf(data);
      if (rows.length === 0) return <p class="nothing">Nothing there.</p>;
      return (
        <List
          label={label}
          rows={rows.slice(0, MOST_ROWS)}
          columns={columnsOf(rows).map(
            (name) => [spelled(name), (row: Row) => shown(row[name]), '', spelled(name)] as const,
          )}
        />
      );
    }}
  </Loaded>
);

const MOST_ROWS = 100;
const MOST_COLUMNS = 6;
const LONGEST = 160;

type Row = { readonly [name: string]: unknown };

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list, the first list inside of an object, or the object itself. */
function rowsOf(data: unknown): readonly Row[] {
  if (Array.isArray(data)) return data.filter(isRow);
  if (!isRow(data)) return [];
  const list = Object.values(data).find((member) => Array.isArray(member) && member.some(isRow));
  return list === undefined ? [data] : (list as readonly unknown[]).filter(isRow);
}

/** Keys of the source, and the place of a row in its own lists, say nothing to people. */
const isKey = (name: string): boolean => /^(id|hash|order)$|(Id|Ids|Hash)$/.test(name);

const columnsOf = (rows: readonly Row[]): readonly string[] =>
  Object.keys(rows[0] ?? {})
    .filter((name) => !isKey(name) && rows.some((row) => textOf(row[name]) !== ''))
    .slice(0, MOST_COLUMNS);

const PICTURE = /^https:.*\.(png|jpe?g|webp|gif)($|\?)/i;

const shown = (value: unknown) =>
  typeof value === 'string' && PICTURE.test(value) ? (
    <img
      src={value}
      alt=""
      loading="lazy"
      width={64}
      height={64}
      onError={(event) => event.currentTarget.remove()}
    />
  ) : (
    textOf(value)
  );

function textOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'object') return '';
  if (typeof value === 'number') return count(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return dayOf(text);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const spelled = (name: string): string => capital(name.replace(/([A-Z])/g, ' $1').toLowerCase());
