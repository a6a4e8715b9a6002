import { createAdSet, createCampaign, previewCreation } from '../../manage/create/create-object.ts';
import {
  createAdSetResponse,
  createCampaignResponse,
  withKeptParts,
} from '../../manage/schema/create.ts';
import { operation } from '../../operations/operation.ts';
import type { CreationForm, PlatformDefinition } from '../../ports/platform-definition.ts';
import { anyOf } from './update.ts';

const topic = 'Manage';
const errors = ['not_found', 'conflict', 'platform_error', 'unavailable'] as const;
const named =
  '`naming: { conventionId, values }` instead of `name` builds the name by a naming convention of the level; `presetId` fills in what is left out.';
const lostAnswer =
  'Send an Idempotency-Key: if the answer is lost, the same request with the same key finds what was made, and makes nothing twice.';

export function createOperations(definitions: readonly PlatformDefinition[]) {
  const campaigns = formsOf(definitions, 'campaign');
  const adSets = formsOf(definitions, 'adSet');
  return [
    operation({
      name: 'manage.createCampaign',
      place: 'POST /v1/manage/create-campaign',
      topic,
      summary: 'Create a campaign, paused unless asked otherwise',
      description: `Budgets are whole amounts of the account’s currency. Names in camelCase and snake_case are both taken. ${named} ${lostAnswer}`,
      scope: 'manage',
      reach: 'workspace',
      input: anyOf(campaigns.map(({ request }) => withKeptParts(request))),
      rawInput: true,
      output: createCampaignResponse(anyOf(campaigns.map(({ record }) => record))),
      errors,
      preview: (ports, caller, { input }) => previewCreation(ports, caller, 'campaign', input),
      run: (ports, caller, { input, once }) => createCampaign(ports, caller, input, once),
    }),
    operation({
      name: 'manage.createAdSet',
      place: 'POST /v1/manage/create-adset',
      topic,
      summary: 'Create an ad set, paused unless asked otherwise',
      description: `${named} ${lostAnswer}`,
      scope: 'manage',
      reach: 'workspace',
      input: anyOf(adSets.map(({ request }) => withKeptParts(request))),
      rawInput: true,
      output: createAdSetResponse(anyOf(adSets.map(({ record }) => record))),
      errors,
      preview: (ports, caller, { input }) => previewCreation(ports, caller, 'adSet', input),
      run: (ports, caller, { input, once }) => createAdSet(ports, caller, input, once),
    }),
  ] as const;
}

const formsOf = (
  definitions: readonly PlatformDefinition[],
  level: 'campaign' | 'adSet',
): readonly CreationForm[] => definitions.flatMap(({ create }) => create?.[level] ?? []);
