import { writeFile } from 'node:fs/promises';
import { recordsCsv } from '../../../../core/base/csv.ts';
import { metricByName, metrics } from '../../../../core/report/metrics.ts';
import { totalOf } from '../../../../core/report/total.ts';
import type { AnswerOf, Client, InputOf } from '../../../client/client.ts';
import { bar } from '../../base/bars.ts';
import { asUsage, type Command, serviceFlags, text, UsageFault } from '../../base/command.ts';
import { accountsFor, digitsOf, platformWords } from '../../base/given.ts';
import type { Screen } from '../../base/screen.ts';
import { clientFor } from '../../base/service.ts';
import { formatTable, saySheet } from '../../base/table.ts';
import { checkWritable } from '../../base/writable.ts';

type Report = AnswerOf<'reports.query'>;
type Figures = Report['data'][number]['previous'];
type Row = { readonly [field: string]: string | number | null | undefined };

const DAY = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const reportCommand: Command = {
  name: 'report',
  summary: 'Figures of ad accounts as a table, CSV or JSON',
  words: Number.POSITIVE_INFINITY,
  usage: '[ACCOUNT …] [--days 14 | --from DATE --to DATE] [--by campaign] [--metrics spend,clicks]',
  notes: [
    'Without accounts: all of the company. `--by` takes ad, adset, campaign, accountId, platform, day, week, month, country.',
  ],
  examples: [
    'slipway report --by day',
    'slipway report act_1001 --days 30 --by campaign --metrics spend,results,costPerResult',
    'slipway report act_1001 --from 2026-10-01 --to 2026-10-31 --by adId --csv > october.csv',
    'slipway report act_1001 --by campaign --breakdowns age,gender --metrics spend,results',
    'slipway report act_1001 --by campaign --compare previousPeriod --search "spring"',
    'slipway report --fields                  # figures, groupings and breakdowns, by platform',
    'slipway report act_1001 --json | jq .data[0]',
  ],
  flags: {
    ...serviceFlags,
    days: { type: 'string', what: 'Days up to yesterday (14)' },
    from: { type: 'string', what: 'First day, YYYY-MM-DD' },
    to: { type: 'string', what: 'Last day, YYYY-MM-DD' },
    by: { type: 'string', what: 'Grouping, one or several with commas (campaign)' },
    metrics: {
      type: 'string',
      what: 'Figures, with commas (spend,impressions,clicks,ctr,results,costPerResult)',
    },
    sort: { type: 'string', what: 'A figure or a grouping; the first figure unless given' },
    breakdowns: {
      type: 'string',
      what: 'Broken down by age, gender, placement, device, country or hour',
    },
    window: { type: 'string', what: 'Conversions within, like 7d_click,1d_view' },
    compare: { type: 'string', what: 'Compare with previousPeriod or previousYear' },
    search: { type: 'string', what: 'Only names that hold this text' },
    limit: { type: 'string', what: 'Rows, 1 to 1000 (100)' },
    fields: {
      type: 'boolean',
      what: 'List the figures and groupings there are, and the platforms that have them',
    },
    csv: { type: 'boolean', what: 'Print CSV' },
    out: { type: 'string', what: 'Write CSV to this file' },
  },
  async run({ words, flags, env, screen, now }) {
    const days = Number(text(flags.days) ?? 14);
    if (!Number.isInteger(days) || days < 1)
      throw new UsageFault('--days must be a whole number from 1.');
    if (flags.csv === true && screen.json)
      throw new UsageFault('--csv and --json exclude each other: choose one.');
    if (flags.fields === true) return sayFields(screen, clientFor(flags, env, screen));
    const out = text(flags.out);
    if (out !== undefined) await checkWritable(out);
    const grouping = text(flags.by) ?? 'campaign';
    // Accounts of several currencies cannot be added up.
    const by =
      words.length > 0 || grouping.includes('accountId') ? grouping : `${grouping},accountId`;
    const figures = text(flags.metrics) ?? 'spend,impressions,clicks,ctr,results,costPerResult';
    const client = clientFor(flags, env, screen);
    const accounts =
      words.length > 0 ? await accountsFor(client, words) : await allAccounts(client);
    const timed = /(^|,)(day|date|week|month)(,|$)/.exec(by)?.[2];
    // What is no figure or grouping is refused by the service, in its words.
    const query = {
      accountIds: accounts,
      startDate: text(flags.from) ?? dayOf(now() - days * DAY),
      endDate: text(flags.to) ?? dayOf(now() - DAY),
      groupBy: by,
      metrics: figures,
      sortBy: text(flags.sort) ?? timed ?? figures.split(',')[0] ?? 'spend',
      sortDirection: timed === undefined || flags.sort !== undefined ? 'DESC' : 'ASC',
      limit: text(flags.limit) ?? '100',
      breakdowns: text(flags.breakdowns),
      attributionWindow: text(flags.window),
      compareTo: text(flags.compare),
      q: text(flags.search),
    } as InputOf<'reports.query'>;
    const report = await asUsage(
      {
        startDate: 'from',
        endDate: 'to',
        groupBy: 'by',
        metrics: 'metrics',
        sortBy: 'sort',
        limit: 'limit',
        breakdowns: 'breakdowns',
        attributionWindow: 'window',
        compareTo: 'compare',
        q: 'search',
      },
      () => client.reports.query(query),
    );
    const plain = report.data.map(
      ({ resultsByType: _, resultsNote: __, name = {}, previous, change, ...row }) => ({
        ...columnsOf(name),
        ...row,
        ...comparedColumns(previous, change),
      }),
    );
    const columns = [...new Set(plain.flatMap((row) => Object.keys(row)))];
    if (out !== undefined) {
      await writeFile(out, recordsCsv(plain));
      screen.say(`  ${report.data.length} rows in ${out}.`);
    } else if (flags.csv === true) screen.print(recordsCsv(plain));
    else
      sayReport(
        screen,
        {
          data: await withPlatformNames(client, plain),
          pagination: report.pagination,
          whole: await wholeOf(client, query, report),
        },
        columns.filter((column) => !column.endsWith('Id') || by.includes(column)),
        figures.split(','),
      );
    return screen.tell(out === undefined ? report : { ...report, file: out });
  },
};

