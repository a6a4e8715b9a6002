import { PlatformError } from '../../../../core/base/errors.ts';
import { accountHolding, eachAd } from '../../kit/anywhere.ts';
import { badCursor } from '../../kit/failures.ts';
import { defined, isoTime, rowsOf, said, text } from '../../kit/json.ts';
import type {
  Access,
  AdAbout,
  AdCreative,
  AdListing,
  AdsQuery,
  Api,
  CursorPage,
  EntityType,
  Identity,
  InspectCapability,
  OrganicPost,
  Row,
} from '../../types.ts';
import { unmarked } from '../mark.ts';
import { pageSize } from '../wire/client.ts';
import { livingStatuses, msOfSeconds, msOfTime, pathOf } from '../wire/values.ts';
import { boardsOf } from './accounts.ts';
import { readEntities, readRows, shapes } from './entities.ts';
import { cardsOf, creativeTypeOf, pictureOf, pinsOfBoard, readPins } from './pins.ts';

export function createInspect(api: Api): InspectCapability {
  const { calls, wire } = api;
  const rowsOfType = (type: EntityType) => (access: Access, ids: readonly string[]) =>
    readRows(calls, access, type, ids);
  return {
    listsDeleted: false,
    ads: (access, query) => listAds(api, access, query),
    entities: (access, objects) => readEntities(api, access, objects),
    posts: (access, board) => posts(api, access, board),
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
    creatives: (asker, adIds) =>
      eachAd(
        wire,
        { asker, adIds },
        async (access, open) => {
          const rows = await readRows(calls, access, 'ad', open);
          const pinIds = [...rows.values()].flatMap((row) => text(row.pin_id) ?? []);
          const pins = await readPins(calls, access, pinIds);
          return new Map(
            [...rows].map(
              ([id, row]) => [id, { row, pin: pins.get(text(row.pin_id) ?? '') }] as const,
            ),
          );
        },
        (adId, { row, pin = {} }) => creativeOf(adId, row, pin),
      ),
    accountOf: (asker, { type, id }) => accountHolding(wire, asker, id, rowsOfType(type)),
  };
}

const timeOf = (value: unknown) => isoTime(msOfSeconds(value)) || undefined;

interface AdSurroundings {
  readonly row: Row;
  readonly campaign: Row;
  readonly adGroup: Row;
  readonly pin: Row;
  readonly board: Identity | undefined;
}

async function readSurroundings({ calls }: Api, access: Access, adIds: readonly string[]) {
  const rows = await readRows(calls, access, 'ad', adIds);
  const named = (field: string): string[] => [
    ...new Set([...rows.values()].flatMap((row) => text(row[field]) ?? [])),
  ];
  if (rows.size === 0) return new Map<string, AdSurroundings>();
  const campaigns = await readRows(calls, access, 'campaign', named('campaign_id'));
  const adGroups = await readRows(calls, access, 'adset', named('ad_group_id'));
  const pins = await readPins(calls, access, named('pin_id'));
  const boards = pins.size === 0 ? [] : await boardsOf(calls, access);
  const rowIn = (among: ReadonlyMap<string, Row>, id: unknown): Row => among.get(said(id)) ?? {};
  return new Map(
    [...rows].map(([id, row]): [string, AdSurroundings] => {
      const pin = rowIn(pins, row.pin_id);
      const board = boards.find(({ value }) => value === text(pin.board_id));
      return [
        id,
        {
          row,
          campaign: rowIn(campaigns, row.campaign_id),
          adGroup: rowIn(adGroups, row.ad_group_id),
          pin,
          board,
        },
      ];
    }),
  );
}

/** The board stands for the page. */
const aboutAd = (
  adAccountId: string,
  { row, campaign, adGroup, pin, board }: AdSurroundings,
): AdAbout => ({
  adAccountId,
  createdTime: timeOf(row.created_time),
  updatedTime: timeOf(row.updated_time),
  campaign: {
    id: text(row.campaign_id),
    name: text(campaign.name),
    objective: text(campaign.objective_type),
  },
  adSet: {
    id: text(row.ad_group_id),
    name: text(adGroup.name),
    optimizationGoal: text(adGroup.billable_event),
  },
  creative: { id: text(row.pin_id), name: text(pin.title) ?? text(row.name) },
  identity: board ?? defined({ value: text(pin.board_id) }),
  thumbnailUrl: pictureOf(pin.media),
});

function creativeOf(adId: string, ad: Row, pin: Row): AdCreative {
  const pinId = text(ad.pin_id) ?? '';
  const isVideo = creativeTypeOf(pin) === 'VIDEO';
  const picture = pictureOf(pin.media);
  const cards = cardsOf(pin);
  return {
    adId,
    creativeId: pinId,
    titles: words(pin.title),
    bodies: words(pin.description),
    descriptions: [],
    ...defined({
      cta: text(ad.customizable_cta_type),
      link: text(ad.destination_url) ?? unmarked(text(pin.link)),
      page: text(pin.board_id),
    }),
    images: isVideo
      ? []
      : (cards.length > 0 ? cards.map(pictureOf) : [picture]).map((url) => ({
          ref: pinId,
          ...defined({ url }),
        })),
    videos: isVideo ? [{ id: pinId, ...defined({ thumbnailUrl: picture }) }] : [],
  };
}

const words = (value: unknown) => {
  const said = text(value);
  return said === undefined || said === '' ? [] : [said];
};

/** Sorted here: the platform's order is not documented. */
async function posts(
  { calls }: Api,
  access: Access,
  board: string,
): Promise<readonly OrganicPost[]> {
  const found = (await pinsOfBoard(calls, access, board)).map(postOf);
  return found.sort((a, b) => b.createdAt - a.createdAt);
}

function postOf(pin: Row): OrganicPost {
  const id = text(pin.id) ?? '';
  const type = creativeTypeOf(pin);
  const [message] = [...words(pin.description), ...words(pin.title)];
  return {
    id,
    ...defined({ message, imageUrl: pictureOf(pin.media), link: unmarked(text(pin.link)) }),
    permalink: `https://www.pinterest.com/pin/${id}/`,
    createdAt: msOfTime(pin.created_at) ?? 0,
    type: type === 'VIDEO' ? 'video' : 'image',
    boostable: type !== undefined,
  };
}

/**
 * The cursor is the platform's bookmark. The address of a picture would cost a call for each ad.
 */
async function listAds(
  { calls, wire }: Api,
  access: Access,
  { adSetId, campaignId, status, limit, after }: AdsQuery,
): Promise<CursorPage<AdListing>> {
  // Removed objects are archived; only drafts are ever deleted.
  if (status === 'DELETED') return { data: [] };
  const params = {
    ...(adSetId !== undefined
      ? { ad_group_ids: [adSetId] }
      : campaignId !== undefined && { campaign_ids: [campaignId] }),
    entity_statuses: status === undefined ? livingStatuses : [status],
    order: 'DESCENDING',
    page_size: Math.min(limit, pageSize),
    bookmark: after,
  };
  try {
    const answer = await calls.read(access, pathOf(access.adAccountId, 'ad'), params);
    const next = text(answer.bookmark);
    return {
      data: rowsOf(answer.items).map(shapes.listing),
      ...(next !== undefined && next !== '' && { after: next }),
    };
  } catch (error) {
    if (
      !(error instanceof PlatformError) ||
      error.failure.class !== 'invalid' ||
      after === undefined
    )
      throw error;
    throw badCursor(wire.fail);
  }
}
