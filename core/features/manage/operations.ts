import { deleteEntities } from '../../manage/edit/delete-entities.ts';
import { previewQuiet } from '../../manage/edit/entities.ts';
import { renameEntity } from '../../manage/edit/rename-entity.ts';
import { previewBudget, updateBudget } from '../../manage/edit/update-budget.ts';
import { previewStatus, updateStatus } from '../../manage/edit/update-status.ts';
import { updateZips } from '../../manage/edit/update-zips.ts';
import { adCreativeSpecs } from '../../manage/inspect/ad-creative-specs.ts';
import { adDebugData } from '../../manage/inspect/ad-debug.ts';
import { adPreview } from '../../manage/inspect/ad-preview.ts';
import { listChoices } from '../../manage/inspect/choices.ts';
import { readDelivery } from '../../manage/inspect/delivery.ts';
import { geoSearch } from '../../manage/inspect/geo-search.ts';
import { listAds } from '../../manage/inspect/list-ads.ts';
import { listChanges } from '../../manage/inspect/list-changes.ts';
import * as choices from '../../manage/schema/choices.ts';
import * as edit from '../../manage/schema/edit.ts';
import * as inspect from '../../manage/schema/inspect.ts';
import { operation } from '../../operations/operation.ts';

const topic = 'Manage';
/** The account or object may not exist; the platform may refuse or be away. */
const errors = ['not_found', 'platform_error', 'unavailable'] as const;

