import { duplicateCampaignRequest, duplicateCampaignResponse } from '../../../core/manage/schema/duplicate.ts';
import { operation } from '../../../core/operations/operation.ts';
import { deeds, ownOperations } from '../../../core/operations/own-operations.ts';
import { countryAmountsDeed } from './country-amounts.ts';
import { definition } from './definition.ts';
import type { AppNetwork } from './own.ts';
import { countryAmountsRequest, countryAmountsResponse, endCardsRequest, endCardsResponse } from './schema.ts';

const { open, change } = ownOperations<AppNetwork>(definition.id);

const topic = 'Manage';
/** The account or the campaign may not exist; the key may have been used before; the platform may refuse or be away. */
const errors = ['not_found', 'conflict', 'platform_error', 'unavailable'] as const;

export const operations = [
  operation({
    name: 'appNetwork.duplicateCampaign',
    place: { method: 'POST', path: '/v1/app-network/duplicate-campaign', aliases: ['/v1/applovin/duplicate-campaign'] },
    topic,
    summary: 'Copy a campaign of the app network with its creative sets, 1 to 10 times',
    description:
      'As manage.duplicateCampaign, for accounts of the app network alone. Budgets and goals are copied country by country. The platform makes campaigns live: a copy is paused at once, and starts a day after it was made at the earliest, so that it cannot deliver before.',
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: duplicateCampaignRequest,
    output: duplicateCampaignResponse,
    errors,
    ...change(deeds.copyCampaign),
  }),
  operation({
    name: 'appNetwork.setCountryAmounts',
    place: { method: 'POST', path: '/v1/app-network/country-amounts', aliases: ['/v1/applovin/country-amounts'] },
    topic,
    summary: 'Set daily budgets and goals of a campaign, country by country',
    description:
      'Amounts are in US dollars; the goal is of the type the campaign has (a price, or a return as a ratio). Countries that are not named have none afterwards. The sum of the budgets passes the guardrails of the company.',
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: countryAmountsRequest,
    output: countryAmountsResponse,
    errors,
    ...change(countryAmountsDeed),
  }),
  operation({
    name: 'appNetwork.endCards',
    place: { method: 'GET', path: '/v1/app-network/end-cards', aliases: ['/v1/applovin/end-cards'] },
    topic,
    summary: 'HTML files of an account that can be the end card of an ad',
    scope: 'read',
    effects: 'reads',
    input: endCardsRequest,
    output: endCardsResponse,
    errors: ['not_found', 'platform_error', 'unavailable'],
    async run(ports, caller, { input }) {
      const { own, access } = await open(ports, caller, input);
      const data = await own.endCards(access);
      return { success: true as const, data: data.map((file) => ({ ...file })), count: data.length };
    },
  }),
] as const;
