import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, at, said, text, wordsIn } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';
import { own, patched, startField, type UpdatedField, updateOf } from '../../kit/updates.ts';
import type {
  Access,
  Clock,
  EntityType,
  Params,
  Patch,
  Row,
  UpdateCapability,
} from '../../types.ts';
import { bidFor, bidOf } from '../money.ts';
import { factsOf, readRow } from '../read/rows.ts';
import { msOf, placeOf, toSeconds } from '../wire/values.ts';
import type { OpenaiApi } from '../wire/written.ts';

const bid = own('bidAmount', {
  refusal: ({ bidding_config }) =>
    said(bidding_config, 'strategy').startsWith('maximize_')
      ? {
          code: 'no_bid',
          message:
            'The platform bids by itself here: an ad group that maximizes clicks or conversions has no bid.',
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

export function createUpdate({ calls, wire }: OpenaiApi, clock: Clock): UpdateCapability {
  const name = own('name');
  return updateOf(
    {
      campaign: { name, startTime: startField(clock), endTime: own('endTime') },
      adSet: { name, bidAmount: bid },
      ad: {
        name,
        headlines: own('headlines', inCard),
        primaryTexts: own('primaryTexts', inCard),
        link: own('link', inCard),
      },
    },
    {
      read,
      factsOf: (access, type, row, id) => factsOf(access, type, id, row),
      async write(access, type, id, patch) {
        const place = placeOf(type, id);
        const body = bodyOf(patch, type === 'campaign' ? {} : await read(access, type, id));
        await calls.write(access, place, body, harmlessTwice);
        await calls.settled(access, [place]);
      },
    },
  );

  async function read(access: Access, type: EntityType, id: string): Promise<Row> {
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
  }
}

/** Nested objects are written whole. */
function bodyOf(patch: Patch, row: Row): Params {
  const { startTime, endTime, bidAmount, headlines, primaryTexts, link, ...rest } = patched(patch);
  const first = (list: unknown) => (Array.isArray(list) ? said(list[0]) : undefined);
  const card = Object.entries({
    title: first(headlines),
    body: first(primaryTexts),
    target_url: text(link),
  });
  const changed = Object.fromEntries(card.filter(([, value]) => value !== undefined));
  return {
    ...rest,
    ...(startTime !== undefined && {
      start_time: startTime === null ? null : toSeconds(Number(startTime)),
    }),
    ...(endTime !== undefined && {
      end_time: endTime === null ? null : toSeconds(Number(endTime)),
    }),
    ...(bidAmount !== undefined && {
      bidding_config: {
        ...asRow(row.bidding_config),
        ...bidFor(Number(bidAmount), billingOf(row)),
      },
    }),
    ...(Object.keys(changed).length > 0 && {
      creative: { ...kept(asRow(row.creative) ?? {}, cardMembers), ...changed },
    }),
  };
}
