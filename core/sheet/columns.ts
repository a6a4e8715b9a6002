import { defined } from '../base/defined.ts';
import { platformCalled } from '../base/platforms.ts';
import type { AdField } from '../ports/platform-definition.ts';
import { type Column, onlyAll } from './column.ts';
import { commonColumns } from './common-columns.ts';

/** Columns whose keys people choose: the word before the dot, and where the value goes. */
const keyedColumns = [
  { word: 'var', path: 'variables.', note: 'A variable of the copy template.' },
  {
    word: 'name',
    path: 'naming.values.',
    note: 'A field of the naming convention that builds the ad name.',
    list: 'kept',
  },
] as const;

/** `name.hook`. */
export function keyedColumn(header: string): Column | undefined {
  const [, word, key] = /^\s*([a-z]+)\.([a-z][A-Za-z0-9]{0,39})\s*$/.exec(header) ?? [];
  const form = keyedColumns.find((each) => each.word === word);
  if (form === undefined || key === undefined) return undefined;
  return {
    key: form.path + key,
    header: `${form.word}.${key}`,
    note: form.note,
    holds: 'text',
    shown: {},
    ...('list' in form && { list: form.list }),
  };
}

export function keyedHeader(key: string): string | undefined {
  const form = keyedColumns.find(({ path }) => key.startsWith(path));
  return form && `${form.word}.${key.slice(form.path.length)}`;
}

/** A platform's definition, or its row of GET /v1/platforms. */
interface PlatformColumns {
  readonly id: string;
  readonly label: string;
  readonly launch?: { readonly fields: readonly AdField[] } | null | undefined;
  readonly lists?: readonly { readonly kind: string }[] | undefined;
}

/** The common columns, then those of single platforms. */
export function columnsFor(platforms: readonly PlatformColumns[]): readonly Column[] {
  const names = Object.fromEntries(platforms.map(({ id, label }) => [platformCalled(label), id]));
  const common = commonColumns.map((column) =>
    column.key === 'adAccountType' ? { ...column, choices: names } : column,
  );
  const own = platforms.flatMap(({ id, launch, lists = [] }) =>
    (launch?.fields ?? []).map(({ name, header, aliases, note, holds, choices }, i): Column => {
      const isIdentity = i === 0 && lists.some(({ kind }) => kind === 'identities');
      return {
        key: name,
        header,
        note,
        holds,
        shown: onlyAll,
        platform: id,
        width: 170,
        ...(isIdentity && { list: 'pages' }),
        ...defined({
          aliases,
          choices: choices && Object.fromEntries(choices.map((word) => [word, word])),
        }),
      };
    }),
  );
  return [...common, ...own];
}
