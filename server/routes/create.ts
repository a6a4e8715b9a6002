import * as v from 'valibot';
import { createAdSet, createCampaign } from '../../core/manage/create/create-object.ts';
import type { CreationForm, PlatformDefinition } from '../../core/ports/platform-definition.ts';
import { createAdSetResponse, createCampaignResponse } from '../../core/schema/manage-create.ts';
import { type Route, route } from '../http/route.ts';

const tag = 'Manage';
const errors = [404, 409, 502, 503];
const lostAnswer =
  'Send an Idempotency-Key: if the answer is lost, the same request with the same key finds what was made, and makes nothing twice.';

/** New campaigns and ad sets, with the requests that the platforms of the service take. */
export function createRoutes(definitions: readonly PlatformDefinition[]): readonly Route[] {
  const campaigns = formsOf(definitions, 'campaign');
  const adSets = formsOf(definitions, 'adSet');
  return [
    route({
      method: 'POST',
      path: '/v1/manage/create-campaign',
      tag,
      summary: 'Create a campaign, paused unless asked otherwise',
      notes: `Budgets are whole amounts of the account’s currency. Names in camelCase and snake_case are both taken. ${lostAnswer}`,
      scope: 'manage',
      body: anyOf(campaigns.map(({ request }) => request)),
      rawBody: true,
      response: createCampaignResponse(anyOf(campaigns.map(({ record }) => record))),
      errors,
      run: (ports, caller, { body, once }) => createCampaign(ports, caller, body as object, once),
    }),
    route({
      method: 'POST',
      path: '/v1/manage/create-adset',
      tag,
      summary: 'Create an ad set, paused unless asked otherwise',
      notes: lostAnswer,
      scope: 'manage',
      body: anyOf(adSets.map(({ request }) => request)),
      rawBody: true,
      response: createAdSetResponse(anyOf(adSets.map(({ record }) => record))),
      errors,
      run: (ports, caller, { body, once }) => createAdSet(ports, caller, body as object, once),
    }),
  ];
}

const formsOf = (definitions: readonly PlatformDefinition[], level: 'campaign' | 'adSet'): readonly CreationForm[] =>
  definitions.flatMap(({ create }) => create?.[level] ?? []);

/** One of several: each platform has its own. */
function anyOf(schemas: readonly v.GenericSchema[]): v.GenericSchema {
  const [only, ...others] = schemas;
  if (only === undefined) return v.looseObject({});
  return others.length === 0 ? only : v.union([...schemas]);
}
