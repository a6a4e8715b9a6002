import * as v from 'valibot';
import { isCountry } from '../../base/schema/country.ts';
import { described, shortText } from '../../base/schema/fields.ts';
import { asList, idList, textList } from '../../base/schema/query-lists.ts';
import { dayNumber } from '../../base/time/days.ts';
import { creativeByName } from '../creative-dimensions.ts';
import { dimensionByName, dimensionNames } from '../dimensions.ts';
import { metricByName, metricNames } from '../metrics.ts';
import { partByName, partNames } from '../parts.ts';

/**
 * The parameters reports share. They come as text in a query string; programs may give lists as
 * lists.
 */

const notIn = (values: readonly string[], known: (value: string) => unknown): string | undefined =>
  values.find((value) => known(value) === undefined);

export const day = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => dayNumber(text) !== undefined,
    (issue) => `${shown(issue.input)} is no date that exists. Give it as YYYY-MM-DD.`,
  ),
);

export const metricList = v.pipe(
  textList,
  v.check(
    (names) => names.length > 0,
    `Name at least one metric. Known: ${metricNames.join(', ')}.`,
  ),
  v.check(
    (names) => notIn(names, metricByName) === undefined,
    (issue) =>
      `${shown(notIn(issue.input, metricByName))} is no metric. Known: ${metricNames.join(', ')}.`,
  ),
  asList(
    { type: 'string', enum: metricNames },
    `Metrics, with commas between them: ${metricNames.join(', ')}.`,
  ),
);

/** `name.<field>` of a naming convention, whose fields a company chooses. */
const ofName = { type: 'string', pattern: '^name\\.' };

const listOfGroupings = (
  names: readonly string[],
  isKnown: (name: string) => unknown,
  items: object = { enum: names },
) =>
  v.pipe(
    textList,
    v.check((given) => given.length > 0, `Name at least one grouping. Known: ${names.join(', ')}.`),
    v.check(
      (given) => notIn(given, isKnown) === undefined,
      (issue) =>
        `${shown(notIn(issue.input, isKnown))} is no grouping. Known: ${names.join(', ')}.`,
    ),
    asList(
      { type: 'string', ...items },
      `What rows stand for, with commas between: ${names.join(', ')}.`,
    ),
  );

export const groupByList = listOfGroupings(dimensionNames, dimensionByName);

/**
 * The same with parts of some platforms (GET /v1/reports/fields says which), assets and fields of
 * names.
 */
export const groupings = listOfGroupings(
  [...dimensionNames, ...partNames, 'asset', 'name.<field> of a naming convention'],
  (name) => dimensionByName(name) ?? partByName(name) ?? creativeByName(name),
  { anyOf: [{ enum: [...dimensionNames, ...partNames, 'asset'] }, ofName] },
);

const breakdownNames: readonly string[] = ['country', ...partNames];

export const breakdownList = v.pipe(
  listOfGroupings(breakdownNames, (name) => (breakdownNames.includes(name) ? name : undefined)),
  described<string[]>({
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string', enum: breakdownNames } }],
    description:
      'What rows are divided by besides: age, gender, placement, device, country, hour and others, with commas between; without `groupBy`, by nothing else. GET /v1/reports/fields says which platforms tell each.',
  }),
);

const window = /^(\d{1,2})d_(click|view)$/;

/** `7d_click,1d_view` as days by kind. */
export const attributionWindow = v.pipe(
  textList,
  v.check(
    (parts) => parts.length > 0 && parts.every((part) => window.test(part)),
    'Give windows as days after a click and after a view, like 7d_click,1d_view.',
  ),
  v.check(
    (parts) => new Set(parts.map((part) => window.exec(part)?.[2])).size === parts.length,
    'Give at most one window for clicks and one for views.',
  ),
  v.transform((parts): { readonly click?: number; readonly view?: number } =>
    Object.fromEntries(
      parts.map((part) => [window.exec(part)?.[2] ?? '', Number(window.exec(part)?.[1])]),
    ),
  ),
  described({
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    description:
      'Conversions within this number of days after a click or a view, like `7d_click,1d_view`, instead of what each ad set counts. The platform is asked: nothing of it is kept.',
  }),
);

export const compareTo = v.pipe(
  v.string(),
  v.trim(),
  v.picklist(['previousPeriod', 'previousYear'], 'Compare with previousPeriod or previousYear.'),
  described({
    type: 'string',
    enum: ['previousPeriod', 'previousYear'],
    description:
      '`previousPeriod`: as many days before the first day. `previousYear`: the same dates a year before (weeks: 52 weeks before). Each row gets `previous` and `change`.',
  }),
);

export const creativeName = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (name) => creativeByName(name) !== undefined,
    'Creatives are grouped by asset, or by name.<field> of a naming convention.',
  ),
  described({
    anyOf: [{ type: 'string', enum: ['asset'] }, ofName],
    description: '`asset` (the default), or `name.<field>` of a naming convention.',
  }),
);

export const metricName = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (name) => metricByName(name) !== undefined,
    (issue) => `${shown(issue.input)} is no metric. Known: ${metricNames.join(', ')}.`,
  ),
  described({
    type: 'string',
    enum: metricNames,
    description: 'A metric. GET /v1/reports/fields describes them.',
  }),
);

export const countryList = v.pipe(
  textList,
  v.transform((codes) => codes.map((code) => code.toUpperCase())),
  v.check(
    (codes) => codes.length > 0 && codes.every(isCountry),
    'Give codes of countries, two letters each, like DE,FR,US.',
  ),
  asList({ type: 'string' }, 'Two letters each, with commas between them, like DE,FR,US.'),
);

const direction = (description: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.toUpperCase(),
    v.picklist(['ASC', 'DESC'], 'The direction is ASC or DESC.'),
    described({ type: 'string', enum: ['ASC', 'DESC'], description }),
  );
export const sortDirection = direction('Default: DESC, or ASC when sorted by time.');
export const rankDirection = direction(
  'Default: the best first, which is ASC for costs and DESC for all else.',
);

export const ids = (description: string) =>
  v.optional(v.pipe(idList, asList({ type: 'string' }, description)));

const sameAs = (name: string): string => `Another name of \`${name}\`.`;

export const accountEntries = {
  accountIds: ids('Ad accounts, with commas between them. GET /v1/adaccounts lists yours.'),
  accountId: ids(sameAs('accountIds')),
  adAccountIds: ids(sameAs('accountIds')),
  adAccountId: ids(sameAs('accountIds')),
  businessId: ids(sameAs('accountIds')),
  workspaceId: v.optional(
    v.pipe(shortText(100), v.description('Only ad accounts in this workspace.')),
  ),
};

const dayAs = (description: string) =>
  v.optional(v.pipe(day, described({ type: 'string', format: 'date', description })));

/** Both included, in each account's time zone. */
export const rangeEntries = {
  startDate: dayAs('The first day, YYYY-MM-DD, on the calendar of each account.'),
  dateFrom: dayAs(sameAs('startDate')),
  endDate: dayAs(
    'The last day, itself included; at most 37 months after the first. One day without the other is refused.',
  ),
  dateTo: dayAs(sameAs('endDate')),
};

/** Cut to fit a sentence. */
const shown = (value: unknown): string => {
  const text = String(value);
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
};
