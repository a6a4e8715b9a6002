import * as v from 'valibot';
import { dayNumber } from '../report/days.ts';
import { dimensionByName, dimensionNames } from '../report/dimensions.ts';
import { metricByName, metricNames } from '../report/metrics.ts';
import { wholeNumber } from './fields.ts';

/** The parameters reports share. They come as text in a query string; programs may give lists as lists. */

const notIn = (values: readonly string[], known: (value: string) => unknown): string | undefined =>
  values.find((value) => known(value) === undefined);

/** Text with commas between, or a list. Spaces around the parts and empty parts do not count. */
const list = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((given) => (typeof given === 'string' ? given.split(',') : given).map((part) => part.trim())),
  v.transform((parts) => parts.filter((part, i) => part !== '' && parts.indexOf(part) === i)),
);

export const idList = v.pipe(
  list,
  v.check((ids) => ids.length > 0, 'Give at least one id.'),
  v.check(
    (ids) => ids.every((id) => /^[!-~]{1,200}$/.test(id)),
    'This cannot be an id: ids have no spaces and at most 200 characters.',
  ),
);

export const day = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => dayNumber(text) !== undefined,
    (issue) => `${shown(issue.input)} is no date that exists. Give it as YYYY-MM-DD.`,
  ),
);

export const metricList = v.pipe(
  list,
  v.check((names) => names.length > 0, `Name at least one metric. Known: ${metricNames.join(', ')}.`),
  v.check(
    (names) => notIn(names, metricByName) === undefined,
    (issue) => `${shown(notIn(issue.input, metricByName))} is no metric. Known: ${metricNames.join(', ')}.`,
  ),
);

export const groupByList = v.pipe(
  list,
  v.check((names) => names.length > 0, `Name at least one grouping. Known: ${dimensionNames.join(', ')}.`),
  v.check(
    (names) => notIn(names, dimensionByName) === undefined,
    (issue) => `${shown(notIn(issue.input, dimensionByName))} is no grouping. Known: ${dimensionNames.join(', ')}.`,
  ),
);

export const metricName = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (name) => metricByName(name) !== undefined,
    (issue) => `${shown(issue.input)} is no metric. Known: ${metricNames.join(', ')}.`,
  ),
);

export const countryList = v.pipe(
  list,
  v.transform((codes) => codes.map((code) => code.toUpperCase())),
  v.check(
    (codes) => codes.length > 0 && codes.every((code) => /^[A-Z]{2}$/.test(code)),
    'Countries are two letters each, like DE,FR,US.',
  ),
);

export const sortDirection = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.picklist(['ASC', 'DESC'], 'The direction is ASC or DESC.'),
);

/** Ad accounts, under any of the names they go by. */
export const accountEntries = {
  accountIds: v.optional(idList),
  accountId: v.optional(idList),
  adAccountIds: v.optional(idList),
  adAccountId: v.optional(idList),
  businessId: v.optional(idList),
};

/** First and last day, both included, in each account's time zone. */
export const rangeEntries = {
  startDate: v.optional(day),
  dateFrom: v.optional(day),
  endDate: v.optional(day),
  dateTo: v.optional(day),
};

export const pageEntries = (most: number) => ({
  limit: v.optional(wholeNumber(1, most)),
  offset: v.optional(wholeNumber(0, 1_000_000_000)),
  page: v.optional(wholeNumber(1, 10_000_000)),
});

/** Never more of what was sent than fits a sentence. */
const shown = (value: unknown): string => {
  const text = String(value);
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
};
