import type { EntityType } from '../../../ports/platform-accounts.ts';

/** The tabs of a spreadsheet that hold what exists: one for each level. */
export const objectLevels = ['campaign', 'adset', 'ad'] as const satisfies readonly EntityType[];
export type ObjectLevel = (typeof objectLevels)[number];

interface Column {
  readonly key: string;
  readonly header: string;
  readonly note: string;
  readonly width: number;
  /**
   * `about`: which object it is. `own`: what became of the row. `new`: only new ones have it. The
   * others can be changed.
   */
  readonly holds: 'about' | 'text' | 'amount' | 'own' | 'new';
  /** Of all levels where none are named. */
  readonly levels?: readonly ObjectLevel[];
  readonly isHidden?: true;
}

const EMPTY =
  'An empty cell leaves it as it is. CLEAR takes it away; [] and delete_value mean the same.';
const AMOUNT = `In the currency beside it, as this file writes numbers. ${EMPTY}`;
const TIME = `Like 2026-12-01T09:00:00Z. ${EMPTY}`;
const TEXTS = `One text, or several as ["one", "two"]. ${EMPTY}`;
const WRITTEN = 'Written by Slipway; leave it as it is.';
const NEW = 'Only for a new one: a row without an ID.';
const OF_LAUNCH =
  'Address of the image or video. A new ad also takes every other column of a launch sheet: add one with its header.';
const PARENT =
  'Written by Slipway. In a new row: the ID or the name of what it goes into, which may be a new row of the other tab.';
const spending = ['campaign', 'adset'] as const;

/**
 * Found by their headers, in any order. The id stands far from what was brought in: where some
 * columns are sorted without the others, one of the two moves and the other does not.
 */
export const objectColumns = [
  {
    key: 'state',
    header: 'Change status',
    note: 'Written by Slipway: how the row stands.',
    width: 110,
    holds: 'own',
  },
  {
    key: 'id',
    header: 'ID',
    note: `${WRITTEN} It says which object the row changes. A row without an ID makes a new one.`,
    width: 160,
    holds: 'about',
  },
  { key: 'name', header: 'Name', note: EMPTY, width: 240, holds: 'text' },
  {
    key: 'status',
    header: 'Status',
    note: 'ACTIVE or PAUSED. DELETED deletes the object for good: the list of changes asks before.',
    width: 90,
    holds: 'text',
  },
  {
    key: 'dailyBudget',
    header: 'Daily budget',
    note: AMOUNT,
    width: 100,
    holds: 'amount',
    levels: spending,
  },
  {
    key: 'lifetimeBudget',
    header: 'Lifetime budget',
    note: AMOUNT,
    width: 100,
    holds: 'amount',
    levels: spending,
  },
  {
    key: 'currency',
    header: 'Currency',
    note: WRITTEN,
    width: 70,
    holds: 'about',
    levels: spending,
  },
  {
    key: 'startTime',
    header: 'Start time',
    note: TIME,
    width: 180,
    holds: 'text',
    levels: spending,
  },
  { key: 'endTime', header: 'End time', note: TIME, width: 180, holds: 'text', levels: spending },
  { key: 'link', header: 'Link', note: EMPTY, width: 220, holds: 'text', levels: ['ad'] },
  { key: 'urlTags', header: 'URL tags', note: EMPTY, width: 160, holds: 'text', levels: ['ad'] },
  {
    key: 'primaryTexts',
    header: 'Primary texts',
    note: TEXTS,
    width: 260,
    holds: 'text',
    levels: ['ad'],
  },
  { key: 'headlines', header: 'Headlines', note: TEXTS, width: 200, holds: 'text', levels: ['ad'] },
  {
    key: 'copyOf',
    header: 'Copy of',
    note: `${NEW} Id or name of one that exists: it begins with its settings. The list of changes says what is not carried over.`,
    width: 150,
    holds: 'new',
    levels: spending,
  },
  {
    key: 'objective',
    header: 'Objective',
    note: `${NEW} As the platform calls it.`,
    width: 150,
    holds: 'new',
    levels: ['campaign'],
  },
  {
    key: 'politicalAds',
    header: 'Political ads',
    note: `${NEW} YES or NO: whether it holds political advertising by the rules of the EU, where the platform asks. Only you can declare it.`,
    width: 100,
    holds: 'new',
    levels: ['campaign'],
  },
  {
    key: 'optimizationGoal',
    header: 'Goal',
    note: `${NEW} What it optimises for, as the platform calls it.`,
    width: 140,
    holds: 'new',
    levels: ['adset'],
  },
  {
    key: 'countries',
    header: 'Countries',
    note: `${NEW} Two-letter codes, separated by commas: US, CA.`,
    width: 120,
    holds: 'new',
    levels: ['adset'],
  },
  {
    key: 'locationIds',
    header: 'Location ids',
    note: `${NEW} Separated by commas, where the platform knows places by ids.`,
    width: 120,
    holds: 'new',
    levels: ['adset'],
  },
  {
    key: 'media',
    header: 'Media 1',
    note: `${NEW} ${OF_LAUNCH}`,
    width: 180,
    holds: 'new',
    levels: ['ad'],
  },
  { key: 'page', header: 'Page', note: NEW, width: 150, holds: 'new', levels: ['ad'] },
  { key: 'secondary', header: 'Profile', note: NEW, width: 150, holds: 'new', levels: ['ad'] },
  { key: 'cta', header: 'Call to action', note: NEW, width: 120, holds: 'new', levels: ['ad'] },
  {
    key: 'told',
    header: 'What changes',
    note: 'Written by Slipway: old and new, or what is wrong.',
    width: 320,
    holds: 'own',
  },
  {
    key: 'adAccountId',
    header: 'Ad account',
    note: `${WRITTEN} In a new row: the id of the account.`,
    width: 160,
    holds: 'about',
  },
  {
    key: 'campaignId',
    header: 'Campaign ID',
    note: PARENT,
    width: 160,
    holds: 'about',
    levels: ['adset', 'ad'],
  },
  { key: 'adSetId', header: 'Ad set ID', note: PARENT, width: 160, holds: 'about', levels: ['ad'] },
  { key: 'was', header: 'Brought in', note: WRITTEN, width: 60, holds: 'own', isHidden: true },
  { key: 'marked', header: 'Marked cells', note: WRITTEN, width: 60, holds: 'own', isHidden: true },
  { key: 'shaded', header: 'Shaded cells', note: WRITTEN, width: 60, holds: 'own', isHidden: true },
  { key: 'grey', header: 'Grey cells', note: WRITTEN, width: 60, holds: 'own', isHidden: true },
] as const satisfies readonly Column[];

