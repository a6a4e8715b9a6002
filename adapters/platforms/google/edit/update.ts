import { harmlessTwice, orThrow } from '../../kit/calls.ts';
import { asRow, at, numeric, type Row, rowsOf, said, text } from '../../kit/json.ts';
import { own, patched, startField, type UpdatedField, updateOf } from '../../kit/updates.ts';
import type { Access, Clock, EntityType, Params, Patch, UpdateCapability } from '../../types.ts';
import { isNamedByHeadline, markIn, nameOfAd, parametersFor } from '../names.ts';
import { adGroupBid, amountOf, campaignBid, hasManualBids } from '../read/bids.ts';
import { factsOf, nameOf, objectOf, readRows } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { msOf, platformTime } from '../wire/values.ts';
import { endFault, microsOf } from './edit.ts';

/** Least numbers: responsive search ads, googleads/v25, AdTextAsset lists. */
const least = { headlines: 3, descriptions: 2 } as const;

/**
 * Ads are changed in place (Google Ads API, "Mutate ads", v23); a mask that names an absent field
 * clears it.
 */
export function createUpdate(api: Api, clock: Clock): UpdateCapability {
  const { wire } = api;
  const name = own('name');
  return updateOf(
    {
      campaign: {
        name,
        startTime: startField(clock),
        endTime: own('endTime', {
          refusal: (row, value) => endFault(Number(value), said(row.zone)),
        }),
        bidAmount: own('bidAmount', {
          refusal: ({ campaign }) => (amountOf(asRow(campaign) ?? {}) ? undefined : noAmount),
        }),
      },
      adSet: {
        name,
        bidAmount: own('bidAmount', {
          refusal: ({ adGroup, campaign }) =>
            asRow(adGroup) !== undefined && hasManualBids(asRow(campaign) ?? {})
              ? undefined
              : noBid,
        }),
      },
      ad: {
        name,
        headlines: own('headlines', texts('headlines')),
        primaryTexts: own('primaryTexts', texts('descriptions')),
        link: own('link', {
          refusal: notSearch,
          warns: (row) => (urls(row, 'finalMobileUrls').length > 0 ? mobileStays : undefined),
        }),
      },
    },
    {
      read,
      factsOf: (access, type, row, id) => factsOf(access, type, id, row),
      async write(access, type, id, patch) {
        const { collection, update, mask } = sentOf(
          access,
          type,
          patch,
          await read(access, type, id),
        );
        const operations = [{ update, updateMask: mask.join(',') }];
        orThrow(await api.mutate(access, collection, { operations }, harmlessTwice));
      },
    },
  );

  async function read(access: Access, type: EntityType, id: string): Promise<Row> {
    const row = (await readRows(api, access, type, [id])).get(id);
    if (row === undefined) throw wire.notFound(id);
    const campaign = asRow(row.campaign) ?? {};
    const ad = asRow(objectOf('ad', row).ad) ?? {};
    return {
      ...row,
      ad,
      zone: access.timezone,
      name: nameOf(type, row),
      startTime: msOf(campaign.startDateTime, access.timezone),
      endTime: msOf(campaign.endDateTime, access.timezone),
      bidAmount:
        type === 'campaign'
          ? campaignBid(campaign)
          : adGroupBid(asRow(row.adGroup) ?? {}, campaign),
      headlines: held(ad, 'headlines').map((each) => said(each.text)),
      primaryTexts: held(ad, 'descriptions').map((each) => said(each.text)),
      link: text(urls({ ad }, 'finalUrls')[0]),
    };
  }
}

const held = (ad: unknown, list: keyof typeof least) => rowsOf(at(ad, 'responsiveSearchAd', list));

function urls({ ad }: Row, member: string): readonly unknown[] {
  const found = at(ad, member);
  return Array.isArray(found) ? found : [];
}

const notSearch = ({ ad }: Row) =>
  at(ad, 'responsiveSearchAd') === undefined
    ? {
        code: 'other_ad',
        message:
          'Slipway changes the texts and links of responsive search ads. Change this one in Google Ads.',
      }
    : undefined;

