import { accountHolding, eachAd } from '../../kit/anywhere.ts';
import { badCursor } from '../../kit/failures.ts';
import { at, chunks, defined, isoTime, rowsOf, said, text } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';
import type {
  Access,
  AdAbout,
  AdCreative,
  AdListing,
  AdsQuery,
  CursorPage,
  EntityFacts,
  EntityType,
  Fail,
  InspectCapability,
  Row,
} from '../../types.ts';
import { type Api, listed, mostAtOnce } from '../wire/client.ts';
import { msOf, statusOf } from '../wire/values.ts';
import { goalOf } from './accounts.ts';
import {
  allCampaigns,
  budgetsOf,
  byCountry,
  campaignsById,
  goalAmount,
  idOf,
  perCountry,
} from './campaigns.ts';
import { byCampaign, campaignsOf, type PlacedSet, placedSet, setsById } from './creative-sets.ts';

export function createInspect(api: Api): InspectCapability {
  const { calls, wire } = api;
  const readSets = (access: Access, ids: readonly string[]) => setsById(calls, access, ids);
  const readPlaced = async (access: Access, ids: readonly string[]) => {
    const sets = await readSets(access, ids);
    const campaigns = await campaignsById(
      calls,
      access,
      [...sets.values()].map(({ campaignId }) => campaignId),
    );
    return new Map(
      [...sets].map(([id, set]) => [id, { set, campaign: campaigns.get(set.campaignId) ?? {} }]),
    );
  };
  return {
    listsDeleted: false,
    ads: (access, query) => listAds(api, access, query),
    entities: (access, objects) => readEntities(api, access, objects),
    async pictures(access, adIds) {
      const sets = await setsById(calls, access, adIds);
      return new Map(
        [...sets].flatMap(([id, { row }]) => pictureOf(row).map((url) => [id, url] as const)),
      );
    },
    debug: (asker, adIds) =>
      eachAd(wire, { asker, adIds }, readPlaced, (adId, { set, campaign }, adAccountId) => ({
        adId,
        about: aboutAd(set, campaign, adAccountId),
        record: { account_id: adAccountId, ...set.row },
      })),
    creatives: (asker, adIds) =>
      eachAd(wire, { asker, adIds }, readSets, (adId, { row }) => creativeOf(adId, row)),
    accountOf: (asker, { type, id }) =>
      accountHolding(
        wire,
        asker,
        id,
        type === 'ad' ? readSets : (access, ids) => campaignsById(calls, access, ids),
      ),
  };
}

/** Unknown types are looked for among campaigns, then creative sets. */
export async function readEntities(
  { calls, wire }: Api,
  access: Access,
  objects: Parameters<InspectCapability['entities']>[1],
): ReturnType<InspectCapability['entities']> {
  const idsOf = (isMeant: (type: EntityType | undefined) => boolean) =>
    objects.filter(({ type }) => isMeant(type)).map(({ id }) => id);
  const named = idsOf((type) => type !== 'ad');
  const campaigns =
    named.length === 0 ? new Map<string, Row>() : await campaignsById(calls, access, named);
  const others = idsOf((type) => type === 'ad' || type === undefined).filter(
    (id) => !campaigns.has(id),
  );
  const sets =
    others.length === 0 ? new Map<string, PlacedSet>() : await setsById(calls, access, others);
  return objects.map(({ type, id }) => {
    const campaign = type === 'ad' ? undefined : campaigns.get(id);
    if (campaign !== undefined)
      return campaignFacts(access, type === 'adset' ? 'adset' : 'campaign', campaign);
    const set = type === 'ad' || type === undefined ? sets.get(id) : undefined;
    return set === undefined ? { id, failure: wire.missing(id) } : setFacts(access, set);
  });
}

const commonFacts = ({ adAccountId }: Access, row: Row) => {
  return {
    id: idOf(row),
    name: said(row.name),
    status: statusOf(row),
    adAccountId,
    createdTime: isoTime(msOf(row.created_at)),
  };
};

const fixed = (row: Row): Pick<EntityFacts, 'fixedBudget'> => {
  const countries = byCountry(at(row, 'budget', 'country_code_to_daily_budget'));
  return countries === undefined ? {} : { fixedBudget: perCountry(countries).join(' ') };
};

export const campaignFacts = (
  access: Access,
  type: 'campaign' | 'adset',
  row: Row,
): EntityFacts => ({
  type,
  ...fixed(row),
  ...commonFacts(access, row),
  ...budgetsOf(row),
  ...defined({ bidAmount: goalAmount(row) }),
  objective: goalOf(row),
  targeting: {
    ...kept(row, ['targeting', 'audience_strategy']),
    ...defined({ goal: inTexts(row.goal) }),
  },
  ...(type === 'adset' && { campaignId: idOf(row) }),
});

