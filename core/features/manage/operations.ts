import { counted } from '../../base/counted.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { appealAds, previewAppeal } from '../../manage/edit/appeal-ads.ts';
import { deleteEntities } from '../../manage/edit/delete-entities.ts';
import { itemParts, previewQuiet } from '../../manage/edit/entities.ts';
import { previewRename, renameEntity } from '../../manage/edit/rename-entity.ts';
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
const errors = ['not_found', 'platform_error', 'unavailable'] as const;
const reading = { topic, scope: 'read', errors } as const;
const managing = { topic, scope: 'manage', reach: 'workspace', errors } as const;

export const manageOperations = [
  operation({
    ...managing,
    name: 'manage.updateStatus',
    place: 'POST /v1/manage/update-status',
    summary: 'Pause, resume or end campaigns, ad sets and ads',
    input: edit.updateStatusRequest,
    output: edit.updateStatusResponse,
    preview: (ports, caller, { input }) => previewStatus(ports, caller, input),
    run: (ports, caller, { input, once }) => updateStatus(ports, caller, input, once),
    parts: itemParts,
  }),
  operation({
    ...managing,
    name: 'manage.delete',
    place: 'POST /v1/manage/delete',
    summary: 'Delete campaigns, ad sets or ads; needs `confirm: true`',
    effects: 'destroys',
    input: edit.deleteRequest,
    output: edit.deleteResponse,
    preview: (ports, caller, { input }) =>
      previewQuiet(ports, caller, input, {
        verb: 'Delete',
        state: 'deleted for good',
        look: 'below',
      }),
    run: (ports, caller, { input, once }) => deleteEntities(ports, caller, input, once),
    parts: itemParts,
  }),
  operation({
    ...managing,
    name: 'manage.updateBudget',
    place: 'POST /v1/manage/update-budget',
    summary: 'Change the budget of a campaign or an ad set',
    description:
      'Raising it more than tenfold within a day, in one step or in several, needs `confirm: true`. The limits of the company (GET /v1/guardrails) hold all the same.',
    input: edit.updateBudgetRequest,
    output: edit.updateBudgetResponse,
    preview: (ports, caller, { input }) => previewBudget(ports, caller, input),
    run: (ports, caller, { input, once }) => updateBudget(ports, caller, input, once),
  }),
  operation({
    ...managing,
    name: 'manage.rename',
    place: 'POST /v1/manage/rename',
    summary: 'Rename a campaign, an ad set or an ad',
    input: edit.renameRequest,
    output: edit.renameResponse,
    preview: (ports, caller, { input }) => previewRename(ports, caller, input),
    run: (ports, caller, { input, once }) => renameEntity(ports, caller, input, once),
  }),
  operation({
    ...managing,
    name: 'manage.appeal',
    place: 'POST /v1/manage/appeal',
    summary: 'Appeal against the rejection of ads: ask the platform to review them again',
    description:
      'Each ad has its own result: `done` once the platform was asked. POST /v1/manage/delivery tells what became of it.',
    input: edit.appealRequest,
    output: edit.appealResponse,
    preview: (ports, caller, { input }) => previewAppeal(ports, caller, input),
    run: (ports, caller, { input, once }) => appealAds(ports, caller, input, once),
    parts: itemParts,
  }),
  operation({
    ...managing,
    name: 'manage.updateZips',
    place: 'POST /v1/manage/update-adset-zip-targeting',
    summary: 'Replace, add or remove the postal codes of an ad set',
    input: edit.updateZipsRequest,
    output: edit.updateZipsResponse,
    preview: (ports, caller, { input: { businessId, adSetId, mode, zips } }) => {
      const verb = {
        replace: 'Replace the postal codes of',
        merge: 'Add postal codes to',
        remove: 'Remove postal codes from',
      }[mode ?? 'replace'];
      const named = { businessId, entityType: 'adset' as const, entityId: adSetId };
      const rest = `: ${counted(zips.length, 'code')}, ${quoted(JSON.stringify(zips), 300)}`;
      return previewQuiet(ports, caller, named, { verb, rest, look: 'own' });
    },
    run: (ports, caller, { input, once }) => updateZips(ports, caller, input, once),
  }),
  operation({
    ...reading,
    name: 'manage.listAds',
    place: 'GET /v1/manage/list-ads',
    summary: 'The ads of an ad set or an account',
    input: inspect.listAdsRequest,
    output: inspect.listAdsResponse,
    run: (ports, caller, { input }) => listAds(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'manage.changes',
    place: 'GET /v1/manage/changes',
    summary: 'Who changed what in an account, the latest first',
    description:
      'Money is in minor units; `metadata.minorUnits` says how many make one unit of the currency.',
    input: inspect.listChangesRequest,
    output: inspect.listChangesResponse,
    run: (ports, caller, { input }) => listChanges(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'manage.adDebugData',
    place: 'POST /v1/manage/ad-debug-data',
    summary: 'Everything the platform holds about ads, with their campaigns, ad sets and creatives',
    effects: 'reads',
    input: inspect.adDebugRequest,
    output: inspect.adDebugResponse,
    run: (ports, caller, { input }) => adDebugData(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'manage.adCreativeSpecs',
    place: 'POST /v1/manage/ad-creative-specs',
    summary: 'The texts, links and media of ads',
    effects: 'reads',
    input: inspect.adCreativeSpecsRequest,
    output: inspect.adCreativeSpecsResponse,
    run: (ports, caller, { input }) => adCreativeSpecs(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'manage.adPreview',
    place: 'GET /v1/manage/ad-preview',
    summary: 'An ad as people will see it',
    input: inspect.adPreviewRequest,
    output: inspect.adPreviewResponse,
    run: (ports, caller, { input }) => adPreview(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'manage.searchPlaces',
    place: 'GET /v1/geo/search',
    summary: 'Places that can be targeted',
    input: inspect.geoSearchRequest,
    output: inspect.geoSearchResponse,
    run: (ports, caller, { input }) => geoSearch(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'manage.choices',
    place: 'GET /v1/manage/choices',
    summary:
      'Audiences, interests, lead forms, catalogues and other things that settings are chosen from',
    description: '`use` says which field of a request takes it, and the value to give there.',
    input: choices.choicesRequest,
    output: choices.choicesResponse,
    run: (ports, caller, { input }) => listChoices(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'manage.delivery',
    place: 'POST /v1/manage/delivery',
    summary:
      'Why ad sets and ads deliver or not: learning stage, rejections, issues, estimates, recommendations',
    description:
      '`estimate: true` asks how many people an ad set could reach, `minimumBudgets: true` what the account takes at least.',
    effects: 'reads',
    input: choices.deliveryRequest,
    output: choices.deliveryResponse,
    run: (ports, caller, { input }) => readDelivery(ports, caller, input),
  }),
] as const;