/** A pinned text has its place: another number of texts would leave open which are pinned. */
const texts = (list: keyof typeof least): Partial<UpdatedField> => ({
  refusal(row, value) {
    const other = notSearch(row);
    if (other !== undefined) return other;
    const wanted = Array.isArray(value) ? value : [value];
    const pinned = held(row.ad, list).some(({ pinnedField }) => text(pinnedField) !== undefined);
    if (pinned && wanted.length !== held(row.ad, list).length)
      return {
        code: 'texts_by_place',
        message:
          'Texts of this ad are pinned to places: give as many texts as it has, in their order.',
      };
    if (wanted.length >= least[list]) return undefined;
    return {
      code: 'too_few',
      message: `A responsive search ad has at least ${least[list]} ${list}.`,
    };
  },
});

const noAmount = {
  code: 'no_bid',
  message:
    'The bid strategy of this campaign takes no amount here. Change the bids of its ad groups, or the strategy in Google Ads.',
};
const noBid = {
  code: 'no_bid',
  message: 'Google bids by itself here: only ad groups of campaigns with manual bids have one.',
};
const mobileStays = {
  code: 'mobile_link_stays',
  message: 'The ad has another address for phones, which stays as it is.',
};

interface Sent {
  readonly collection: string;
  readonly update: Params;
  readonly mask: readonly string[];
}

function sentOf(access: Access, type: EntityType, patch: Patch, row: Row): Sent {
  const { name, startTime, endTime, bidAmount, headlines, primaryTexts, link } = patched(patch);
  const customer = `customers/${access.adAccountId}`;
  const id = said(type === 'ad' ? at(row.ad, 'id') : objectOf(type, row).id);
  const time = (ms: unknown) =>
    (numeric(ms) === undefined ? {} : { time: platformTime(Number(ms), access.timezone) }).time;
  const micros =
    bidAmount === null || bidAmount === undefined ? undefined : microsOf(access, Number(bidAmount));
  if (type === 'adset') {
    const mask = [
      ...(name === undefined ? [] : ['name']),
      ...(bidAmount === undefined ? [] : ['cpc_bid_micros']),
    ];
    return {
      collection: 'adGroups',
      update: { resourceName: `${customer}/adGroups/${id}`, name, cpcBidMicros: micros },
      mask,
    };
  }
  if (type === 'campaign') {
    const amount = amountOf(asRow(row.campaign) ?? {});
    const update = {
      resourceName: `${customer}/campaigns/${id}`,
      name,
      startDateTime: time(startTime),
      endDateTime: time(endTime),
      ...(amount !== undefined &&
        bidAmount !== undefined && { [amount.field]: { [amount.member]: micros } }),
    };
    const masks = {
      name,
      start_date_time: startTime,
      end_date_time: endTime,
      [amount?.mask ?? 'none']: bidAmount,
    };
    return {
      collection: 'campaigns',
      update,
      mask: Object.keys(masks).filter((field) => masks[field] !== undefined),
    };
  }
  const ad = asRow(row.ad) ?? {};
  const called =
    name ?? (headlines !== undefined && isNamedByHeadline(ad) ? nameOfAd(ad) : undefined);
  const lists = {
    ...(headlines !== undefined && { headlines: withPins(held(ad, 'headlines'), headlines) }),
    ...(primaryTexts !== undefined && {
      descriptions: withPins(held(ad, 'descriptions'), primaryTexts),
    }),
  };
  return {
    collection: 'ads',
    update: {
      resourceName: `${customer}/ads/${id}`,
      ...(Object.keys(lists).length > 0 && { responsiveSearchAd: lists }),
      ...(link !== undefined && { finalUrls: [link, ...urls(row, 'finalUrls').slice(1)] }),
      ...(called !== undefined && {
        urlCustomParameters: parametersFor(ad, said(called), markIn(ad)),
      }),
    },
    mask: [
      ...Object.keys(lists).map((list) => `responsive_search_ad.${list}`),
      ...(link === undefined ? [] : ['final_urls']),
      ...(called === undefined ? [] : ['url_custom_parameters']),
    ],
  };
}

/** A text keeps the pin of the one in whose place it stands. */
const withPins = (before: readonly Row[], wanted: unknown): Params[] =>
  (Array.isArray(wanted) ? wanted : []).map((each, i) => {
    const pinnedField = text(before[i]?.pinnedField);
    return { text: said(each), ...(pinnedField !== undefined && { pinnedField }) };
  });
