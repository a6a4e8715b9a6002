import { defined } from '../../../../core/base/defined.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { AdCreative, InspectCapability, OrganicPost } from '../../../../core/ports/platform-reads.ts';
import { accountHolding, eachAd } from '../../kit/anywhere.ts';
import type { Api } from '../../kit/calls.ts';
import { numeric, type Row, rowsOf, said, text } from '../../kit/json.ts';
import { listAds } from './ad-list.ts';
import { aboutAd, picturesOf, readSurroundings } from './debug.ts';
import { readEntities, readRows } from './entities.ts';
import type { Identities } from './identities.ts';

interface InspectPorts extends Api {
  readonly identities: Identities;
}

export function createInspect(ports: InspectPorts): InspectCapability {
  const { calls, wire } = ports;
  const rowsOfType = (type: EntityType) => (access: Access, ids: readonly string[]) => readRows(calls, access, type, ids);
  return {
    listsDeleted: true,
    ads: (access, query) => listAds(ports, access, query),
    entities: (access, objects) => readEntities(ports, access, objects),
    pictures: (access, adIds) => picturesOf(calls, access, adIds),
    posts: (access, identity) => posts(ports, access, identity),
    debug: (asker, adIds) =>
      eachAd(
        wire,
        { asker, adIds },
        (access, open) => readSurroundings(calls, access, open),
        (adId, found, adAccountId) => ({
          adId,
          about: aboutAd(adId, adAccountId, found),
          record: { advertiser_id: adAccountId, ...found.ad },
        }),
      ),
    creatives: (asker, adIds) => eachAd(wire, { asker, adIds }, rowsOfType('ad'), creativeOf),
    accountOf: (asker, { type, id }) => accountHolding(wire, asker, id, rowsOfType(type)),
  };
}

function creativeOf(adId: string, row: Row): AdCreative {
  const caption = text(row.ad_text);
  const videoId = text(row.video_id);
  const images = Array.isArray(row.image_ids) ? row.image_ids.flatMap((id) => text(id) ?? []) : [];
  return {
    adId,
    creativeId: adId,
    titles: [],
    bodies: caption === undefined ? [] : [caption],
    descriptions: [],
    ...defined({ cta: text(row.call_to_action), link: text(row.landing_page_url), page: text(row.identity_id) }),
    images: images.map((ref) => ({ ref })),
    videos: videoId === undefined ? [] : [{ id: videoId }],
  };
}

/** Newest first, the first sixty. */
async function posts({ calls, identities }: InspectPorts, access: Access, value: string): Promise<readonly OrganicPost[]> {
  const { type, id, centre } = await identities.find(access, value);
  const found: OrganicPost[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const data = await calls.read(access, 'identity/video/get/', {
      identity_type: type,
      identity_id: id,
      identity_authorized_bc_id: centre,
      count: 20,
      cursor,
    });
    found.push(...rowsOf(data.video_list).map(postOf));
    cursor = text(data.cursor);
    if (data.has_more !== true || cursor === undefined) break;
  }
  return found;
}

function postOf(row: Row): OrganicPost {
  const id = said(row.item_id);
  const video = row.video_info as Row | null | undefined; // null for a post of photos
  return {
    id,
    ...defined({ message: text(row.text), imageUrl: text(video?.poster_url) }),
    createdAt: madeAt(id),
    type: row.item_type === 'CAROUSEL' ? 'image' : 'video',
    boostable: row.status !== 'ITEM_STATUS_ONLY_AUTHOR_SEE' && row.item_type !== 'CAROUSEL',
  };
}

/** The list tells no times, but ids hold seconds since 1970 above their lower 32 bits. */
function madeAt(id: string): number {
  return /^\d{18,19}$/.test(id) ? (numeric(String(BigInt(id) >> 32n)) ?? 0) * 1_000 : 0;
}