/** People read `Meta` where programs read `primary`. */
async function withPlatformNames<R extends { readonly platform?: string | null | undefined }>(
  client: Client,
  rows: readonly R[],
) {
  if (rows.every(({ platform }) => platform === undefined)) return rows;
  const { nameOf } = await platformWords(client);
  return rows.map((row) => (row.platform ? { ...row, platform: nameOf(row.platform) } : row));
}

/**
 * The sums of all rows, where not all are shown: asked for as such, since rows that are not shown
 * were not read.
 */
async function wholeOf(
  client: Client,
  query: InputOf<'reports.query'>,
  { data, pagination }: Report,
): Promise<readonly Row[] | undefined> {
  // Names are looked for at the level of the rows: without them it would be another question.
  if (pagination.total <= data.length || query.q !== undefined) return undefined;
  const { compareTo: _, breakdowns: __, ...plain } = query;
  const metrics = String(query.metrics)
    .split(',')
    .filter((metric) => SUMMED.includes(metric));
  const [first] = metrics;
  if (first === undefined) return undefined;
  const asked = {
    ...plain,
    groupBy: 'platform',
    metrics: metrics.join(),
    sortBy: first,
    limit: '100',
  };
  const whole = await client.reports.query(asked as typeof query).catch(() => undefined);
  return whole?.data as readonly Row[] | undefined;
}

/** Fields of names as they were asked for: `name.hook`. */
const columnsOf = (name: {
  readonly [field: string]: string | null;
}): { readonly [column: string]: string | null } =>
  Object.fromEntries(Object.entries(name).map(([field, value]) => [`name.${field}`, value]));

function comparedColumns(
  previous: Figures,
  change: Figures,
): { readonly [column: string]: number | string | null } {
  const columns: { [column: string]: number | string | null } = {};
  for (const [name, value] of Object.entries(previous ?? {})) {
    const share = change?.[name as keyof typeof change];
    columns[`${name} before`] = value ?? null;
    columns[`${name} change`] =
      typeof share === 'number' ? `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %` : null;
  }
  return columns;
}

/** Those that have figures: not every platform offers reports. */
async function allAccounts(client: Client): Promise<string[]> {
  const [{ data }, platforms] = await Promise.all([
    client.accounts.list({ limit: 200 }),
    client.platforms.list(),
  ]);
  const reporting = platforms.data
    .filter(({ offers }) => offers.includes('report.daily'))
    .map(({ id }) => id);
  return data
    .filter(({ status, platform }) => status === 'active' && reporting.includes(platform))
    .map(({ id }) => id);
}

const SUMMED: readonly string[] = ['spend', 'impressions', 'clicks'];

/**
 * Digits after the point of a column: those of the currency for money, none where all are whole.
 */
function digitsIn(column: string, peers: readonly Row[]): number {
  const metric = metricByName(column);
  if (metric !== undefined && metrics[metric].type === 'money')
    return digitsOf(peers[0]?.currency as string | undefined);
  return peers.some((row) => Number.isInteger(row[column] ?? 0) === false) ? 2 : 0;
}

