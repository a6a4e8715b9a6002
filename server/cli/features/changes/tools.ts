import type { RowFault } from '../../../../core/features/changes/file.ts';

/**
 * Files of other tools, told by their header row. Their columns are named to ours; what has no name
 * here is not read.
 */

type Level = 'campaign' | 'adset' | 'ad';

interface LevelColumns {
  readonly level: Level;
  readonly id?: readonly string[];
  readonly name: readonly string[];
  readonly fields: { readonly [column: string]: string };
  /** What only new ones are read from; without, none are made of this file. */
  readonly fresh?: NewColumns;
  /** What rows that are new, or that set a budget, may say. */
  readonly only?: readonly Condition[];
  /** What all new ones have, unless a column says otherwise. */
  readonly fixed?: { readonly [field: string]: string };
}

type NewColumns = { readonly [column: string]: NewColumn };

interface NewColumn {
  readonly field: string;
  /** The tool's words for ours, both without blanks and capitals. */
  readonly words?: { readonly [word: string]: string };
  /** Several rows, or several columns, each have one of a list. */
  readonly isList?: true;
  /** What other cells of the row may say, so that it means no more than is made of it. */
  readonly only?: readonly Condition[];
}

/**
 * Cells of these columns are empty or one of the words, both without blanks and capitals; otherwise
 * the row is refused.
 */
interface Condition {
  readonly columns: readonly string[];
  readonly words: readonly string[];
  readonly why: string;
}

interface Tool {
  readonly label: string;
  /** Of the service: whose objects the file names. */
  readonly platform: string;
  /** All of the first and one of the others: columns that no other tool has together. */
  readonly knownBy: readonly [readonly string[], readonly string[]];
  /**
   * Only rows with one of these words in this column are meant: the others describe columns, or
   * stay as they are.
   */
  readonly action?: { readonly column: string; readonly words: readonly string[] };
  /** Parents first. */
  readonly levels: readonly LevelColumns[];
  /**
   * Columns of a row that is an ad, in ad groups that are new: what exists has no name to be known
   * by.
   */
  readonly ad?: NewColumns;
  /** Why nothing new is made of it. */
  readonly changesOnly?: string;
  /** Why nothing of it can be done. */
  readonly refusal?: string;
}

