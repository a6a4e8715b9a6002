import { PlatformError } from '../../../core/base/errors.ts';
import { toMicro } from '../kit/currencies.ts';
import { numeric, text } from '../kit/json.ts';
import { own, patched, startField, type UpdatedField, updateOf } from '../kit/updates.ts';
import type {
  Access,
  Api,
  Clock,
  EntityType,
  Params,
  Patch,
  Row,
  UpdateCapability,
} from '../types.ts';
import type { createEdit } from './edit.ts';
import { unmarked } from './mark.ts';
import { readRows, shapes } from './read/entities.ts';
import { readPin } from './read/pins.ts';
import { bidOf, msOfSeconds, toSeconds } from './wire/values.ts';

interface Ports extends Api {
  readonly clock: Clock;
  readonly change: ReturnType<typeof createEdit>['change'];
}

/**
 * Sources: pinterest/api-description 5.23.0, CampaignCommon (times), AdGroupCommon, AdUpdateRequest
 * (`pin_id`: drafts alone).
 */
export function createUpdate({ clock, change, calls, wire }: Ports): UpdateCapability {
  const name = own('name');
  const [startTime, endTime] = [startField(clock), own('endTime')];
  return updateOf(
    {
      campaign: { name, startTime: sharing(startTime), endTime: sharing(endTime) },
      adSet: {
        name,
        startTime,
        endTime,
        bidAmount: own('bidAmount', {
          refusal: ({ bid_strategy_type }) =>
            bid_strategy_type === 'AUTOMATIC_BID' ? noBid : undefined,
        }),
      },
      ad: {
        name,
        link: own('link', {
          refusal: ({ creative_type }) => (creative_type === 'CAROUSEL' ? linksOfCards : undefined),
        }),
      },
    },
    {
      read,
      factsOf: shapes.facts,
      async write(access, type, id, patch) {
        const failure = (await change(access, [{ type, id, fields: sentOf(patch) }])).get(id);
        if (failure !== undefined) throw new PlatformError(failure);
      },
    },
  );

  async function read(access: Access, type: EntityType, id: string): Promise<Row> {
    const row = (await readRows(calls, access, type, [id])).get(id);
    if (row === undefined) throw wire.notFound(id);
    const times = {
      startTime: msOfSeconds(row.start_time),
      endTime: msOfSeconds(row.end_time),
      bidAmount: bidOf(row),
    };
    if (type !== 'ad') return { ...row, ...times };
    // An ad without an address of its own leads where its pin does.
    const pin =
      text(row.destination_url) === undefined
        ? await readPin(calls, access, text(row.pin_id) ?? '')
        : undefined;
    return { ...row, link: text(row.destination_url) ?? unmarked(text(pin?.link)) };
  }
}

/** Only campaigns that share out a budget have times. */
const sharing = ({ refusal, ...field }: UpdatedField): UpdatedField => ({
  ...field,
  refusal: (row, value) =>
    row.is_campaign_budget_optimization === true ? refusal?.(row, value) : timesOfAdGroups,
});

const timesOfAdGroups = {
  code: 'times_of_ad_groups',
  message:
    'A campaign of Pinterest has times only where it shares out a budget. Change the times of its ad groups.',
};
const noBid = {
  code: 'no_bid',
  message:
    'Pinterest bids by itself here: an ad group without a bid of its own does not get one later. Make a new ad group with a bid.',
};
const linksOfCards = {
  code: 'links_of_cards',
  message:
    'Each card of this ad has its own link. Launch a new ad with the links that you want, then pause this one.',
};

function sentOf(patch: Patch): Params {
  const { startTime, endTime, bidAmount, link, ...rest } = patched(patch);
  const seconds = (ms: unknown) => (numeric(ms) === undefined ? null : toSeconds(Number(ms)));
  return {
    ...rest,
    ...(startTime !== undefined && { start_time: seconds(startTime) }),
    ...(endTime !== undefined && { end_time: seconds(endTime) }),
    ...(bidAmount !== undefined && { bid_in_micro_currency: toMicro(Number(bidAmount)) }),
    ...(link !== undefined && { destination_url: link }),
  };
}
