import { accountHolding, eachAd } from '../../kit/anywhere.ts';
import { badCursor, unless } from '../../kit/failures.ts';
import { at, defined, isoTime, rowsOf, said, text } from '../../kit/json.ts';
import type {
  Access,
  AdAbout,
  AdCreative,
  AdListing,
  AdsQuery,
  Api,
  CursorPage,
  EntityStatus,
  EntityType,
  InspectCapability,
  Row,
} from '../../types.ts';
import { pageSize } from '../wire/client.ts';
import { isLiving, msOf, nouns, objectiveOf, placeOf, statusOf } from '../wire/values.ts';
import { listRows, readEntities, readRow, readRows, shapes, withoutParent } from './rows.ts';

export function createInspect(api: Api): InspectCapability {
  const { calls, wire } = api;
  const rowsOfType = (type: EntityType) => (access: Access, ids: readonly string[]) =>
    readRows(calls, access, type, ids);
  return {
    listsDeleted: false,
    ads: (access, query) => listAds(api, access, query),
    entities: (access, objects) => readEntities(api, access, objects),
    debug: (asker, adIds) =>
      eachAd(
        wire,
        { asker, adIds },
        (access, open) => readSurroundings(api, access, open),
        (adId, found, adAccountId) => ({
          adId,
          about: aboutAd(adAccountId, found),
          record: found.row,
        }),
      ),
    creatives: (asker, adIds) => eachAd(wire, { asker, adIds }, rowsOfType('ad'), creativeOf),
    accountOf: (asker, { type, id }) => accountHolding(wire, asker, id, rowsOfType(type)),
    async preview(access, adId) {
      const answer = await calls.read(
        access,
        `${placeOf('ad', adId)}/preview`,
        {},
        { method: 'POST' },
      );
      const html = text(rowsOf(answer)[0]?.body);
      if (html === undefined)
        throw wire.error('transient', 'The platform answered without a preview.');
      return { html };
    },
  };
}

interface Surroundings {
  readonly row: Row;
  readonly adGroup: Row;
  readonly campaign: Row;
}

async function readSurroundings({ calls }: Api, access: Access, adIds: readonly string[]) {
  const found = new Map<string, Surroundings>();
  for (const [id, row] of await readRows(calls, access, 'ad', adIds)) {
    const adGroup = (await readRow(calls, access, 'adset', said(row.ad_group_id))) ?? {};
    const campaign = (await readRow(calls, access, 'campaign', said(adGroup.campaign_id))) ?? {};
    found.set(id, { row, adGroup, campaign });
  }
  return found;
}

const aboutAd = (adAccountId: string, { row, adGroup, campaign }: Surroundings): AdAbout => ({
  adAccountId,
  createdTime: isoTime(msOf(row.created_at)) || undefined,
  updatedTime: isoTime(msOf(row.updated_at)) || undefined,
  campaign: { id: text(campaign.id), name: text(campaign.name), objective: objectiveOf(campaign) },
  adSet: {
    id: text(adGroup.id),
    name: text(adGroup.name),
    optimizationGoal: text(at(adGroup, 'bidding_config', 'billing_event_type')),
  },
  creative: { id: text(row.id), name: text(at(row, 'creative', 'title')) },
  thumbnailUrl: text(at(row, 'creative', 'image_url')),
});

/** A card is a part of its ad. */
function creativeOf(adId: string, row: Row): AdCreative {
  const [file, url] = [
    text(at(row, 'creative', 'file_id')),
    text(at(row, 'creative', 'image_url')),
  ];
  return {
    adId,
    creativeId: adId,
    titles: wordsOf(at(row, 'creative', 'title')),
    bodies: wordsOf(at(row, 'creative', 'body')),
    descriptions: [],
    ...defined({
      link: text(at(row, 'creative', 'target_url')),
      urlTags: text(at(row, 'landing_page_configuration', 'query_string_template')),
    }),
    images:
      file === undefined && url === undefined
        ? []
        : [{ ref: file ?? url ?? '', ...defined({ url }) }],
    videos: [],
  };
}

const wordsOf = (value: unknown) => (said(value) === '' ? [] : [said(value)]);

/** Lists have no filter by status: a page may hold fewer ads than asked for. */
async function listAds(api: Api, access: Access, query: AdsQuery): Promise<CursorPage<AdListing>> {
  const { adSetId, campaignId, limit, after } = query;
  if (campaignId !== undefined && adSetId === undefined) return slicedAds(api, access, query);
  const params = { ad_group_id: adSetId, order: 'desc', limit: Math.min(limit, pageSize), after };
  const ask = () => api.calls.read(access, nouns.ad.path, params);
  // A refused cursor says nothing of what the account lists.
  const isFirst = adSetId === undefined && after === undefined;
  const answer = await (isFirst
    ? withoutParent(api.calls, access, 'ad', ask)
    : unless(['invalid'], ask));
  if (answer === undefined && adSetId !== undefined) throw badCursor(api.wire.fail);
  const rows = rowsOf(answer).map((row) =>
    adSetId === undefined ? row : { ...row, ad_group_id: adSetId },
  );
  const next = answer?.has_more === true ? text(answer.last_id) : undefined;
  if (answer !== undefined && rows.every((row) => text(row.ad_group_id) !== undefined))
    return {
      data: wanted(rows, query.status).map(listingOf),
      ...(next !== undefined && { after: next }),
    };
  // The account does not list ads without their ad group.
  return slicedAds(api, access, query);
}

/** The cursor is the last ad. */
async function slicedAds(
  { calls, wire }: Api,
  access: Access,
  { campaignId, status, limit, after }: AdsQuery,
) {
  const rows = await listRows(
    calls,
    access,
    'ad',
    campaignId === undefined ? undefined : { type: 'campaign', id: campaignId },
  );
  const start = after === undefined ? 0 : rows.findIndex(({ id }) => said(id) === after) + 1;
  if (after !== undefined && start === 0) throw badCursor(wire.fail);
  const page = rows.slice(start, start + limit);
  const last = text(page.at(-1)?.id);
  const hasMore = start + limit < rows.length;
  return {
    data: wanted(page, status).map(listingOf),
    ...(hasMore && last !== undefined && { after: last }),
  };
}

const wanted = (rows: readonly Row[], status: EntityStatus | undefined) =>
  rows.filter((row) => (status === undefined ? isLiving(row) : statusOf(row) === status));

const listingOf = (row: Row): AdListing => ({
  ...shapes.listing(row),
  thumbnailUrl: text(at(row, 'creative', 'image_url')) ?? null,
});