/** Capitals, blanks and underscores do not count in headers, as Google says of its own. */
const plain = (header: string): string => header.toLowerCase().replace(/[^a-z0-9#]/g, '');

const columnsOf = (columns: readonly string[], as: NewColumn): NewColumns =>
  Object.fromEntries(columns.map((column) => [column, as]));
const numbered = (column: string, most: number): string[] =>
  Array.from({ length: most }, (_, i) => `${column}${i + 1}`);

const MATCHES = ['criteriontype', 'matchtype', 'keywordtype', 'type'];

const KEYWORD_CONDITIONS: readonly Condition[] = [
  {
    columns: MATCHES,
    words: ['broad', 'phrase', 'exact', 'broadmatch', 'phrasematch', 'exactmatch'],
    why: 'Only keywords with Broad, Phrase or Exact are made. Take this row out of the file, and add a negative keyword at Google before the campaign is switched on.',
  },
  {
    columns: ['status', 'keywordstatus'],
    words: ['enabled', 'active'],
    why: 'New keywords are made enabled. Take this row out of the file, or write Enabled.',
  },
];

const LOCATION_CONDITIONS: readonly Condition[] = [
  {
    columns: MATCHES,
    words: ['location', 'locations', 'targeted', 'included'],
    why: 'New campaigns get locations to show ads in, and no excluded ones. Take this row out of the file and exclude it at Google before the campaign is switched on; where ads are to be shown in it, empty this cell.',
  },
];

/** Columns of Google Ads Editor: support.google.com/google-ads/editor/answer/57747. */
const TOOLS: readonly Tool[] = [
  {
    label: 'Google Ads Editor',
    platform: 'search-ads',
    knownBy: [
      ['campaign'],
      [
        'adgroup',
        'campaigndailybudget',
        'dailybudget',
        'campaignbudget',
        'budget',
        'campaignstatus',
      ],
    ],
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
        only: [
          {
            columns: ['budgettype', 'campaignbudgettype'],
            words: ['daily'],
            why: 'Its amount would be taken for that of a day. Write Daily here and the amount for a day.',
          },
        ],
        // All that is made in Google's campaigns here.
        fixed: { objective: 'SEARCH' },
        fresh: {
          campaigntype: { field: 'objective', words: { search: 'SEARCH' } },
          bidstrategytype: {
            field: 'bidStrategy',
            words: {
              maximizeclicks: 'TARGET_SPEND',
              maximizeconversions: 'MAXIMIZE_CONVERSIONS',
              maximizeconversionvalue: 'MAXIMIZE_CONVERSION_VALUE',
              manualcpc: 'MANUAL_CPC',
            },
          },
          eupoliticalads: {
            field: 'politicalAds',
            words: { doesnthaveeupoliticalads: 'NO', haseupoliticalads: 'YES' },
          },
          ...columnsOf(['locationid', 'id', 'geoid', 'geotargetid'], {
            field: 'locationIds',
            isList: true,
            only: LOCATION_CONDITIONS,
          }),
        },
      },
      {
        level: 'adset',
        name: ['adgroup', 'adgroupname'],
        fields: { adgroupstatus: 'status' },
        fresh: {
          ...columnsOf(['defaultmaxcpc', 'maxcpc'], { field: 'bidAmount' }),
          keyword: { field: 'keywords', isList: true, only: KEYWORD_CONDITIONS },
        },
      },
    ],
    ad: {
      ...columnsOf(numbered('headline', 15), { field: 'headlines', isList: true }),
      ...columnsOf(numbered('description', 4), { field: 'primaryTexts', isList: true }),
      finalurl: { field: 'link' },
      path1: { field: 'path1' },
      path2: { field: 'path2' },
      ...columnsOf(['adstatus', 'status'], { field: 'status' }),
    },
  },
  {
    label: 'the bulk editor of Pinterest',
    platform: 'pin',
    knownBy: [
      ['action', 'campaignid'],
      ['adgroupid', 'campaignname', 'campaignstatus'],
    ],
    action: { column: 'action', words: ['create', 'edit'] },
    changesOnly:
      'Pinterest publishes no list of the columns that new ones have. Write them as rows of a launch file.',
    levels: [
      {
        level: 'campaign',
        id: ['campaignid'],
        name: [],
        fields: { campaignname: 'name', campaignstatus: 'status' },
      },
      {
        level: 'adset',
        id: ['adgroupid'],
        name: [],
        fields: { adgroupname: 'name', adgroupstatus: 'status' },
      },
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
    refusal:
      'Slipway is not connected to Microsoft Advertising, so nothing in it can be changed from here.',
  },
];

const hasAll = (header: ReadonlySet<string>, [all, oneOf]: Tool['knownBy']): boolean =>
  all.every((column) => header.has(column)) && oneOf.some((column) => header.has(column));

export function toolOf([header = []]: readonly (readonly string[])[]): Tool | undefined {
  const columns = new Set(header.map(plain));
  // Ours has columns of these names in one word each.
  return header.includes('adAccountId')
    ? undefined
    : TOOLS.find(({ knownBy }) => hasAll(columns, knownBy));
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

type FoundCells = Map<string, { value: string; readonly row: number; readonly column: string }>;

interface Found {
  readonly level: Level;
  /** Empty: it is to be made, under its name. */
  readonly id: string;
  readonly name: string;
  readonly parent: readonly string[];
  readonly row: number;
  readonly cells: FoundCells;
}

/**
 * The objects of a file, each once: where two rows want different things of one, both are named.
 */
export function takenFrom(
  tool: Tool,
  [header = [], ...lines]: readonly (readonly string[])[],
  {
    adAccountId,
    existing,
  }: { readonly adAccountId: string; readonly existing: (level: Level) => readonly Existing[] },
): Taken {
  const columns = header.map(plain);
  const found = new Map<string, Found>();
  const faults: RowFault[] = [];
  const [refused, left] = [new Set<string>(), new Set<string>()];
  const headerOf = (column: string): string => header[columns.indexOf(column)] ?? column;
  lines.forEach((line, i) => {
    const row = i + 2;
    const cell = (names: readonly string[]): string => {
      const at = columns.findIndex(
        (column, place) => names.includes(column) && (line[place] ?? '').trim() !== '',
      );
      return at === -1 ? '' : (line[at] ?? '').trim();
    };
    const refuse = (column: string, message: string) =>
      faults.push({ row, column: headerOf(column), message });
    const isAsSaid = (conditions: readonly Condition[] = []): boolean => {
      const broken = conditions.flatMap(({ columns: names, words, why }) =>
        columns.flatMap((column, place) => {
          const given = (line[place] ?? '').trim();
          return given !== '' && names.includes(column) && !words.includes(plain(given))
            ? [{ column, why }]
            : [];
        }),
      );
      for (const { column, why } of broken) refuse(column, why);
      return broken.length === 0;
    };
    const put = ({ cells }: Found, field: string, value: string, column: string): void => {
      const before = cells.get(field);
      if (before === undefined) cells.set(field, { value, row, column: headerOf(column) });
      else if (before.value !== value)
        faults.push({
          row,
          column: headerOf(column),
          message: `Row ${before.row} wants “${before.value}” for the same object.`,
        });
    };
    const putNew = (
      object: Found,
      fresh: NewColumns,
      fixed: { readonly [field: string]: string } = {},
    ): void => {
      for (const [column, { field, words = {}, isList, only }] of Object.entries(fresh)) {
        const given = cell([column]);
        if (given === '' || !isAsSaid(only)) continue;
        const value =
          field === 'status'
            ? statusOf(given)
            : field === 'keywords'
              ? matched(given, cell(MATCHES))
              : given;
        if (isList) listed(object.cells, field, value, { row, column: headerOf(column) });
        else put(object, field, words[plain(given)] ?? value, column);
      }
      for (const [field, value] of Object.entries(fixed))
        if (!object.cells.has(field)) object.cells.set(field, { value, row, column: field });
    };
    const seen = (object: Omit<Found, 'cells' | 'row'>): Found => {
      const key = [object.level, object.id, ...object.parent, object.name].join('\n');
      const known = found.get(key) ?? { ...object, row, cells: new Map() };
      found.set(key, known);
      return known;
    };
    if (tool.action?.words.includes(cell([tool.action.column]).toLowerCase()) === false) return;
    const above: string[] = [];
    let isNew = false;
    for (const { level, id: ids, name, fields, fresh, only, fixed = {} } of tool.levels) {
      const wanted = Object.keys(fields).filter((column) => cell([column]) !== '');
      const given = cell(ids ?? name);
      if (given === '') {
        if (ids !== undefined && wanted.length > 0) refused.add(`${level} in row ${row}`);
        for (const [column, { only: conditions }] of Object.entries(fresh ?? {}))
          if (cell([column]) === '') continue;
          else if (!isNew) left.add(headerOf(column));
          else if (isAsSaid(conditions))
            refuse(
              column,
              'This row does not say what it belongs to. Name it, or empty this cell.',
            );
        continue;
      }
      const parent = above.at(-1);
      const same: readonly Pick<Existing, 'id'>[] =
        ids !== undefined
          ? [{ id: given }]
          : isNew
            ? []
            : existing(level).filter((each) => each.name === given && isUnder(each, parent));
      const [object] = same;
      if (same.length > 1) {
        const column = columns.find((each) => name.includes(each)) ?? level;
        faults.push({
          row,
          column: headerOf(column),
          message: `${same.length} objects are called “${given}”. Rename one of them first.`,
        });
        break;
      }
      if (object === undefined && fresh === undefined) {
        refused.add(`“${given}”`);
        break;
      }
      isNew = object === undefined;
      if (isNew || wanted.some((column) => fields[column] === 'dailyBudget')) isAsSaid(only);
      const one =
        isNew || wanted.length > 0
          ? seen({
              level,
              id: object?.id ?? '',
              name: isNew ? given : '',
              parent: isNew ? [...above] : [],
            })
          : undefined;
      for (const column of wanted)
        if (one !== undefined)
          put(
            one,
            fields[column] ?? column,
            fields[column] === 'status' ? statusOf(cell([column])) : cell([column]),
            column,
          );
      if (isNew && one !== undefined && fresh !== undefined) putNew(one, fresh, fixed);
      else
        for (const column of Object.keys(fresh ?? {}))
          if (cell([column]) !== '') left.add(headerOf(column));
      above.push(object?.id ?? given);
    }
    if (
      tool.ad === undefined ||
      cell(Object.keys(tool.ad).filter((column) => column.startsWith('headline'))) === ''
    )
      return;
    // An ad has no name in such a file: it has that of its group, and its row.
    if (isNew && above.length > 1)
      putNew(
        seen({ level: 'ad', id: '', name: `${above.at(-1)} (row ${row})`, parent: above }),
        tool.ad,
      );
    else
      for (const column of Object.keys(tool.ad))
        if (cell([column]) !== '') left.add(headerOf(column));
  });
  return {
    ...tableOf([...found.values()], adAccountId),
    faults,
    remarks: remarksOf(tool, header, lines, {
      refused,
      left,
      isAnyNew: [...found.values()].some(({ id }) => id === ''),
    }),
  };
}

function tableOf(found: readonly Found[], adAccountId: string): Pick<Taken, 'table' | 'places'> {
  const fields = [...new Set(found.flatMap(({ cells }) => [...cells.keys()]))].filter(
    (field) => field !== 'name',
  );
  const rows = found.map(({ level, id, name, parent: [campaign = '', adSet = ''], cells }) => [
    ...[level, id, adAccountId, cells.get('name')?.value ?? name, campaign, adSet],
    ...fields.map((field) => cells.get(field)?.value ?? ''),
  ]);
  return {
    table: [['level', 'id', 'adAccountId', 'name', 'campaignId', 'adSetId', ...fields], ...rows],
    places: found.map(({ row }) => row),
  };
}

function listed(
  cells: FoundCells,
  field: string,
  value: string,
  at: { readonly row: number; readonly column: string },
): void {
  const before = cells.get(field);
  const isText = field === 'locationIds';
  const all =
    before === undefined
      ? []
      : isText
        ? before.value.split(',')
        : (JSON.parse(before.value) as string[]);
  if (all.includes(value)) return;
  const next = [...all, value];
  cells.set(field, { value: isText ? next.join(',') : JSON.stringify(next), ...at });
}

/** A keyword as Google writes it, by how it is to match. */
const matched = (keyword: string, how: string): string =>
  /phrase/i.test(how) ? `"${keyword}"` : /exact/i.test(how) ? `[${keyword}]` : keyword;

const isUnder = ({ campaignId }: Existing, parent: string | undefined): boolean =>
  parent === undefined || campaignId === parent;

const STATUSES: { readonly [word: string]: string } = {
  enabled: 'ACTIVE',
  active: 'ACTIVE',
  paused: 'PAUSED',
};
const statusOf = (word: string): string => STATUSES[word.toLowerCase()] ?? word;

const MOST_NAMED = 10;
const told = (names: readonly string[]): string =>
  names.length > MOST_NAMED
    ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`
    : names.join(', ');

function remarksOf(
  tool: Tool,
  header: readonly string[],
  lines: readonly (readonly string[])[],
  {
    refused,
    left,
    isAnyNew,
  }: {
    readonly refused: ReadonlySet<string>;
    readonly left: ReadonlySet<string>;
    readonly isAnyNew: boolean;
  },
): string[] {
  const columnsFor = ([column, { only = [] }]: [string, NewColumn]): string[] => [
    column,
    ...only.flatMap(({ columns }) => columns),
  ];
  const fresh = isAnyNew
    ? [
        ...tool.levels.flatMap((each) => Object.entries(each.fresh ?? {})),
        ...Object.entries(tool.ad ?? {}),
      ].flatMap(columnsFor)
    : [];
  const read = new Set([
    ...tool.levels.flatMap(({ id = [], name, fields, only = [] }) => [
      ...[...id, ...name, ...Object.keys(fields)],
      ...only.flatMap(({ columns }) => columns),
    ]),
    ...fresh,
  ]);
  const unread = header.filter(
    (column, at) =>
      !read.has(plain(column)) &&
      plain(column) !== tool.action?.column &&
      lines.some((line) => (line[at] ?? '').trim() !== ''),
  );
  return [
    ...(refused.size > 0
      ? [`New objects, not made: ${told([...refused])}. ${tool.changesOnly ?? ''}`.trim()]
      : []),
    ...(unread.length > 0
      ? [`Columns that are not read, whatever they hold: ${told(unread)}.`]
      : []),
    ...(isAnyNew && left.size > 0
      ? [`Read of new objects alone, and left as it is of those that exist: ${told([...left])}.`]
      : []),
  ];
}
