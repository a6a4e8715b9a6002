import { stateOf } from '../../../../core/accounts/states.ts';
import { settingsPages } from '../../../../core/base/settings-pages.ts';
import { dayNumber } from '../../../../core/base/time/days.ts';
import { bestFirst, metricByName } from '../../../../core/report/metrics.ts';
import type { AnswerOf, InputOf } from '../../../client/client.ts';
import { asking } from '../../base/asking.ts';
import {
  asUsage,
  type Command,
  type CommandInput,
  type Flags,
  serviceFlags,
  text,
  UsageFault,
} from '../../base/command.ts';
import {
  accountFlag,
  accountFor,
  currencyOf,
  digitsOf,
  limitIn,
  platformWords,
} from '../../base/given.ts';
import type { Screen } from '../../base/screen.ts';
import { clientFor } from '../../base/service.ts';
import { saySheet } from '../../base/table.ts';

/** With the decimals of the currency. */
const moneyIn =
  (currency: string | undefined) =>
  (value: number | null | undefined): string =>
    value === null || value === undefined
      ? '–'
      : value.toLocaleString('en', {
          minimumFractionDigits: digitsOf(currency),
          maximumFractionDigits: digitsOf(currency),
        });

const headIn = (currency: string | undefined): string =>
  currency === undefined ? '' : ` (${currency})`;
const whole = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toLocaleString('en');

const sum = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

const rangeFlags: Flags = {
  from: { type: 'string', what: 'First day of the figures, YYYY-MM-DD' },
  to: { type: 'string', what: 'Last day, YYYY-MM-DD' },
  limit: { type: 'string', what: 'Rows, 1 to 200 (50)' },
};

function dayIn(flag: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (dayNumber(given) === undefined)
    throw new UsageFault(`--${flag} must be a day such as 2026-10-31.`);
  return given;
}

function rangeIn({ from, to }: CommandInput['flags']) {
  const [startDate, endDate] = [dayIn('from', text(from)), dayIn('to', text(to))];
  return { ...(startDate && { startDate }), ...(endDate && { endDate }) };
}

/** Days up to yesterday that are asked about by default. */
const DAYS = 14;
const DAY_MS = 86_400_000;

function rankedRange({ flags, now }: CommandInput) {
  const dayBefore = (days: number): string =>
    new Date(now() - days * DAY_MS).toISOString().slice(0, 10);
  return { startDate: dayBefore(DAYS), endDate: dayBefore(1), ...rangeIn(flags) };
}

/** What the service may refuse of a list, and the flag it was given by. */
const listFlags = {
  accountId: 'account',
  accountIds: 'account',
  status: 'status',
  limit: 'limit',
  metric: 'metric',
  startDate: 'from',
  endDate: 'to',
  campaignId: 'campaign',
  adSetId: 'adset',
};

const sayMore = (screen: Screen, shown: number, total: number): void => {
  if (total > shown) screen.say(screen.paint.dim(`  ${shown} of ${total}; --limit shows more.`));
};

