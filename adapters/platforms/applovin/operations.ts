import type * as v from 'valibot';
import { SlipwayError } from '../../../core/base/errors.ts';
import {
  duplicateCampaignRequest,
  duplicateCampaignResponse,
} from '../../../core/manage/schema/duplicate.ts';
import { operation } from '../../../core/operations/operation.ts';
import {
  type Deed,
  deedParts,
  deeds,
  type OpenedOwn,
  ownOperations,
} from '../../../core/operations/own-operations.ts';
import { definition } from './definition.ts';
import type { AppNetwork } from './own.ts';
import {
  countryAmountsRequest,
  countryAmountsResponse,
  endCardsRequest,
  endCardsResponse,
} from './schema.ts';

const { open, change } = ownOperations<AppNetwork>(definition.id);

const topic = 'Manage';
/**
 * The account or the campaign may not exist; the key may have been used before; the platform may
 * refuse or be away.
 */
const errors = ['not_found', 'conflict', 'platform_error', 'unavailable'] as const;

export const operations = [
  operation({
    name: 'appNetwork.duplicateCampaign',
    place: {
      method: 'POST',
      path: '/v1/app-network/duplicate-campaign',
      aliases: ['/v1/applovin/duplicate-campaign'],
    },
    topic,
    summary: 'Copy a campaign of the app network with its creative sets, 1 to 10 times',
    description:
      'As manage.duplicateCampaign, for accounts of the app network alone. Budgets and goals are copied country by country. The platform makes campaigns live: a copy is paused at once, and starts a day after it was made at the earliest, so that it cannot deliver before.',
    scope: 'manage',
    reach: 'workspace',
    input: duplicateCampaignRequest,
    output: duplicateCampaignResponse,
    errors,
    ...change(deeds.copyCampaign),
    parts: deedParts.copies,
  }),
  operation({
    name: 'appNetwork.setCountryAmounts',
    place: {
      method: 'POST',
      path: '/v1/app-network/country-amounts',
      aliases: ['/v1/applovin/country-amounts'],
    },
    topic,
    summary: 'Set daily budgets and goals of a campaign, country by country',
    description:
      'Amounts are in US dollars; the goal is of the type the campaign has (a price, or a return as a ratio). Countries that are not named have none afterwards. The sum of the budgets passes the guardrails of the company.',
    scope: 'manage',
    reach: 'workspace',
    input: countryAmountsRequest,
    output: countryAmountsResponse,
    errors,
    ...change(countryAmountsDeed),
  }),
  operation({
    name: 'appNetwork.endCards',
    place: {
      method: 'GET',
      path: '/v1/app-network/end-cards',
      aliases: ['/v1/applovin/end-cards'],
    },
    topic,
    summary: 'HTML files of an account that can be the end card of an ad',
    scope: 'read',
    input: endCardsRequest,
    output: endCardsResponse,
    errors: ['not_found', 'platform_error', 'unavailable'],
    async run(ports, caller, { input }) {
      const { own, access } = await open(ports, caller, input);
      const data = await own.endCards(access);
      return {
        success: true as const,
        data: data.map((file) => ({ ...file })),
        count: data.length,
      };
    },
  }),
] as const;

type Request = v.InferOutput<typeof countryAmountsRequest>;
type Response = v.InferOutput<typeof countryAmountsResponse>;

/** The gate judges the sum of the budgets; goals alone start and raise nothing. */
function countryAmountsDeed(request: Request, { own }: OpenedOwn<AppNetwork>): Deed<Response> {
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
    write: (access: Parameters<AppNetwork['amounts']>[0]) =>
      own.setAmounts(access, campaignId, { dailyBudgets, goals }),
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