/** Answers write amounts as texts or as numbers. */
const inTexts = (goal: unknown): unknown =>
  goal === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(goal, (_, value) => (typeof value === 'number' ? String(value) : value)),
      );

const setFacts = (access: Access, { campaignId, row }: PlacedSet): EntityFacts => ({
  type: 'ad',
  ...commonFacts(access, row),
  campaignId,
  adSetId: campaignId,
});

const isoOf = (value: unknown) => isoTime(msOf(value)) || undefined;

const aboutAd = (
  { id, campaignId, row }: PlacedSet,
  campaign: Row,
  adAccountId: string,
): AdAbout => ({
  adAccountId,
  createdTime: isoOf(row.created_at),
  campaign: { id: campaignId, name: text(campaign.name), objective: goalOf(campaign) || undefined },
  adSet: {
    id: campaignId,
    name: text(campaign.name),
    optimizationGoal: goalOf(campaign) || undefined,
  },
  creative: { id, name: text(row.name) },
  thumbnailUrl: pictureOf(row)[0],
});

/** Answers write it in capitals, in one of two fields. */
const isOf = (asset: Row, kind: 'IMAGE' | 'VIDEO') => {
  const resource = text(asset.resource_type)?.toUpperCase();
  const type = text(asset.asset_type) ?? text(asset.type) ?? '';
  return resource === undefined
    ? type.startsWith(kind === 'IMAGE' ? 'IMG' : 'VID')
    : resource === kind;
};

const pictureOf = (row: Row) =>
  rowsOf(row.assets)
    .filter((asset) => isOf(asset, 'IMAGE'))
    .flatMap((asset) => text(asset.url) ?? [])
    .slice(0, 1);

/** Creatives have no texts and no buttons. */
function creativeOf(adId: string, row: Row): AdCreative {
  const assets = rowsOf(row.assets);
  return {
    adId,
    creativeId: adId,
    titles: [],
    bodies: [],
    descriptions: [],
    ...defined({ link: text(row.creative_set_url) }),
    images: assets
      .filter((asset) => isOf(asset, 'IMAGE'))
      .map((asset) => ({ ref: idOf(asset), ...defined({ url: text(asset.url) }) })),
    videos: assets.filter((asset) => isOf(asset, 'VIDEO')).map((asset) => ({ id: idOf(asset) })),
  };
}

/** Hundred of campaigns, page of their creative sets, place on it. */
interface Place {
  readonly part: number;
  readonly page: number;
  readonly place: number;
}

/** The platform filters by campaign alone: pages are read and sifted. */
async function listAds(
  { calls, wire }: Api,
  access: Access,
  { adSetId, campaignId = adSetId, status, limit, after }: AdsQuery,
): Promise<CursorPage<AdListing>> {
  const start = placeOf(after, wire.fail);
  if (status === 'ARCHIVED' || status === 'DELETED') return { data: [] };
  const campaigns =
    campaignId === undefined ? (await allCampaigns(calls, access)).map(idOf) : [campaignId];
  const isMeant = (set: PlacedSet): boolean =>
    (status === undefined || statusOf(set.row) === status) &&
    (campaignId !== undefined || isFirstOf(set));
  const data: AdListing[] = [];
  for (const [part, ids] of chunks(campaigns, mostAtOnce).entries()) {
    if (part < start.part) continue;
    for (let page = part === start.part ? start.page : 1; ; page += 1) {
      const answer = await calls.answer(access, byCampaign, {
        ids: ids.join(','),
        page,
        size: mostAtOnce,
      });
      const sets = listed(answer, wire.fail).map(placedSet);
      if (sets.length === 0) break;
      const isStart = part === start.part && page === start.page;
      for (const [place, set] of sets.entries()) {
        if ((isStart && place < start.place) || !isMeant(set)) continue;
        if (data.length === limit) return { data, after: `${part}.${page}.${place}` };
        data.push(listingOf(set));
      }
    }
  }
  return { data };
}

/** A set in several campaigns is listed under the first. */
const isFirstOf = ({ campaignId, row }: PlacedSet) =>
  (campaignsOf(row)?.[0] ?? campaignId) === campaignId;

function placeOf(cursor: string | undefined, fail: Fail): Place {
  if (cursor === undefined) return { part: 0, page: 1, place: 0 };
  const [, part, page, place] = /^(\d{1,4})\.([1-9]\d{0,5})\.(\d{1,5})$/.exec(cursor) ?? [];
  if (part !== undefined) return { part: Number(part), page: Number(page), place: Number(place) };
  throw badCursor(fail);
}

function listingOf({ id, campaignId, row }: PlacedSet): AdListing {
  return {
    id,
    name: said(row.name),
    status: statusOf(row),
    effectiveStatus: said(row.status),
    createdTime: isoTime(msOf(row.created_at)),
    thumbnailUrl: null,
    adSetId: campaignId,
  };
}
