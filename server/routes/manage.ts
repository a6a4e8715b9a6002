import { deleteEntities } from '../../core/manage/edit/delete-entities.ts';
import { renameEntity } from '../../core/manage/edit/rename-entity.ts';
import { updateBudget } from '../../core/manage/edit/update-budget.ts';
import { updateStatus } from '../../core/manage/edit/update-status.ts';
import { updateZips } from '../../core/manage/edit/update-zips.ts';
import { adCreativeSpecs } from '../../core/manage/inspect/ad-creative-specs.ts';
import { adDebugData } from '../../core/manage/inspect/ad-debug.ts';
import { adPreview } from '../../core/manage/inspect/ad-preview.ts';
import { geoSearch } from '../../core/manage/inspect/geo-search.ts';
import { listAds } from '../../core/manage/inspect/list-ads.ts';
import { listChanges } from '../../core/manage/inspect/list-changes.ts';
import { answerOnce } from '../../core/records/once.ts';
import * as edit from '../../core/schema/manage-edit.ts';
import * as inspect from '../../core/schema/manage-inspect.ts';
import { route } from '../http/route.ts';

const tag = 'Manage';
/** The account or object may not exist; the platform may refuse or be away. */
const errors = [404, 502, 503];

export const manageRoutes = [
  route({
    method: 'POST',
    path: '/v1/manage/update-status',
    tag,
    summary: 'Pause, resume or end campaigns, ad sets and ads',
    scope: 'manage',
    body: edit.updateStatusRequest,
    response: edit.updateStatusResponse,
    errors,
    run: (ports, caller, { body, once }) => updateStatus(ports, caller, body, once),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/delete',
    tag,
    summary: 'Delete campaigns, ad sets or ads; needs `confirm: true`',
    scope: 'manage',
    body: edit.deleteRequest,
    response: edit.deleteResponse,
    errors,
    run: (ports, caller, { body, once }) => deleteEntities(ports, caller, body, once),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/update-budget',
    tag,
    summary: 'Change the budget of a campaign or an ad set',
    notes:
      'Raising it more than tenfold within a day, in one step or in several, needs `confirm: true`. The limits of the company (GET /v1/guardrails) hold all the same.',
    scope: 'manage',
    body: edit.updateBudgetRequest,
    response: edit.updateBudgetResponse,
    errors,
    run: (ports, caller, { body, once }) => updateBudget(ports, caller, body, once),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/rename',
    tag,
    summary: 'Rename a campaign, an ad set or an ad',
    scope: 'manage',
    body: edit.renameRequest,
    response: edit.renameResponse,
    errors,
    run: (ports, caller, { body, once }) => renameEntity(ports, caller, body, once),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/update-adset-zip-targeting',
    tag,
    summary: 'Replace, add or remove the postal codes of an ad set',
    scope: 'manage',
    body: edit.updateZipsRequest,
    response: edit.updateZipsResponse,
    errors,
    run: (ports, caller, { body, once }) => updateZips(ports, caller, body, once),
  }),
  route({
    method: 'GET',
    path: '/v1/manage/list-ads',
    tag,
    summary: 'The ads of an ad set or an account',
    scope: 'read',
    query: inspect.listAdsRequest,
    response: inspect.listAdsResponse,
    errors,
    run: (ports, caller, { query }) => listAds(ports, caller, query),
  }),
  route({
    method: 'GET',
    path: '/v1/manage/changes',
    tag,
    summary: 'Who changed what in an account, the latest first',
    notes: 'Money is in minor units; `metadata.minorUnits` says how many make one unit of the currency.',
    scope: 'read',
    query: inspect.listChangesRequest,
    response: inspect.listChangesResponse,
    errors,
    run: (ports, caller, { query }) => listChanges(ports, caller, query),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/ad-debug-data',
    tag,
    summary: 'Everything the platform holds about ads, with their campaigns, ad sets and creatives',
    scope: 'read',
    body: inspect.adDebugRequest,
    response: inspect.adDebugResponse,
    errors,
    run: (ports, caller, { body, once }) => answerOnce(once, () => adDebugData(ports, caller, body)),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/ad-creative-specs',
    tag,
    summary: 'The texts, links and media of ads',
    scope: 'read',
    body: inspect.adCreativeSpecsRequest,
    response: inspect.adCreativeSpecsResponse,
    errors,
    run: (ports, caller, { body, once }) => answerOnce(once, () => adCreativeSpecs(ports, caller, body)),
  }),
  route({
    method: 'GET',
    path: '/v1/manage/ad-preview',
    tag,
    summary: 'An ad as people will see it',
    scope: 'read',
    query: inspect.adPreviewRequest,
    response: inspect.adPreviewResponse,
    errors,
    run: (ports, caller, { query }) => adPreview(ports, caller, query),
  }),
  route({
    method: 'GET',
    path: '/v1/geo/search',
    tag,
    summary: 'Places that can be targeted',
    scope: 'read',
    query: inspect.geoSearchRequest,
    response: inspect.geoSearchResponse,
    errors,
    run: (ports, caller, { query }) => geoSearch(ports, caller, query),
  }),
];
