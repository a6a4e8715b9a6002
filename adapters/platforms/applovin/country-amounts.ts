import type * as v from 'valibot';
import { SlipwayError } from '../../../core/base/errors.ts';
import { type Deed, deeds, type OpenedOwn } from '../../../core/operations/own-operations.ts';
import type { AppNetwork } from './own.ts';
import type { countryAmountsRequest, countryAmountsResponse } from './schema.ts';

type Request = v.InferOutput<typeof countryAmountsRequest>;
type Response = v.InferOutput<typeof countryAmountsResponse>;

/** The gate judges the sum of the budgets; goals alone start and raise nothing. */
export function countryAmountsDeed(request: Request, { own }: OpenedOwn<AppNetwork>): Deed<Response> {
  const { campaignId, dailyBudgets, goals } = request;
  if (dailyBudgets === undefined && goals === undefined) throw nothingAsked();
  const amounts = {
    request,
    dailyBudget: dailyBudgets && sumOf(dailyBudgets),
    after: { dailyBudgets: dailyBudgets ?? null, goals: goals ?? null },
    beforeOf: (now: Response['previous']) => ({ dailyBudgets: now.dailyBudgets, goals: now.goals }),
    read: async (access: Parameters<AppNetwork['amounts']>[0]) => {
      const { facts, ...now } = await own.amounts(access, campaignId);
      return { facts, now };
    },
    write: (access: Parameters<AppNetwork['amounts']>[0]) => own.setAmounts(access, campaignId, { dailyBudgets, goals }),
  };
  return deeds.ownAmounts(amounts, ({ now, previous, currency }) => ({
    success: true,
    campaignId,
    currency,
    ...now,
    ...(dailyBudgets && { dailyBudget: null, dailyBudgets }),
    ...(goals && { goal: null, goals }),
    previous,
  }));
}

const sumOf = (amounts: { readonly [country: string]: number }): number =>
  Object.values(amounts).reduce((sum, each) => sum + Math.round(each * 100), 0) / 100;

function nothingAsked(): SlipwayError {
  const message = 'Give dailyBudgets or goals, by country.';
  return new SlipwayError('bad_request', 'The request names no amount.', {
    details: [{ path: 'dailyBudgets', code: 'missing_field', message }],
  });
}
