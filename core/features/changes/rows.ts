import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import { platformCalled } from '../../base/platforms.ts';
import { breaks, refusal, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { type ManagePorts, type Opened, openAccount } from '../../manage/open-account.ts';
import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { Access, AdSet, Campaign, EntityType } from '../../ports/platform-accounts.ts';
import type { AdCreative, AdListing } from '../../ports/platform-reads.ts';
import type { Json } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import type { ObjectRow, ObjectsQuery } from './schema.ts';

export type Values = { readonly [field: string]: Json };

/**
 * What exists, as rows. One call for all campaigns or ad sets; for ads one a page, and one for what
 * 50 of them say.
 */
export async function listObjects(ports: ManagePorts, { companyId }: Actor, query: ObjectsQuery) {
  const { adAccountId, workspaceId, limit = 50, after } = query;
  const request = {
    accountId: adAccountId,
    namedAt: sentName(query, 'adAccountId'),
    ...defined({ workspaceId }),
  };
  const account = await openAccount(ports, companyId, request, 'inspect');
  refuseForeignFilter(query);
  const { data, after: next } = await pageOf(account, query, limit, after);
  return { success: true as const, data, count: data.length, paging: { after: next ?? null } };
}

/** A filter that a level does not have would find all of it. */
export function refuseForeignFilter(
  { level, adSetId }: Pick<ObjectsQuery, 'level' | 'adSetId'>,
  at = '',
): void {
  if (level !== 'campaign' || adSetId === undefined) return;
  throw breaks(
    `${at}adSetId`,
    'not_of_level',
    'A campaign is in no ad set: give campaignId, or the level adset.',
  );
}

interface Page {
  readonly data: ObjectRow[];
  readonly after?: string | undefined;
}

async function pageOf(
  account: Opened<'inspect'>,
  query: ObjectsQuery,
  limit: number,
  after: string | undefined,
  isBrief = false,
): Promise<Page> {
  if (query.level === 'ad') return adsPage(account, query, { limit, after, isBrief });
  const found =
    query.level === 'campaign'
      ? await campaignRows(account, query)
      : await adSetRows(account, query);
  const from = after === undefined ? 0 : Number(after);
  if (!Number.isInteger(from) || from < 0)
    throw refusal('unprocessable_entity', {
      path: 'after',
      code: 'cursor',
      message: 'Give `paging.after` of the answer before.',
    });
  const next = from + limit < found.length ? String(from + limit) : undefined;
  return { data: found.slice(from, from + limit), after: next };
}

/** All of a level, page by page, without what ads say. */
export async function* eachRow(
  account: Opened<'inspect'>,
  query: ObjectsQuery,
): AsyncGenerator<ObjectRow> {
  let after: string | undefined;
  do {
    const page = await pageOf(account, query, 200, after, true);
    yield* page.data;
    after = page.after;
  } while (after !== undefined);
}

const campaignRows = async (
  account: Opened<'inspect'>,
  query: ObjectsQuery,
): Promise<ObjectRow[]> =>
  (await account.platform.accounts.campaigns(account.access))
    .filter(
      (campaign) =>
        passes(campaign, query, account) && [undefined, campaign.id].includes(query.campaignId),
    )
    .map((campaign) => rowOf(account, 'campaign', campaign, { objective: campaign.objective }));

async function adSetRows(account: Opened<'inspect'>, query: ObjectsQuery): Promise<ObjectRow[]> {
  // On some platforms a campaign is its own ad set.
  if (account.platform.definition.adSets === 'campaigns') return [];
  const only = query.campaignId === undefined ? undefined : { campaignIds: [query.campaignId] };
  return (await account.platform.accounts.adSets(account.access, only))
    .filter(
      (adSet) => passes(adSet, query, account) && [undefined, adSet.id].includes(query.adSetId),
    )
    .map((adSet) =>
      rowOf(account, 'adset', adSet, { campaignId: adSet.campaignId, objective: adSet.objective }),
    );
}

async function adsPage(
  account: Opened<'inspect'>,
  query: ObjectsQuery,
  {
    limit,
    after,
    isBrief,
  }: { readonly limit: number; readonly after: string | undefined; readonly isBrief: boolean },
): Promise<Page> {
  const { adSetId, campaignId, status } = query;
  const { access, can } = account;
  const wanted = { limit, ...defined({ adSetId, campaignId, status, after }) };
  const page = await withRequestErrors({ fields: { after: 'after' } }, () =>
    can.ads(access, wanted),
  );
  const ads = page.data.filter((ad) => passes(ad, query, account));
  const said = isBrief ? new Map<string, Content>() : await contentOf(account, ads);
  const data = ads.map((ad) =>
    rowOf(
      account,
      'ad',
      { ...ad, ...said.get(ad.id) },
      { adSetId: ad.adSetId, campaignId: ad.campaignId },
    ),
  );
  return { data, after: page.after };
}

const isAlive = (status: string) => status !== 'DELETED' && status !== 'ARCHIVED';

const passes = (
  { name, status, updatedAt }: Pick<AdListing, 'name' | 'status' | 'updatedAt'>,
  query: Pick<ObjectsQuery, 'name' | 'status' | 'changedSince'>,
  { platform }: Opened<'inspect'>,
) =>
  isAlive(status) &&
  (query.status === undefined || status === query.status) &&
  (query.name === undefined || name.toLowerCase().includes(query.name.toLowerCase())) &&
  (query.changedSince === undefined || isChangedSince(platform, updatedAt, query.changedSince));

/** What may have been changed is not left out in silence. */
function isChangedSince(
  platform: AdPlatform,
  updatedAt: number | undefined,
  since: string,
): boolean {
  if (updatedAt !== undefined) return updatedAt >= Date.parse(since);
  const message = `${platformCalled(platform.definition.label)} does not tell when an object was changed. Leave changedSince out.`;
  throw breaks('changedSince', 'no_change_times', message);
}

/** Fields that rows show. A change may set others too. */
type Known = Content &
  Partial<
    Pick<
      Campaign & AdSet,
      'dailyBudget' | 'lifetimeBudget' | 'bidAmount' | 'startTime' | 'endTime' | 'updatedAt'
    >
  > & {
    readonly id: string;
    readonly name: string;
    readonly status: string;
  };

interface Content {
  readonly link?: string | undefined;
  readonly primaryTexts?: readonly string[] | undefined;
  readonly headlines?: readonly string[] | undefined;
  readonly urlTags?: string | undefined;
}

function rowOf(
  { platform, access }: Opened<'inspect'>,
  level: EntityType,
  object: Known,
  more: Partial<Pick<ObjectRow, 'campaignId' | 'adSetId' | 'objective'>>,
): ObjectRow {
  const values = valuesOf(object);
  return {
    level,
    id: object.id,
    adAccountId: access.adAccountId,
    ...defined({ ...more, updatedTime: iso(object.updatedAt) }),
    values,
    canChange: changeable(platform, level, values),
    revision: canonicalJson({ ...untold(level, object), ...values }),
  };
}

const SAID = ['link', 'urlTags', 'primaryTexts', 'headlines'];
const TOLD = ['dailyBudget', 'lifetimeBudget', 'bidAmount', 'startTime', 'endTime'];

/** What lists tell and this object does not have: another value by then is one that others set. */
const untold = (level: EntityType, object: object): Values =>
  Object.fromEntries(
    (level === 'ad' ? SAID.filter((field) => field in object) : TOLD).map((field) => [field, null]),
  );

const iso = (time: number | undefined) =>
  time === undefined ? undefined : new Date(time).toISOString();

export function valuesOf(object: Known): Values {
  const { name, status, dailyBudget, lifetimeBudget, bidAmount, startTime, endTime } = object;
  const { link, primaryTexts, headlines, urlTags } = object;
  const times = { startTime: iso(startTime), endTime: iso(endTime) };
  const said = {
    link,
    urlTags,
    primaryTexts: primaryTexts && [...primaryTexts],
    headlines: headlines && [...headlines],
  };
  return defined({ name, status, dailyBudget, lifetimeBudget, bidAmount, ...times, ...said });
}

const FORMS = { campaign: 'campaign', adset: 'adSet', ad: 'ad' } as const;
/** What every request for a change of settings has besides its fields. */
const AROUND = [
  'accountId',
  'workspaceId',
  'dryRun',
  'confirm',
  'campaignId',
  'adSetId',
  'adId',
  'name',
];

const BUDGETS = ['dailyBudget', 'lifetimeBudget'];

/** A budget where it has one: where its parent or its children hold it, it takes none. */
function changeable({ edit, definition }: AdPlatform, level: EntityType, values: Values): string[] {
  const form = definition.update?.[FORMS[level]]?.request;
  const fields = form !== undefined && 'entries' in form ? Object.keys(form.entries as object) : [];
  const budgets = BUDGETS.filter(
    (field) => edit?.setBudget !== undefined && values[field] !== undefined,
  );
  const plain = [
    ...(edit?.rename === undefined ? [] : ['name']),
    ...(edit === undefined ? [] : ['status']),
    ...budgets,
  ];
  const settings = fields.filter((field) => !AROUND.includes(field) && !BUDGETS.includes(field));
  return [...new Set([...plain, ...(fields.includes('name') ? ['name'] : []), ...settings])];
}

const AT_ONCE = 50;

async function contentOf(
  { access, can }: Opened<'inspect'>,
  ads: readonly AdListing[],
): Promise<ReadonlyMap<string, Content>> {
  const found = new Map<string, Content>();
  if (can.creatives === undefined) return found;
  const asker = askerOf(access);
  for (let i = 0; i < ads.length; i += AT_ONCE) {
    const ids = ads.slice(i, i + AT_ONCE).map((ad) => ad.id);
    for (const creative of await can.creatives(asker, ids, { brief: true }))
      found.set(creative.adId, said(creative));
  }
  return found;
}

/** What one ad says, for a change that follows from it. */
export async function adContent({ platform, access }: Opened<'edit'>, id: string): Promise<Values> {
  const { inspect } = platform;
  const [creative] = (await inspect?.creatives?.(askerOf(access), [id], { brief: true })) ?? [];
  const { primaryTexts, headlines, ...rest } = creative === undefined ? {} : said(creative);
  return defined({
    ...rest,
    primaryTexts: primaryTexts && [...primaryTexts],
    headlines: headlines && [...headlines],
  });
}

const askerOf = ({
  companyId,
  connectionId,
  credentials,
  adAccountId: id,
  currency,
  timezone,
}: Access) => ({
  companyId,
  ...defined({ connectionId }),
  credentials,
  accounts: [{ id, currency, timezone }],
});

function said(creative: AdCreative): Content {
  if ('failure' in creative) return {};
  const { link, urlTags, bodies, titles } = creative;
  const texts = (all: readonly string[]) => (all.length === 0 ? undefined : all);
  return { link, urlTags, primaryTexts: texts(bodies), headlines: texts(titles) };
}