export const manageOperations = [
  operation({
    name: 'manage.updateStatus',
    place: { method: 'POST', path: '/v1/manage/update-status' },
    topic,
    summary: 'Pause, resume or end campaigns, ad sets and ads',
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: edit.updateStatusRequest,
    output: edit.updateStatusResponse,
    errors,
    preview: (ports, caller, { input }) => previewStatus(ports, caller, input),
    run: (ports, caller, { input, once }) => updateStatus(ports, caller, input, once),
  }),
  operation({
    name: 'manage.delete',
    place: { method: 'POST', path: '/v1/manage/delete' },
    topic,
    summary: 'Delete campaigns, ad sets or ads; needs `confirm: true`',
    scope: 'manage',
    reach: 'workspace',
    effects: 'destroys',
    input: edit.deleteRequest,
    output: edit.deleteResponse,
    errors,
    preview: (ports, caller, { input }) => previewQuiet(ports, caller, input),
    run: (ports, caller, { input, once }) => deleteEntities(ports, caller, input, once),
  }),
  operation({
    name: 'manage.updateBudget',
    place: { method: 'POST', path: '/v1/manage/update-budget' },
    topic,
    summary: 'Change the budget of a campaign or an ad set',
    description:
      'Raising it more than tenfold within a day, in one step or in several, needs `confirm: true`. The limits of the company (GET /v1/guardrails) hold all the same.',
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: edit.updateBudgetRequest,
    output: edit.updateBudgetResponse,
    errors,
    preview: (ports, caller, { input }) => previewBudget(ports, caller, input),
    run: (ports, caller, { input, once }) => updateBudget(ports, caller, input, once),
  }),
  operation({
    name: 'manage.rename',
    place: { method: 'POST', path: '/v1/manage/rename' },
    topic,
    summary: 'Rename a campaign, an ad set or an ad',
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: edit.renameRequest,
    output: edit.renameResponse,
    errors,
    preview: (ports, caller, { input }) => previewQuiet(ports, caller, input),
    run: (ports, caller, { input, once }) => renameEntity(ports, caller, input, once),
  }),
  operation({
    name: 'manage.updateZips',
    place: { method: 'POST', path: '/v1/manage/update-adset-zip-targeting' },
    topic,
    summary: 'Replace, add or remove the postal codes of an ad set',
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: edit.updateZipsRequest,
    output: edit.updateZipsResponse,
    errors,
    preview: (ports, caller, { input: { businessId, adSetId } }) =>
      previewQuiet(ports, caller, { businessId, entityType: 'adset', entityId: adSetId }),
    run: (ports, caller, { input, once }) => updateZips(ports, caller, input, once),
  }),
  operation({
    name: 'manage.listAds',
    place: { method: 'GET', path: '/v1/manage/list-ads' },
    topic,
    summary: 'The ads of an ad set or an account',
    scope: 'read',
    effects: 'reads',
    input: inspect.listAdsRequest,
    output: inspect.listAdsResponse,
    errors,
    run: (ports, caller, { input }) => listAds(ports, caller, input),
  }),
  operation({
    name: 'manage.changes',
    place: { method: 'GET', path: '/v1/manage/changes' },
    topic,
    summary: 'Who changed what in an account, the latest first',
    description: 'Money is in minor units; `metadata.minorUnits` says how many make one unit of the currency.',
    scope: 'read',
    effects: 'reads',
    input: inspect.listChangesRequest,
    output: inspect.listChangesResponse,
    errors,
    run: (ports, caller, { input }) => listChanges(ports, caller, input),
  }),
  operation({
    name: 'manage.adDebugData',
    place: { method: 'POST', path: '/v1/manage/ad-debug-data' },
    topic,
    summary: 'Everything the platform holds about ads, with their campaigns, ad sets and creatives',
    scope: 'read',
    effects: 'reads',
    input: inspect.adDebugRequest,
    output: inspect.adDebugResponse,
    errors,
    run: (ports, caller, { input }) => adDebugData(ports, caller, input),
  }),
  operation({
    name: 'manage.adCreativeSpecs',
    place: { method: 'POST', path: '/v1/manage/ad-creative-specs' },
    topic,
    summary: 'The texts, links and media of ads',
    scope: 'read',
    effects: 'reads',
    input: inspect.adCreativeSpecsRequest,
    output: inspect.adCreativeSpecsResponse,
    errors,
    run: (ports, caller, { input }) => adCreativeSpecs(ports, caller, input),
  }),
  operation({
    name: 'manage.adPreview',
    place: { method: 'GET', path: '/v1/manage/ad-preview' },
    topic,
    summary: 'An ad as people will see it',
    scope: 'read',
    effects: 'reads',
    input: inspect.adPreviewRequest,
    output: inspect.adPreviewResponse,
    errors,
    run: (ports, caller, { input }) => adPreview(ports, caller, input),
  }),
  operation({
    name: 'manage.searchPlaces',
    place: { method: 'GET', path: '/v1/geo/search' },
    topic,
    summary: 'Places that can be targeted',
    scope: 'read',
    effects: 'reads',
    input: inspect.geoSearchRequest,
    output: inspect.geoSearchResponse,
    errors,
    run: (ports, caller, { input }) => geoSearch(ports, caller, input),
  }),
  operation({
    name: 'manage.choices',
    place: { method: 'GET', path: '/v1/manage/choices' },
    topic,
    summary: 'Audiences, interests, lead forms, catalogues and other things that settings are chosen from',
    description: '`use` says which field of a request takes it, and the value to give there.',
    scope: 'read',
    effects: 'reads',
    input: choices.choicesRequest,
    output: choices.choicesResponse,
    errors,
    run: (ports, caller, { input }) => listChoices(ports, caller, input),
  }),
  operation({
    name: 'manage.delivery',
    place: { method: 'POST', path: '/v1/manage/delivery' },
    topic,
    summary: 'Why ad sets and ads deliver or not: learning stage, rejections, issues, estimates, recommendations',
    description:
      '`estimate: true` asks how many people an ad set could reach, `minimumBudgets: true` what the account takes at least.',
    scope: 'read',
    effects: 'reads',
    input: choices.deliveryRequest,
    output: choices.deliveryResponse,
    errors,
    run: (ports, caller, { input }) => readDelivery(ports, caller, input),
  }),
] as const;
