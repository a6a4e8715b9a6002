import { defined } from '../../../../core/base/defined.ts';
import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type {
  AdAbout,
  AdCreative,
  CredentialScope,
  InspectCapability,
  OrganicPost,
} from '../../../../core/ports/platform-reads.ts';
import { findAnywhere } from '../../kit/anywhere.ts';
import { missing } from '../../kit/failures.ts';
import { type Row, text } from '../../kit/json.ts';
import type { Api } from '../wire/client.ts';
import { msOfSeconds, msOfTime } from '../wire/units.ts';
import { listAds } from './ad-list.ts';
import { readEntities, readRows } from './entities.ts';
import { cardsOf, creativeTypeOf, pictureOf, pinsOfBoard, readPins } from './pins.ts';

export function createInspect(api: Api): InspectCapability {
  const { calls, wire } = api;
  const anywhere = (asker: CredentialScope, type: EntityType, ids: readonly string[]) =>
    findAnywhere(asker, ids, (access, open) => readRows(calls, access, type, open));
  return {
    listsDeleted: false,
    ads: (access, query) => listAds(api, access, query),
    entities: (access, objects) => readEntities(api, access, objects),
    posts: (access, board) => posts(api, access, board),
    async debug(asker, adIds) {
      const ads = await anywhere(asker, 'ad', adIds);
      return adIds.map((adId) => {
        const ad = ads.get(adId);
        if (ad === undefined) return { adId, failure: missing(adId, wire.fail) };
        return { adId, about: aboutAd(ad.adAccountId, ad.found), record: ad.found };
      });
    },
    async creatives(asker, adIds) {
      const ads = await findAnywhere(asker, adIds, async (access, open) => {
        const rows = await readRows(calls, access, 'ad', open);
        const pins = await readPins(
          calls,
          access,
          [...rows.values()].flatMap((row) => text(row.pin_id) ?? []),
        );
        return new Map([...rows].map(([id, row]) => [id, { row, pin: pins.get(text(row.pin_id) ?? '') }] as const));
      });
      return adIds.map((adId): AdCreative => {
        const ad = ads.get(adId)?.found;
        return ad === undefined ? { adId, failure: missing(adId, wire.fail) } : creativeOf(adId, ad.row, ad.pin ?? {});
      });
    },
    async accountOf(asker, { type, id }) {
      const found = (await anywhere(asker, type, [id])).get(id);
      if (found === undefined) throw new PlatformError(missing(id, wire.fail));
      return found.adAccountId;
    },
  };
}

const timeOf = (value: unknown): string | undefined => {
  const ms = msOfSeconds(value);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

const aboutAd = (adAccountId: string, row: Row): AdAbout => ({
  adAccountId,
  createdTime: timeOf(row.created_time),
  updatedTime: timeOf(row.updated_time),
  campaign: { id: text(row.campaign_id), name: undefined },
  adSet: { id: text(row.ad_group_id), name: undefined },
  creative: { id: text(row.pin_id), name: undefined },
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
      link: text(ad.destination_url) ?? text(pin.link),
      page: text(pin.board_id),
    }),
    images: isVideo
      ? []
      : (cards.length > 0 ? cards.map(pictureOf) : [picture]).map((url) => ({ ref: pinId, ...defined({ url }) })),
    videos: isVideo ? [{ id: pinId, ...defined({ thumbnailUrl: picture }) }] : [],
  };
}

const words = (value: unknown): readonly string[] => {
  const said = text(value);
  return said === undefined || said === '' ? [] : [said];
};

/** Sorted here: the platform's order is not documented. */
async function posts({ calls }: Api, access: Access, board: string): Promise<readonly OrganicPost[]> {
  const found = (await pinsOfBoard(calls, access, board)).map(postOf);
  return found.sort((a, b) => b.createdAt - a.createdAt);
}

function postOf(pin: Row): OrganicPost {
  const id = text(pin.id) ?? '';
  const type = creativeTypeOf(pin);
  const [message] = [...words(pin.description), ...words(pin.title)];
  return {
    id,
    ...defined({ message, imageUrl: pictureOf(pin.media), link: text(pin.link) }),
    permalink: `https://www.pinterest.com/pin/${id}/`,
    createdAt: msOfTime(pin.created_at) ?? 0,
    type: type === 'VIDEO' ? 'video' : 'image',
    boostable: type !== undefined,
  };
}
