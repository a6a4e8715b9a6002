import * as v from 'valibot';
import { bestFirst, metricByName } from '../../core/report/metrics.ts';
import { answered, answeredBy, MOST_ROWS, marked, rowsAnswer } from './answers.ts';
import { byName, inFull, listed, listedKinds, readKinds } from './entities.ts';
import { reportFile } from './features/registry.ts';
import { tool } from './tool.ts';

const text = (most: number, description: string) =>
  v.pipe(v.string(), v.maxLength(most), v.description(description));
export const accountId = text(200, 'The id of an ad account, as list_accounts gives it.');
const day = (description: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\d$/, 'Give a day as YYYY-MM-DD.'),
    v.description(description),
  );
const few = v.optional(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(MOST_ROWS),
    v.description('Default 20.'),
  ),
);

const from = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description('How many to pass over.')),
);

/** At most fifty rows. Texts that others wrote are in `untrusted` of each row. */
export const rowsOutput = v.looseObject({
  rows: v.array(v.looseObject({})),
  shown: v.number(),
  total: v.number(),
});
export const anyOutput = v.looseObject({});

const listAccounts = tool({
  name: 'list_accounts',
  title: 'List ad accounts',
  description:
    'The ad accounts of the company with platform, currency, time zone and status. Start here: every other tool wants their ids.',
  scope: 'read',
  effects: 'reads',
  input: v.strictObject({
    platform: v.optional(text(40, 'Only this platform.')),
    name: v.optional(text(200, 'Part of a name or id.')),
    offset: from,
  }),
  output: rowsOutput,
  async run({ api }, { platform, name, offset = 0 }) {
    const { data } = await api.accounts.list({
      limit: 200,
      ...(platform !== undefined && { platform }),
    });
    const found = byName(
      data.map((account) => ({ ...account, name: account.name })),
      name,
    );
    return answered(rowsAnswer(found.slice(offset), found.length, {}, offset));
  },
});

const findEntities = tool({
  name: 'find_entities',
  title: 'Find campaigns, ad sets, ads and more',
  description:
    'Lists things of one kind, by name if given. campaign, ad_set, ad and page need accountId; ad_set takes a campaign and ad an ad set as parentId. The nearest names come when none contains the text.',
  scope: 'read',
  effects: 'reads',
  input: v.strictObject({
    kind: v.picklist(listedKinds),
    accountId: v.optional(accountId),
    parentId: v.optional(text(200, 'The campaign of ad sets, the ad set of ads.')),
    name: v.optional(text(200, 'Part of a name or id.')),
    limit: few,
    offset: from,
  }),
  output: rowsOutput,
  async run(session, { limit = 20, offset = 0, name, ...which }) {
    const { rows, total } = await listed(session, which);
    const found = byName(rows, name);
    const count = name === undefined && found.length === rows.length ? total : found.length;
    return answered(rowsAnswer(found.slice(offset, offset + limit), count, {}, offset));
  },
});

const getEntity = tool({
  name: 'get_entity',
  title: 'Look at one thing in full',
  description: `Everything about one thing by its id: ${readKinds.join(', ')}. An ad needs no account. A batch tells which ads were launched, which failed, why, and what to do.`,
  scope: 'read',
  effects: 'reads',
  input: v.strictObject({
    kind: v.picklist(readKinds),
    id: text(200, 'Its id; of a plan its digest.'),
  }),
  output: anyOutput,
  async run(session, { kind, id }) {
    const found = await inFull(session, kind, id);
    return answeredBy(found, { [kind]: marked(found) });
  },
});

const list = (description: string) =>
  v.optional(v.pipe(v.array(v.string()), v.maxLength(50), v.description(description)));

const queryReport = tool({
  name: 'query_report',
  title: 'Query figures',
  description:
    'Figures of ad accounts, grouped and sorted, for days on the calendar of each account. search_actions "reports.fields" and the resource slipway://reports/fields name all metrics and groupings. Reach is never summed. With export: true a file with all rows is made.',
  scope: 'read',
  effects: 'reads',
  input: v.strictObject({
    accountIds: v.pipe(v.array(accountId), v.minLength(1), v.maxLength(50)),
    startDate: day('First day.'),
    endDate: day('Last day, included.'),
    groupBy: list('Such as campaignName, adsetName, adName, accountId, day, week, country.'),
    metrics: list('Such as spend, impressions, clicks, ctr, cpc, conversions, roas.'),
    sortBy: v.optional(text(60, 'A metric or grouping.')),
    campaignIds: list('Only these campaigns.'),
    limit: few,
    offset: from,
    export: v.optional(
      v.pipe(v.boolean(), v.description('Also make a file of all rows by ad and day.')),
    ),
  }),
  output: rowsOutput,
  async run(
    { api, publicUrl },
    {
      accountIds,
      startDate,
      endDate,
      groupBy,
      metrics,
      sortBy,
      campaignIds,
      limit = 20,
      offset = 0,
      export: wanted,
    },
  ) {
    const { data, pagination, metadata } = await api.reports.query({
      accountIds,
      startDate,
      endDate,
      limit,
      offset,
      ...(groupBy && { groupBy }),
      ...(metrics && { metrics }),
      ...(sortBy !== undefined && { sortBy }),
      ...(campaignIds && { 'filters[campaignId]': campaignIds }),
    });
    const answer = rowsAnswer(data, pagination.total, { metadata }, offset);
    if (wanted !== true) return answered(answer);
    const file = await reportFile?.(api, { accountIds, startDate, endDate });
    if (file === undefined) return answered({ ...answer, export: 'This service makes no files.' });
    const exportId = file.id;
    const uri = `${publicUrl}${file.path}`;
    return answered({ ...answer, export: { exportId, uri } }, [
      {
        type: 'resource_link',
        uri,
        name: `${exportId}.csv`,
        mimeType: 'text/csv',
        description: 'All rows; there when get_entity says success.',
      },
    ]);
  },
});

const topAds = tool({
  name: 'top_ads',
  title: 'The ads that lead by a metric',
  description:
    'The best or worst ads of accounts by one metric, with their pictures. The best by a cost are the cheapest.',
  scope: 'read',
  effects: 'reads',
  input: v.strictObject({
    accountIds: v.pipe(v.array(accountId), v.minLength(1), v.maxLength(50)),
    startDate: day('First day.'),
    endDate: day('Last day, included.'),
    metric: v.optional(text(60, 'Default: spend.')),
    worst: v.optional(v.boolean()),
    limit: few,
  }),
  output: rowsOutput,
  async run({ api }, { accountIds, startDate, endDate, metric = 'spend', worst, limit = 20 }) {
    const { data, pagination, metadata } = await api.reports.topAds({
      accountIds,
      startDate,
      endDate,
      limit,
      metric,
      ...(worst === true && {
        sortDirection: bestFirst(metricByName(metric) ?? 'spend') === 'ASC' ? 'DESC' : 'ASC',
      }),
    });
    return answered(rowsAnswer(data, pagination.total, { metadata }));
  },
});

export const readTools = [listAccounts, findEntities, getEntity, queryReport, topAds];