/** What stands for all rows, which are of one currency; nothing where no honest number exists. */
function totalIn(data: readonly Row[], column: string): number | undefined {
  const key = metricByName(column);
  const total = key === undefined ? undefined : totalOf([key], data, true)[key];
  return typeof total === 'number' ? total : undefined;
}

/** `campaignName` as people write it. */
const titled = (column: string): string =>
  /^(ctr|cp[acm]|roas)$/.test(column)
    ? column.toUpperCase()
    : column.charAt(0).toUpperCase() +
      column.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const totalDigits = (column: string, total: number, data: readonly Row[]): number =>
  Math.max(digitsIn(column, data), Number.isInteger(total) || digitsIn(column, data) > 0 ? 0 : 2);

const show = (value: string | number | null | undefined, digits: number): string =>
  typeof value === 'number'
    ? value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : String(value ?? '–');

function sayReport(
  screen: Parameters<Command['run']>[0]['screen'],
  {
    data,
    pagination,
    whole,
  }: {
    readonly data: readonly Row[];
    readonly pagination: Report['pagination'];
    /** Rows that add up to all there is, where `data` is not all. */
    readonly whole?: readonly Row[] | undefined;
  },
  columns: readonly string[],
  asked: readonly string[],
): void {
  if (data.length === 0) {
    screen.say('  Nothing was delivered in these days.');
    return;
  }
  const [first = ''] = asked;
  const rows = data.map((row) => {
    // Bars and decimals are alike where figures can be compared: among rows of one currency.
    const peers = data.filter(({ currency }) => currency === row.currency);
    const most = Math.max(...peers.map((peer) => Number(peer[first] ?? 0)));
    return [
      ...columns.map((column) => show(row[column], digitsIn(column, peers))),
      screen.paint.cyan(bar(most === 0 ? 0 : Number(row[first] ?? 0) / most, 16).trimEnd()),
    ];
  });
  const numbers = columns.flatMap((column, i) => (asked.includes(column) ? [i] : []));
  const currencies = new Set(data.map(({ currency }) => currency));
  const isCut = pagination.total > data.length;
  const label = isCut
    ? whole === undefined
      ? 'Total of these rows'
      : `Total of all ${pagination.total} rows`
    : 'Total';
  const summed = columns.map((column) =>
    asked.includes(column) ? totalIn(whole ?? data, column) : undefined,
  );
  // Several currencies have no sum.
  const totals =
    currencies.size > 1 || summed.every((total) => total === undefined) || data.length < 2
      ? []
      : [
          [
            ...columns.map((column, i) => {
              const total = summed[i];
              return total === undefined
                ? i === 0
                  ? label
                  : ''
                : show(total, totalDigits(column, total, data));
            }),
            '',
          ],
        ];
  const headers = [...columns.map(titled), ''];
  // Output that is no terminal has no width.
  const width = screen.terminal ? screen.columns : 160;
  for (const line of formatTable([headers, ...rows, ...totals], { width, numbers, fits: true }))
    screen.say(line);
  if (isCut)
    screen.say(
      screen.paint.dim(`  ${data.length} of ${pagination.total} rows; --limit shows more.`),
    );
}

export const commands: readonly Command[] = [reportCommand];

/** `slipway report --fields`: what can be asked for, and of which platforms. */
async function sayFields(screen: Screen, client: Client): Promise<number | undefined> {
  const [fields, { nameOf }] = await Promise.all([client.reports.fields(), platformWords(client)]);
  const named = (platforms: readonly string[]): string => platforms.map(nameOf).join(', ');
  screen.say(screen.paint.bold('  --metrics'));
  const metrics = fields.metrics.map(({ key, label, platforms }) => [key, label, named(platforms)]);
  saySheet(screen, ['Figure', 'What it is', 'Platforms'], metrics);
  screen.say();
  screen.say(screen.paint.bold('  --by, --breakdowns'));
  const groups = fields.dimensions.map(({ key, label, platforms, offers }) => [
    key,
    label,
    offers === undefined
      ? platforms === undefined
        ? 'all'
        : named(platforms)
      : offers
          .map(
            ({ platform, finest, mostDays }) =>
              `${nameOf(platform)} (by ${finest}${daysOf(mostDays)})`,
          )
          .join(', '),
  ]);
  saySheet(screen, ['Grouping', 'What it is', 'Platforms'], groups);
  return screen.tell(fields);
}

const daysOf = (most: number | undefined): string =>
  most === undefined ? '' : `, ${most} day${most === 1 ? '' : 's'} at most`;
