import { badCursor } from '../../kit/failures.ts';
import { asRow, at, numeric, said, text, wordsIn } from '../../kit/json.ts';
import type {
  Access,
  ChangeEvent,
  Clock,
  CursorPage,
  HistoryCapability,
  Row,
} from '../../types.ts';
import { definition } from '../definition.ts';
import type { Api } from '../wire/client.ts';
import { lastPart, select } from '../wire/gaql.ts';
import { msOf, platformTime } from '../wire/values.ts';

const day = 86_400_000;
/** The platform tells changes of 30 days, 10,000 at a time. */
const daysTold = 30;
const mostTold = 10_000;

const fields = wordsIn(`
  resource_name change_date_time change_resource_type change_resource_name client_type user_email resource_change_operation
  changed_fields old_resource new_resource campaign
`).map((field) => `change_event.${field}`);

type Names = ReadonlyMap<string, string>;

export function createHistory(api: Api, clock: Clock): HistoryCapability {
  return {
    days: daysTold,
    budgetFields: ['amount'],
    async changes(access, { objectId, since, until, limit, after }) {
      const start = placeOf(api, after);
      const earliest = clock.now() - daysTold * day + 60_000;
      const from = Math.max(since ?? earliest, earliest);
      const to = until ?? clock.now() + day;
      if (from >= to) return { data: [] };
      const all = await eventsBetween(api, access, from, to);
      const wanted = all.filter((event) => objectId === undefined || event.objectId === objectId);
      const data = wanted.slice(start, start + limit);
      const page: CursorPage<ChangeEvent> = { data };
      return start + limit < wanted.length ? { ...page, after: String(start + limit) } : page;
    },
  };
}

function placeOf({ wire }: Api, cursor: string | undefined) {
  if (cursor === undefined) return 0;
  if (/^\d{1,6}$/.test(cursor)) return Number(cursor);
  throw badCursor(wire.fail);
}

async function eventsBetween(
  api: Api,
  access: Access,
  from: number,
  to: number,
): Promise<readonly ChangeEvent[]> {
  const field = 'change_event.change_date_time';
  const conditions = [
    `${field} >= '${platformTime(from, access.timezone)}'`,
    `${field} <= '${platformTime(to, access.timezone)}'`,
  ];
  const rest = `ORDER BY ${field} DESC LIMIT ${mostTold}`;
  const rows = await api.search(access, select(fields, 'change_event', conditions, rest));
  if (rows.length === 0) return [];
  const [campaigns, budgets] = await campaignNames(api, access);
  const adGroups = namesIn(
    await api.search(access, select(['ad_group.id', 'ad_group.name'], 'ad_group')),
    'adGroup',
  );
  return rows.map((row) =>
    eventOf(access, asRow(row.changeEvent) ?? {}, { campaigns, budgets, adGroups }),
  );
}

/** With removed ones, and the campaign of each budget that only one uses. */
async function campaignNames({ search }: Api, access: Access): Promise<readonly [Names, Names]> {
  const rows = await search(
    access,
    select(['campaign.id', 'campaign.name', 'campaign.campaign_budget'], 'campaign'),
  );
  const names = namesIn(rows, 'campaign');
  const budgets = new Map<string, string>();
  for (const { campaign } of rows) {
    const budget = said(asRow(campaign)?.campaignBudget);
    budgets.set(budget, budgets.has(budget) ? '' : said(asRow(campaign)?.id));
  }
  return [names, budgets];
}
const namesIn = (rows: readonly Row[], part: 'campaign' | 'adGroup') =>
  new Map(rows.map((row) => [said(row, part, 'id'), said(row, part, 'name')]));

interface Known {
  readonly campaigns: Names;
  readonly budgets: Names;
  readonly adGroups: Names;
}

const types: { readonly [resource: string]: string } = {
  CAMPAIGN: 'campaign',
  AD_GROUP: 'adset',
  AD_GROUP_AD: 'ad',
  AD: 'ad',
};

function eventOf(access: Access, event: Row, known: Known): ChangeEvent {
  const resource = said(event.changeResourceType);
  const operation = said(event.resourceChangeOperation);
  const { type, id, name } = objectOf(resource, said(event.changeResourceName), known);
  const at_ = msOf(event.changeDateTime, access.timezone) ?? 0;
  const actor = text(event.userEmail) ?? text(event.clientType) ?? 'Google Ads';
  return {
    eventTime: Math.floor(at_ / 1_000),
    eventType: `${operation}_${resource}`.toLowerCase(),
    translatedEventType: `${operation} ${resource.replace(/_/g, ' ')}`.toLowerCase(),
    objectId: id,
    objectName: name,
    objectType: type,
    actorId: actor,
    actorName: actor,
    changes: changesOf(access, event),
  };
}

/** A budget of one campaign counts as the campaign. */
function objectOf(resource: string, resourceName: string, { campaigns, budgets, adGroups }: Known) {
  const last = lastPart(resourceName);
  const campaign = budgets.get(resourceName);
  if (resource === 'CAMPAIGN_BUDGET' && campaign)
    return { type: 'campaign', id: campaign, name: campaigns.get(campaign) ?? '' };
  const id = resource === 'AD_GROUP_AD' ? (last.split('~')[1] ?? last) : last;
  const name =
    resource === 'CAMPAIGN'
      ? campaigns.get(id)
      : resource === 'AD_GROUP'
        ? adGroups.get(id)
        : undefined;
  return { type: types[resource] ?? resource.toLowerCase(), id, name: name ?? '' };
}

/** Money in minor units, under the name of the amount: `amount`, not `amountMicros`. */
function changesOf({ currency }: Access, event: Row): ChangeEvent['changes'] {
  const inner = (resource: unknown) => asRow(Object.values(asRow(resource) ?? {})[0]) ?? {};
  const [before, after] = [inner(event.oldResource), inner(event.newResource)];
  const minor = definition.currencies.minorUnits(currency) ?? 1;
  const shown = (field: string, value: unknown) =>
    /[mM]icros$/.test(field) && value !== undefined
      ? ((numeric(value) ?? 0) * minor) / 1_000_000
      : (value ?? null);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].map((field) => [
      field.replace(/Micros$/, ''),
      { old: shown(field, at(before, field)), new: shown(field, at(after, field)) },
    ]),
  );
}