export type ObjectKey = (typeof objectColumns)[number]['key'];
export type ObjectColumn = Column & { readonly key: ObjectKey };

export const columnsOf = (level: ObjectLevel): readonly ObjectColumn[] =>
  (objectColumns as readonly ObjectColumn[]).filter(
    ({ levels }) => levels?.includes(level) ?? true,
  );

export interface ObjectLayout {
  readonly level: ObjectLevel;
  readonly headers: readonly string[];
  readonly positions: ReadonlyMap<ObjectKey, number>;
}

const plain = (header: string): string => header.trim().toLowerCase();

export function objectLayout(level: ObjectLevel, headers: readonly string[]): ObjectLayout {
  const known = headers.map(plain);
  const positions = new Map<ObjectKey, number>();
  for (const { key, header } of columnsOf(level)) {
    const at = known.indexOf(plain(header));
    if (at >= 0) positions.set(key, at);
  }
  return { level, headers, positions };
}

/**
 * Without these a row cannot be told. Columns of values may be missing: they leave everything as it
 * is.
 */
export const missingColumns = ({ level, positions }: ObjectLayout): readonly string[] =>
  columnsOf(level)
    .filter(
      ({ key, holds }) =>
        (holds === 'own' || key === 'id' || key === 'adAccountId') && !positions.has(key),
    )
    .map(({ header }) => header);

/** The level whose columns a row of headers has; undefined where it is none of ours. */
export function levelOf(headers: readonly string[]): ObjectLevel | undefined {
  if (missingColumns(objectLayout('ad', headers)).length > 0) return undefined;
  const { positions } = objectLayout('ad', headers);
  return positions.has('adSetId') ? 'ad' : positions.has('campaignId') ? 'adset' : 'campaign';
}

/** Columns of values that a sheet has. */
export const valueColumns = ({ level, positions }: ObjectLayout): readonly ObjectColumn[] =>
  columnsOf(level).filter(
    ({ key, holds }) => (holds === 'text' || holds === 'amount') && positions.has(key),
  );

/** Columns that only new objects have, where a sheet has them. */
export const newColumns = ({ level, positions }: ObjectLayout): readonly ObjectColumn[] =>
  columnsOf(level).filter(({ key, holds }) => holds === 'new' && positions.has(key));

/** Words of the column of the status. Colours go by them. */
export const objectWords = {
  planned: 'To post',
  faulty: 'Needs fixing',
  fresh: 'New',
  typed: 'Typed',
  posting: 'Posting',
  posted: 'Posted',
  nothing: 'As wanted',
  conflict: 'Conflict',
  refused: 'Refused',
  unknown: 'Not clear',
  undone: 'Taken back',
  deleted: 'Deleted',
} as const;
