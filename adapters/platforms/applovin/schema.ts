import * as v from 'valibot';
import { aliased } from '../../../core/base/schema/aliases.ts';
import { isCountry } from '../../../core/base/schema/country.ts';
import { answer } from '../../../core/base/schema/envelope.ts';
import {
  accountId,
  amount,
  entityId,
  flag,
  workspaceId,
} from '../../../core/base/schema/request-fields.ts';

const country = v.pipe(
  v.string(),
  v.check(isCountry, 'Name each country by its two letters (US, DE).'),
);
const amounts = v.pipe(
  v.record(country, amount),
  v.check((given) => Object.keys(given).length > 0, 'Name at least one country.'),
  v.check((given) => Object.keys(given).length <= 250, 'There are fewer countries.'),
);

export const countryAmountsRequest = aliased({
  accountId,
  campaignId: entityId,
  workspaceId,
  dailyBudgets: v.optional(amounts),
  goals: v.optional(amounts),
  confirm: v.optional(flag),
});

const held = v.nullable(v.record(v.string(), v.number()));
const campaignAmounts = {
  /** Null where each country has its own. */
  dailyBudget: v.nullable(v.number()),
  dailyBudgets: held,
  goalType: v.nullable(v.string()),
  goal: v.nullable(v.number()),
  goals: held,
};

export const countryAmountsResponse = answer({
  campaignId: v.string(),
  currency: v.string(),
  ...campaignAmounts,
  previous: v.object(campaignAmounts),
});

export const endCardsRequest = aliased({ accountId, workspaceId });

export const endCardsResponse = answer({
  data: v.array(
    v.object({ id: v.string(), name: v.string(), url: v.nullable(v.string()), status: v.string() }),
  ),
  count: v.number(),
});
