import { harmlessTwice } from '../kit/calls.ts';
import { at, type Row, said } from '../kit/json.ts';
import { own, patched, updateOf } from '../kit/updates.ts';
import type { UpdateCapability } from '../types.ts';
import {
  byCountry,
  campaignsById,
  decimal,
  goalAmount,
  goalFields,
  typeOf,
} from './read/campaigns.ts';
import { campaignFacts } from './read/inspect.ts';
import type { Api } from './wire/client.ts';
import { msOf, platformTime } from './wire/values.ts';

/** `start_date` and the strategy stand (api-evangelist/applovin@2395316, campaign structure). */
export function createUpdate({ calls, wire }: Api): UpdateCapability {
  return updateOf(
    {
      campaign: {
        name: own('name'),
        endTime: own('endTime', {
          warns: () => withoutZone,
          final: 'the API names no way to take the end of a campaign away.',
        }),
        bidAmount: own('bidAmount', { refusal: goalFault }),
      },
    },
    {
      async read(access, _type, id) {
        const row = (await campaignsById(calls, access, [id])).get(id);
        if (row === undefined) throw wire.notFound(id);
        return { ...row, endTime: msOf(row.end_date), bidAmount: goalAmount(row) };
      },
      factsOf: (access, _type, row) => campaignFacts(access, 'campaign', row),
      async write(access, _type, id, patch) {
        const { name, endTime, bidAmount } = patched(patch);
        const row = (await campaignsById(calls, access, [id])).get(id) ?? {};
        const body = {
          id,
          type: typeOf(row),
          ...(name !== undefined && { name }),
          ...(endTime !== undefined && { end_date: platformTime(Number(endTime)) }),
          ...(bidAmount !== undefined && {
            goal: { ...goalFields(row), goal_value_for_all_countries: decimal(Number(bidAmount)) },
          }),
        };
        await calls.write(access, 'campaign/update', body, harmlessTwice);
      },
    },
  );
}

const withoutZone = {
  code: 'time_without_zone',
  message: 'AppLovin writes times without a zone. Slipway writes and reads them as UTC.',
};

function goalFault(row: Row) {
  if (byCountry(at(row, 'goal', 'country_code_to_goal_value')) !== undefined)
    return {
      code: 'by_country',
      message:
        'This campaign has a goal for each country: set those (appNetwork.setCountryAmounts).',
    };
  return goalAmount(row) === undefined
    ? {
        code: 'no_bid',
        message: `A campaign with the goal ${said(row.goal, 'goal_type') || 'of its own'} has no bid in money.`,
      }
    : undefined;
}
