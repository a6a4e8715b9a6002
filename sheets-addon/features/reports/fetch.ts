import { dayAt } from '../../../core/base/time/days.ts';
import { dimensionKeys, dimensions } from '../../../core/report/dimensions.ts';
import { metricKeys, metrics } from '../../../core/report/metrics.ts';
import {
  isTopOnly,
  PAGE,
  queriesOf,
  type ReportDefinition,
} from '../../../core/sheet/report-definition.ts';
import { type ShapedRow, shapeRows } from '../../../core/sheet/report-shape.ts';
import type { AnswerOf, InputOf } from '../../../server/client/types.ts';
import { rememberedAccounts } from '../../base/accounts.ts';
import type { App } from '../../base/app.ts';
import { accountsNamed, platformName } from '../../base/platforms.ts';
import { Problem } from '../../base/problem.ts';
import { local, say } from '../../base/say.ts';
import type { Service } from '../../base/service.ts';

type Query = InputOf<'reports.query'>;
type Answer = AnswerOf<'reports.query'>;

export interface Figures {
  readonly rows: readonly ShapedRow[];
  /** Of all amounts; null when rows have their own. */
  readonly currency: string | null;
  /** The platform could not be asked: these are the service's last good figures. */
  readonly stale: boolean;
  readonly warnings: readonly string[];
}

/** More would fill a spreadsheet and take the service's whole limit. */
const MOST_ROWS = 20_000;

/** Accounts that the service refuses are left out, and named; the others have their figures. */
export async function fetchReport(
  app: App,
  service: Service,
  definition: ReportDefinition,
): Promise<Figures> {
  const { accountIds } = definition;
  try {
    return await fetchTogether(app, service, definition);
  } catch (error) {
    if (!(error instanceof Problem) || !error.isAnswer || accountIds.length < 2) throw error;
    const today = dayAt(app.clock.now(), zoneOf(app, definition));
    const alone = accountIds.map(
      (id) => queriesOf({ ...definition, accountIds: [id] }, today)?.[0] ?? {},
    );
    const answers = await service.tryAll(
      'reports.query',
      alone.map((query) => ({ ...query, limit: 1 }) as Query),
    );
    const refusals = answers.flatMap((answer, i) =>
      answer instanceof Problem ? [{ id: accountIds[i] ?? '', answer }] : [],
    );
    const others = accountIds.filter((id) => refusals.every((refusal) => refusal.id !== id));
    if (refusals.length === 0 || others.length === 0) throw error;
    const figures = await fetchTogether(app, service, { ...definition, accountIds: others });
    const left = refusals.map(({ id, answer }) =>
      say('leftOut', { account: id, message: inWords(answer).message }),
    );
    return { ...figures, warnings: [...left, ...figures.warnings] };
  }
}

async function fetchTogether(
  app: App,
  service: Service,
  definition: ReportDefinition,
): Promise<Figures> {
  const today = dayAt(app.clock.now(), zoneOf(app, definition));
  const own = await answersOf(service, definition, queriesOf(definition, today));
  const before =
    definition.compare &&
    (await answersOf(service, definition, queriesOf(definition, today, true)));
  const answers = [...own.answers, ...(before?.answers ?? [])];
  const currencies = new Set(own.answers.map(({ metadata }) => metadata.currency));
  const [single = null] = currencies;
  const currency = currencies.size === 1 ? single : null;
  const called = (found: Answer['data']): Answer['data'] =>
    found.map((row) =>
      row.platform
        ? { ...row, platform: platformName(row.platform), platformId: row.platform }
        : row,
    );
  const rows = shapeRows(definition, called(own.rows), {
    before: called(before?.rows ?? []),
    today,
    currency,
  });
  return {
    rows,
    currency,
    stale: answers.some(({ metadata }) => metadata.stale === true),
    warnings: [
      ...(rows[rows.length - 1]?.mixedResults === true ? [say('unlikeResults')] : []),
      ...new Set(answers.flatMap(({ metadata }) => metadata.warnings?.map(local) ?? [])),
    ],
  };
}

async function answersOf(
  service: Service,
  definition: ReportDefinition,
  queries: readonly Query[] | undefined,
): Promise<{ readonly answers: readonly Answer[]; readonly rows: Answer['data'] }> {
  if (queries === undefined) throw new Problem('other', say('tooManyAccounts'));
  const read = (asked: readonly Query[]): Promise<readonly Answer[]> =>
    service.getAll('reports.query', asked).catch((error: unknown) => {
      throw error instanceof Problem ? inWords(error) : error;
    });

  const first = await read(queries);
  // The first page of each request holds the largest: more are asked for only where more are
  // wanted.
  if (isTopOnly(definition) && (definition.top ?? 0) <= PAGE)
    return { answers: first, rows: largest(definition, first) };
  const total = first.reduce((sum, { pagination }) => sum + pagination.total, 0);
  if (total > MOST_ROWS)
    throw new Problem('other', say('tooManyRows', { rows: total, most: MOST_ROWS }));
  const more = first.flatMap(({ pagination }, i) =>
    Array.from(
      { length: Math.max(0, Math.ceil(pagination.total / PAGE) - 1) },
      (_, page): Query => ({ ...queries[i], offset: (page + 1) * PAGE }),
    ),
  );
  const answers = [...first, ...(more.length === 0 ? [] : await read(more))];
  return { answers, rows: inOrder(first, answers) };
}

/** The largest rows of several requests, each of which has answered its own. */
function largest(
  { sort, metrics: shown }: ReportDefinition,
  first: readonly Answer[],
): Answer['data'] {
  const by = (sort?.by ?? shown[0]) as 'spend';
  const sign = sort?.descending === false ? 1 : -1;
  const rows = first.flatMap(({ data }) => data);
  return first.length === 1
    ? rows
    : rows.sort((a, b) => sign * (Number(a[by] ?? 0) - Number(b[by] ?? 0)));
}

/** The zone of all accounts, where they share one; else that of the spreadsheet. */
function zoneOf(app: App, { accountIds }: ReportDefinition): string {
  const accounts = rememberedAccounts(app) ?? [];
  const zones = new Set(
    accountIds.flatMap((id) => accountsNamed(accounts, id)).map(({ timezone }) => timezone),
  );
  const [zone] = zones;
  return zones.size === 1 && zone ? zone : app.spreadsheet.getSpreadsheetTimeZone();
}
/** What the service says of groupings and metrics, in the words of the form. */
function inWords({ kind, message, waitSeconds, isAnswer }: Problem): Problem {
  const names: readonly (readonly [string, string])[] = [
    ...dimensionKeys.map((key) => [key, dimensions[key].label.toLowerCase()] as const),
    ...metricKeys.map((key) => [key, metrics[key].label.toLowerCase()] as const),
  ];
  const words = names
    .filter(([key]) => /[A-Z]/.test(key))
    .reduce((text, [key, label]) => text.split(key).join(label), message);
  return new Problem(kind, words, { isAnswer, ...(waitSeconds !== undefined && { waitSeconds }) });
}

/** Query by query, page by page. */
function inOrder(first: readonly Answer[], answers: readonly Answer[]): Answer['data'] {
  const rows: Answer['data'][number][] = [];
  let next = first.length;
  first.forEach((answer) => {
    rows.push(...answer.data);
    for (let page = 1; page < Math.ceil(answer.pagination.total / PAGE); page++)
      rows.push(...(answers[next++]?.data ?? []));
  });
  return rows;
}