const accounts: Command = {
  name: 'accounts',
  summary: 'Your ad accounts with currency, time zone and status',
  usage: '[--platform NAME]',
  examples: [
    'slipway accounts',
    'slipway accounts --platform TikTok',
    'slipway accounts --json | jq -r .data[].id',
  ],
  flags: {
    ...serviceFlags,
    platform: { type: 'string', what: 'Only those of this platform, such as Meta' },
  },
  async run({ flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    const { idOf, nameOf } = await platformWords(client);
    const platform = text(flags.platform);
    const answer = await asUsage({ platform: 'platform' }, () =>
      client.accounts.list({
        limit: 200,
        ...(platform !== undefined && { platform: idOf(platform) }),
      }),
    );
    const rows = answer.data.map((each) => [
      each.id,
      each.name,
      nameOf(each.platform),
      each.currency,
      each.timezone,
      each.status,
    ]);
    if (rows.length === 0 && platform !== undefined)
      screen.say(`  No ad account of ${nameOf(idOf(platform))}.`);
    else if (rows.length === 0)
      screen.say(`  No ad account yet. Connect a platform: ${settingsPages.connections}.`);
    else saySheet(screen, ['Id', 'Name', 'Platform', 'Currency', 'Time zone', 'Status'], rows);
    return screen.tell(answer);
  },
};

const adSets = asking({
  name: 'adsets',
  summary: 'Ad sets of an account with budget, room and figures',
  usage: '[ACCOUNT] [--campaign ID] [--status ACTIVE]',
  optional: 1,
  examples: [
    'slipway adsets "Harbour Europe"',
    'slipway adsets act_1001 --status ACTIVE --json | jq -r .data[].value',
  ],
  flags: {
    ...accountFlag,
    ...rangeFlags,
    campaign: { type: 'string', what: 'Only those of this campaign' },
    status: { type: 'string', what: 'ACTIVE, PAUSED, ARCHIVED or DELETED' },
  },
  fields: listFlags,
  async ask(client, [word], { flags }) {
    const range = rangeIn(flags);
    const limit = limitIn(flags.limit, 50);
    const [campaignId, status] = [text(flags.campaign), text(flags.status)];
    const query = {
      accountId: await accountFor(client, flags, word),
      limit,
      ...range,
      ...(campaignId !== undefined && { campaignId }),
      ...(status !== undefined && { status }),
    };
    // What is no status is refused by the service.
    return client.reports.adSets(query as InputOf<'reports.adSets'>);
  },
  async show({ data, pagination }, screen, { client, flags, words: [word] }) {
    const currency = await currencyOf(client, await accountFor(client, flags, word));
    const money = moneyIn(currency);
    const rows = data.map((each) => [
      each.value,
      each.label,
      each.campaign.name,
      stateOf(each) ?? '',
      money(each.dailyBudget ?? each.lifetimeBudget),
      `${each.adCount}/${each.capacity}`,
      money(each.spend),
    ]);
    const total = [
      '',
      'Total',
      '',
      '',
      money(sum(data.map((each) => each.dailyBudget))),
      '',
      money(sum(data.map(({ spend }) => spend))),
    ];
    if (rows.length === 0) screen.say('  No ad set is here.');
    else {
      const headers = [
        'Id',
        'Ad set',
        'Campaign',
        'State',
        `Budget${headIn(currency)}`,
        'Ads',
        `Spend${headIn(currency)}`,
      ];
      saySheet(screen, headers, rows, { numbers: [4, 5], totals: total });
    }
    sayMore(screen, data.length, pagination.total);
  },
});

const ads = asking({
  name: 'ads',
  summary: 'Ads of an account or an ad set with their status',
  usage: '[ACCOUNT | --adset ID] [--status ACTIVE]',
  optional: 1,
  examples: ['slipway ads act_1001 --status ACTIVE', 'slipway ads --adset 120000001001200211'],
  flags: {
    ...accountFlag,
    adset: { type: 'string', what: 'Only those of this ad set' },
    status: { type: 'string', what: 'ACTIVE, PAUSED, ARCHIVED or DELETED' },
    limit: { type: 'string', what: 'Rows, 1 to 200 (50)' },
  },
  fields: listFlags,
  async ask(client, [word], { flags }) {
    const [adSetId, status] = [text(flags.adset), text(flags.status)];
    const query = {
      limit: limitIn(flags.limit, 50),
      ...(adSetId !== undefined && { adSetId }),
      ...((adSetId === undefined || flags.account !== undefined || word !== undefined) && {
        accountId: await accountFor(client, flags, word),
      }),
      ...(status !== undefined && { status }),
    };
    return client.manage.listAds(query as InputOf<'manage.listAds'>);
  },
  show({ data, paging, count }, screen) {
    const rows = data.map((each) => [
      each.id,
      each.name,
      stateOf(each) ?? '',
      each.createdTime?.slice(0, 10) ?? '',
    ]);
    saySheet(screen, ['Id', 'Ad', 'State', 'Created'], rows, { none: 'No ad is here.' });
    if (paging.cursors.after !== null)
      screen.say(screen.paint.dim(`  The first ${count}; --limit shows more.`));
  },
});

const numberIn = (row: object, name: string): number | null => {
  const found: unknown = Reflect.get(row, name);
  return typeof found === 'number' ? found : null;
};

type TopAds = AnswerOf<'reports.topAds'>['data'];

const top: Command = {
  name: 'top',
  summary: 'The best ads of an account by a figure',
  usage: '[ACCOUNT] [--metric spend] [--worst]',
  words: 1,
  examples: [
    'slipway top act_1001 --metric roas',
    'slipway top act_1001 --metric costPerResult --worst --limit 5',
  ],
  flags: {
    ...serviceFlags,
    ...accountFlag,
    ...rangeFlags,
    metric: { type: 'string', what: 'The figure they are ranked by (spend)' },
    worst: { type: 'boolean', what: 'The worst first: the lowest figure, the highest cost' },
  },
  async run(input) {
    const { flags, env, screen } = input;
    const client = clientFor(flags, env, screen);
    const metric = text(flags.metric) ?? 'spend';
    const key = metricByName(metric);
    const accountId = await accountFor(client, flags, input.words[0]);
    const best = key === undefined ? 'DESC' : bestFirst(key);
    const range = rankedRange(input);
    const query = {
      accountIds: [accountId],
      metric,
      limit: limitIn(flags.limit, 10, 50),
      ...(flags.worst === true && { sortDirection: best === 'ASC' ? 'DESC' : 'ASC' }),
      ...range,
    };
    const answer = await asUsage(listFlags, () =>
      client.reports.topAds(query as Parameters<typeof client.reports.topAds>[0]),
    );
    const shown = ['spend', 'results', 'costPerResult', 'impressions', 'clicks'];
    const own = shown.includes(key ?? metric) ? [] : [metric];
    const value = (ad: TopAds[number], name: string): number | null => numberIn(ad, name);
    const currency = await currencyOf(client, accountId);
    const money = moneyIn(currency);
    const rows = answer.data.map((ad, i) => [
      String(i + 1),
      ad.adName ?? '',
      ad.adId ?? '',
      ...(own.length === 0 ? [] : [money(value(ad, metric))]),
      money(value(ad, 'spend')),
      whole(value(ad, 'results')),
      money(value(ad, 'costPerResult')),
      whole(value(ad, 'impressions')),
      whole(value(ad, 'clicks')),
    ]);
    if (rows.length === 0) screen.say('  Nothing was delivered in these days.');
    else {
      const headers = [
        '#',
        'Ad',
        'Id',
        ...own,
        `Spend${headIn(currency)}`,
        'Results',
        `CPA${headIn(currency)}`,
        'Impressions',
        'Clicks',
      ];
      saySheet(screen, headers, rows, {
        numbers: headers
          .map((_, i) => i)
          .filter((i) => i === 0 || i > 2)
          .slice(0, -1),
      });
    }
    return screen.tell(answer);
  },
};

export const commands: readonly Command[] = [accounts, adSets, ads, top];
