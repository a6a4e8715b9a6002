import type { RowFault } from '../../../../core/features/changes/file.ts';

/** Files of other tools, told by their header row. Their columns are named to ours; what has no name here is not read. */

type Level = 'campaign' | 'adset' | 'ad';

interface LevelColumns {
  readonly level: Level;
  readonly id?: readonly string[];
  readonly name: readonly string[];
  readonly fields: { readonly [column: string]: string };
}

interface Tool {
  readonly label: string;
  /** Of the service: whose objects the file names. */
  readonly platform: string;
  /** All of the first and one of the others: columns that no other tool has together. */
  readonly knownBy: readonly [readonly string[], readonly string[]];
  /** Only rows with one of these words in this column are meant: the others describe columns, or stay as they are. */
  readonly action?: { readonly column: string; readonly words: readonly string[] };
  /** Parents first. */
  readonly levels: readonly LevelColumns[];
  /** Why nothing of it can be done. */
  readonly refusal?: string;
}

/** Capitals, blanks and underscores do not count in headers, as Google says of its own. */
const plain = (header: string): string => header.toLowerCase().replace(/[^a-z0-9#]/g, '');

const TOOLS: readonly Tool[] = [
  {
    label: 'Google Ads Editor',
    platform: 'search-ads',
    knownBy: [['campaign'], ['adgroup', 'campaigndailybudget', 'dailybudget', 'campaignbudget', 'budget', 'campaignstatus']],
    levels: [
      {
        level: 'campaign',
        name: ['campaign', 'campaignname'],
        fields: {
          campaigndailybudget: 'dailyBudget',
          dailybudget: 'dailyBudget',
          campaignbudget: 'dailyBudget',
          budget: 'dailyBudget',
          campaignstatus: 'status',
        },
      },
      { level: 'adset', name: ['adgroup', 'adgroupname'], fields: { adgroupstatus: 'status' } },
    ],
  },
  {
    label: 'the bulk editor of Pinterest',
    platform: 'pin',
    knownBy: [
      ['action', 'campaignid'],
      ['adgroupid', 'campaignname', 'campaignstatus'],
    ],
    action: { column: 'action', words: ['create', 'edit'] },
    levels: [
      { level: 'campaign', id: ['campaignid'], name: [], fields: { campaignname: 'name', campaignstatus: 'status' } },
      { level: 'adset', id: ['adgroupid'], name: [], fields: { adgroupname: 'name', adgroupstatus: 'status' } },
    ],
  },
  {
    label: 'Microsoft Advertising',
    platform: '',
    knownBy: [
      ['type', 'status', 'id', 'parentid'],
      ['clientid', 'campaign', 'adgroup'],
    ],
    levels: [],
    refusal: 'Slipway is not connected to Microsoft Advertising, so nothing in it can be changed from here.',
  },
];

const hasAll = (header: ReadonlySet<string>, [all, oneOf]: Tool['knownBy']): boolean =>
  all.every((column) => header.has(column)) && oneOf.some((column) => header.has(column));

export function toolOf([header = []]: readonly (readonly string[])[]): Tool | undefined {
  const columns = new Set(header.map(plain));
  // Ours has columns of these names in one word each.
  return header.includes('adAccountId') ? undefined : TOOLS.find(({ knownBy }) => hasAll(columns, knownBy));
}

export interface Existing {
  readonly id: string;
  readonly name: string;
  readonly campaignId?: string | undefined;
}

interface Taken {
  /** In our columns, for the reader of all files. */
  readonly table: string[][];
  /** The row of the file that each row of the table was found in first. */
  readonly places: number[];
  readonly faults: RowFault[];
  /** What was not taken, in sentences. */
  readonly remarks: string[];
}

interface Found {
  readonly level: Level;
  readonly id: string;
  readonly row: number;
  readonly cells: Map<string, { readonly value: string; readonly row: number; readonly column: string }>;
}

/** The objects of a file, each once: where two rows want different things of one, both are named. */
export function takenFrom(
  tool: Tool,
  [header = [], ...lines]: readonly (readonly string[])[],
  { adAccountId, existing }: { readonly adAccountId: string; readonly existing: (level: Level) => readonly Existing[] },
): Taken {
  const columns = header.map(plain);
  const found = new Map<string, Found>();
  const [faults, unknown]: [RowFault[], Set<string>] = [[], new Set()];
  lines.forEach((line, i) => {
    const row = i + 2;
    const cell = (names: readonly string[]): string => {
      const at = columns.findIndex((column, place) => names.includes(column) && (line[place] ?? '').trim() !== '');
      return at === -1 ? '' : (line[at] ?? '').trim();
    };
    if (tool.action?.words.includes(cell([tool.action.column]).toLowerCase()) === false) return;
    let parent: string | undefined;
    for (const { level, id: ids, name, fields } of tool.levels) {
      const wanted = Object.entries(fields).flatMap(([column, field]) => {
        const value = cell([column]);
        return value === ''
          ? []
          : [{ field, value: field === 'status' ? statusOf(value) : value, column: header[columns.indexOf(column)] ?? column }];
      });
      const given = cell(ids ?? name);
      if (given === '') {
        if (ids !== undefined && wanted.length > 0) unknown.add(`${level} in row ${row}`);
        continue;
      }
      const same =
        ids === undefined ? existing(level).filter((each) => each.name === given && isUnder(each, parent)) : [{ id: given }];
      if (same.length > 1)
        faults.push({
          row,
          column: header[columns.findIndex((column) => name.includes(column))] ?? level,
          message: `${same.length} objects are called “${given}”. Rename one of them first.`,
        });
      const [object] = same;
      if (same.length !== 1 || object === undefined) {
        if (same.length === 0) unknown.add(`“${given}”`);
        break;
      }
      parent = object.id;
      if (wanted.length === 0) continue;
      const key = `${level} ${object.id}`;
      const known = found.get(key) ?? { level, id: object.id, row, cells: new Map() };
      found.set(key, known);
      for (const { field, value, column } of wanted) {
        const before = known.cells.get(field);
        if (before === undefined) known.cells.set(field, { value, row, column });
        else if (before.value !== value)
          faults.push({ row, column, message: `Row ${before.row} wants “${before.value}” for the same object.` });
      }
    }
  });
  const fields = [...new Set(tool.levels.flatMap((each) => Object.values(each.fields)))];
  const table = [
    ['level', 'id', 'adAccountId', ...fields],
    ...[...found.values()].map(({ level, id, cells }) => [
      level,
      id,
      adAccountId,
      ...fields.map((field) => cells.get(field)?.value ?? ''),
    ]),
  ];
  return { table, places: [...found.values()].map(({ row }) => row), faults, remarks: remarksOf(tool, header, lines, unknown) };
}

const isUnder = ({ campaignId }: Existing, parent: string | undefined): boolean => parent === undefined || campaignId === parent;

const STATUSES: { readonly [word: string]: string } = { enabled: 'ACTIVE', active: 'ACTIVE', paused: 'PAUSED' };
const statusOf = (word: string): string => STATUSES[word.toLowerCase()] ?? word;

const MOST_NAMED = 10;
const listed = (names: readonly string[]): string =>
  names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more` : names.join(', ');

function remarksOf(
  tool: Tool,
  header: readonly string[],
  lines: readonly (readonly string[])[],
  unknown: ReadonlySet<string>,
): string[] {
  const read = new Set(tool.levels.flatMap(({ id = [], name, fields }) => [...id, ...name, ...Object.keys(fields)]));
  const unread = header.filter(
    (column, at) =>
      !read.has(plain(column)) && plain(column) !== tool.action?.column && lines.some((line) => (line[at] ?? '').trim() !== ''),
  );
  return [
    ...(unknown.size > 0 ? [`New objects, not taken from this file yet: ${listed([...unknown])}.`] : []),
    ...(unread.length > 0 ? [`Columns that are not read, whatever they hold: ${listed(unread)}.`] : []),
  ];
}
