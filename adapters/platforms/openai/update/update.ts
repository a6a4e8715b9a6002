import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, at, said, text, wordsIn } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';
import { own, patched, startField, timesAndBid, type UpdatedField, type UpdatedKind, updatingOf } from '../../kit/updates.ts';
import type { Access, Clock, EntityType, Params, Patch, Row, UpdateCapability } from '../../types.ts';
import { bidFor, bidOf } from '../money.ts';
import { factsOf, readRow } from '../read/rows.ts';
import { msOf, placeOf, toSeconds } from '../wire/values.ts';
import type { OpenaiApi } from '../wire/written.ts';

const bid = own('bidAmount', {
  refusal: ({ bidding_config }) =>
    said(bidding_config, 'strategy').startsWith('maximize_')
      ? {
          code: 'no_bid',
          message: 'The platform bids by itself here: an ad group that maximizes clicks or conversions has no bid.',
        }
      : undefined,
});

const cardMembers = wordsIn('type title body target_url file_id price image_crop');

/** An ad holds its card, which is written whole: without the file it would lose its picture. */
const inCard: Partial<UpdatedField> = {
  refusal: ({ creative }) =>
    said(creative, 'type') === 'chat_card' && text(at(creative, 'file_id')) !== undefined
      ? undefined
      : {
          code: 'card_not_whole',
          message:
            'The platform does not tell all of this card, so a change would lose the rest. Launch a new ad, then pause this one.',
        },
};

const billingOf = (row: Row) => said(row.bidding_config, 'billing_event_type');

export function createUpdate(api: OpenaiApi, clock: Clock): UpdateCapability {
  const name = own('name');
  return {
    campaign: {
      ...updating(api, 'campaign', 'campaignId', { name, startTime: startField(clock), endTime: own('endTime') }),
      check: timesAndBid,
    },
    adSet: {
      money: { bidAmount: 'bid' },
      ...updating(api, 'adset', 'adSetId', { name, bidAmount: bid }),
      check: timesAndBid,
    },
    ad: {
      ...updating(api, 'ad', 'adId', {
        name,
        headlines: own('headlines', inCard),
        primaryTexts: own('primaryTexts', inCard),
        link: own('link', inCard),
      }),
      check: () => [],
    },
  };
}

function updating(api: OpenaiApi, type: EntityType, idField: UpdatedKind['idField'], fields: UpdatedKind['fields']) {
  const { calls, wire } = api;
  const read = async (access: Access, id: string): Promise<Row> => {
    const row = await readRow(calls, access, type, id);
    if (row === undefined) throw wire.notFound(id);
    return {
      ...row,
      startTime: msOf(row.start_time),
      endTime: msOf(row.end_time),
      bidAmount: bidOf(at(row.bidding_config, 'max_bid_micros'), billingOf(row)),
      headlines: [said(row.creative, 'title')],
      primaryTexts: [said(row.creative, 'body')],
      link: text(at(row.creative, 'target_url')),
    };
  };
  return updatingOf({
    idField,
    fields,
    read,
    factsOf: (access, id, row) => factsOf(access, type, id, row),
    async write(access, id, patch) {
      const place = placeOf(type, id);
      await calls.write(access, place, bodyOf(patch, type === 'campaign' ? {} : await read(access, id)), harmlessTwice);
      await calls.settled(access, [place]);
    },
  });
}

/** Nested objects are written whole. */
function bodyOf(patch: Patch, row: Row): Params {
  const { startTime, endTime, bidAmount, headlines, primaryTexts, link, ...rest } = patched(patch);
  const first = (list: unknown) => (Array.isArray(list) ? said(list[0]) : undefined);
  const card = Object.entries({ title: first(headlines), body: first(primaryTexts), target_url: text(link) });
  const changed = Object.fromEntries(card.filter(([, value]) => value !== undefined));
  return {
    ...rest,
    ...(startTime !== undefined && { start_time: startTime === null ? null : toSeconds(Number(startTime)) }),
    ...(endTime !== undefined && { end_time: endTime === null ? null : toSeconds(Number(endTime)) }),
    ...(bidAmount !== undefined && {
      bidding_config: { ...asRow(row.bidding_config), ...bidFor(Number(bidAmount), billingOf(row)) },
    }),
    ...(Object.keys(changed).length > 0 && { creative: { ...kept(asRow(row.creative) ?? {}, cardMembers), ...changed } }),
  };
}
