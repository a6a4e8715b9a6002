import { platformPlaces } from '../../adapters/platforms/places.ts';
import type { OperationName } from '../../core/operations/index.ts';
import type { Place } from '../../core/operations/place.ts';

/** Plain data: the server and its clients read the same table. */

/** By the name of the operation, in the order of the reference. */
const shared = {
  launch: { method: 'POST', path: '/v1/launch', status: 202 },
  plan: { method: 'POST', path: '/v1/launch/plan', query: ['validate'], reads: true },
  'batches.status': { method: 'GET', path: '/v1/batch-status/{id}' },
  'batches.list': { method: 'GET', path: '/v1/batches' },
  'batches.get': { method: 'GET', path: '/v1/batches/{id}' },
  'batches.events': { method: 'GET', path: '/v1/batches/{id}/events', answers: 'events' },
  'batches.retry': { method: 'POST', path: '/v1/batches/{id}/retry', status: 202 },
  'batches.cancel': { method: 'POST', path: '/v1/batches/{id}/cancel' },
  'batches.undo': { method: 'POST', path: '/v1/batches/{id}/undo', status: 202 },

  'sheets.launches': { method: 'GET', path: '/v1/sheets/{spreadsheetId}/launches' },
  'sheets.launch': { method: 'GET', path: '/v1/sheets/{spreadsheetId}/launches/{id}' },

  'drafts.list': { method: 'GET', path: '/v1/drafts' },
  'drafts.create': { method: 'POST', path: '/v1/drafts', status: 201 },
  'drafts.get': { method: 'GET', path: '/v1/drafts/{id}' },
  'drafts.update': { method: 'PATCH', path: '/v1/drafts/{id}' },
  'drafts.delete': { method: 'DELETE', path: '/v1/drafts/{id}' },
  'drafts.launch': { method: 'POST', path: '/v1/drafts/{id}/launch', status: 202 },
  'drafts.launchBatch': { method: 'POST', path: '/v1/launch/from-draft', status: 202 },

  'manage.createCampaign': { method: 'POST', path: '/v1/manage/create-campaign' },
  'manage.createAdSet': { method: 'POST', path: '/v1/manage/create-adset' },
  'manage.updateCampaign': { method: 'POST', path: '/v1/manage/update-campaign' },
  'manage.updateAdSet': { method: 'POST', path: '/v1/manage/update-adset' },
  'manage.updateAd': { method: 'POST', path: '/v1/manage/update-ad' },
  'manage.undoUpdate': { method: 'POST', path: '/v1/manage/undo-update' },
  'manage.updateStatus': { method: 'POST', path: '/v1/manage/update-status' },
  'manage.delete': { method: 'POST', path: '/v1/manage/delete' },
  'manage.updateBudget': { method: 'POST', path: '/v1/manage/update-budget' },
  'manage.rename': { method: 'POST', path: '/v1/manage/rename' },
  'manage.updateZips': { method: 'POST', path: '/v1/manage/update-adset-zip-targeting' },
  'manage.listAds': { method: 'GET', path: '/v1/manage/list-ads' },
  'manage.changes': { method: 'GET', path: '/v1/manage/changes' },
  'manage.adDebugData': { method: 'POST', path: '/v1/manage/ad-debug-data', reads: true },
  'manage.adCreativeSpecs': { method: 'POST', path: '/v1/manage/ad-creative-specs', reads: true },
  'manage.adPreview': { method: 'GET', path: '/v1/manage/ad-preview' },
  'manage.choices': { method: 'GET', path: '/v1/manage/choices' },
  'manage.delivery': { method: 'POST', path: '/v1/manage/delivery', reads: true },
  'manage.searchPlaces': { method: 'GET', path: '/v1/geo/search' },
  'manage.duplicateAdSet': { method: 'POST', path: '/v1/manage/duplicate-adset' },
  'manage.duplicateCampaign': { method: 'POST', path: '/v1/manage/duplicate-campaign' },
  'manage.duplicateAd': { method: 'POST', path: '/v1/manage/duplicate-ad' },
  'manage.duplicateStatus': { method: 'GET', path: '/v1/manage/duplicates/{id}' },

  'platforms.list': { method: 'GET', path: '/v1/platforms' },
  'platforms.identities': { method: 'GET', path: '/v1/platforms/{platform}/identities' },
  'platforms.posts': { method: 'GET', path: '/v1/platforms/{platform}/posts' },

  'media.upload': { method: 'POST', path: '/v1/media/upload', aliases: ['/upload'], multipart: true },
  'media.uploadUrl': { method: 'POST', path: '/v1/media/upload/url', aliases: ['/upload/url'] },
  'media.list': { method: 'GET', path: '/v1/media' },
  'media.get': { method: 'GET', path: '/v1/media/{id}' },
  'media.delete': { method: 'DELETE', path: '/v1/media/{id}' },

  'reports.query': { method: 'GET', path: '/v1/reports/query' },
  'reports.fields': { method: 'GET', path: '/v1/reports/fields' },
  'reports.topAds': { method: 'GET', path: '/v1/analytics/top-ads' },
  'reports.dailySpend': { method: 'GET', path: '/v1/spend/daily' },
  'reports.reachComposition': {
    method: 'GET',
    path: '/v1/reports/primary/reach-composition',
    aliases: ['/v1/reports/meta/reach-composition', '/v1/reports/facebook/reach-composition'],
  },
  'reports.countryBreakdown': {
    method: 'GET',
    path: '/v1/reports/primary/country-breakdown',
    aliases: ['/v1/reports/meta/country-breakdown', '/v1/reports/facebook/country-breakdown'],
  },
  'reports.campaigns': { method: 'GET', path: '/v1/campaigns' },
  'reports.adSets': { method: 'GET', path: '/v1/adsets' },
  'exports.start': { method: 'POST', path: '/v1/exports', status: 202 },
  'exports.get': { method: 'GET', path: '/v1/exports/{id}' },
  'exports.file': { method: 'GET', path: '/v1/exports/{id}/file', answers: 'file' },

  'connections.list': { method: 'GET', path: '/v1/connections' },
  'connections.create': { method: 'POST', path: '/v1/connections', status: 201 },
  'connections.delete': { method: 'DELETE', path: '/v1/connections/{id}' },
  'connections.test': { method: 'POST', path: '/v1/connections/{id}/test' },
  'accounts.list': { method: 'GET', path: '/v1/adaccounts' },
  'accounts.profiles': { method: 'GET', path: '/v1/profiles' },
  'launchDefaults.get': { method: 'GET', path: '/v1/launch-defaults' },
  'launchDefaults.replace': {
    method: 'PUT',
    path: '/v1/launch-defaults',
    query: ['adAccountId', 'accountId', 'businessId', 'accountIds'],
  },

  'research.connection': { method: 'GET', path: '/v1/research/connection' },
  'research.connect': { method: 'PUT', path: '/v1/research/connection' },
  'research.disconnect': { method: 'DELETE', path: '/v1/research/connection' },
  'research.query': { method: 'GET', path: '/v1/research/rpc/{procedure}' },
  'research.mutate': { method: 'POST', path: '/v1/research/rpc/{procedure}' },
  'research.ads': { method: 'GET', path: '/v1/research/ads' },
  'research.ad': { method: 'GET', path: '/v1/research/ads/{hash}' },
  'research.boards': { method: 'GET', path: '/v1/research/boards' },
  'research.createBoard': { method: 'POST', path: '/v1/research/boards' },
  'research.brand': { method: 'GET', path: '/v1/research/brand' },
  'research.followed': { method: 'GET', path: '/v1/research/companies' },
  'research.scrape': { method: 'POST', path: '/v1/research/scrape', status: 202 },
  'research.scrapeStatus': { method: 'GET', path: '/v1/research/scrape/{jobId}' },

  'adCopyTemplates.list': { method: 'GET', path: '/v1/ad-copy-templates' },
  'adCopyTemplates.create': { method: 'POST', path: '/v1/ad-copy-templates', status: 201 },
  'adCopyTemplates.get': { method: 'GET', path: '/v1/ad-copy-templates/{id}' },
  'adCopyTemplates.update': { method: 'PATCH', path: '/v1/ad-copy-templates/{id}' },
  'adCopyTemplates.delete': { method: 'DELETE', path: '/v1/ad-copy-templates/{id}' },
  'namingConventions.list': { method: 'GET', path: '/v1/naming-conventions' },
  'namingConventions.create': { method: 'POST', path: '/v1/naming-conventions', status: 201 },
  'namingConventions.get': { method: 'GET', path: '/v1/naming-conventions/{id}' },
  'namingConventions.update': { method: 'PATCH', path: '/v1/naming-conventions/{id}' },
  'namingConventions.delete': { method: 'DELETE', path: '/v1/naming-conventions/{id}' },
  'namingConventions.render': { method: 'POST', path: '/v1/naming-conventions/{id}/render', reads: true },
  'namingConventions.parse': { method: 'POST', path: '/v1/naming-conventions/{id}/parse', reads: true },
  'namingConventions.coverage': { method: 'GET', path: '/v1/naming-conventions/{id}/coverage' },

  me: { method: 'GET', path: '/v1/me', aliases: ['/v1/user/extended2'] },
  'keys.list': { method: 'GET', path: '/v1/keys' },
  'keys.create': { method: 'POST', path: '/v1/keys', status: 201 },
  'keys.revoke': { method: 'DELETE', path: '/v1/keys/{id}' },
  'workspaces.list': { method: 'GET', path: '/v1/workspaces' },
  'workspaces.create': { method: 'POST', path: '/v1/workspaces', status: 201 },
  'audit.list': { method: 'GET', path: '/v1/audit' },
  'companies.create': { method: 'POST', path: '/v1/companies', status: 201 },
  'companies.list': { method: 'GET', path: '/v1/companies' },
  'companies.get': { method: 'GET', path: '/v1/companies/{id}' },
  'companies.update': { method: 'PATCH', path: '/v1/companies/{id}' },
  'companies.suspend': { method: 'POST', path: '/v1/companies/{id}/suspend' },
  'companies.resume': { method: 'POST', path: '/v1/companies/{id}/resume' },
  'companies.delete': { method: 'POST', path: '/v1/companies/{id}/delete', status: 202 },
  'companies.createKey': { method: 'POST', path: '/v1/companies/{id}/keys', status: 201 },
  'guardrails.get': { method: 'GET', path: '/v1/guardrails' },
  'guardrails.replace': { method: 'PUT', path: '/v1/guardrails' },
  'guardrails.check': { method: 'POST', path: '/v1/guardrails/check', reads: true },

  'approvals.request': { method: 'POST', path: '/v1/approvals', status: 201 },
  'approvals.list': { method: 'GET', path: '/v1/approvals' },
  'approvals.get': { method: 'GET', path: '/v1/approvals/{digest}' },
  'approvals.decide': { method: 'POST', path: '/v1/approvals/{digest}' },
  'approvals.apply': { method: 'POST', path: '/v1/approvals/{digest}/apply' },
  'approvals.policy': { method: 'GET', path: '/v1/approval-policy' },
  'approvals.setPolicy': { method: 'PUT', path: '/v1/approval-policy' },

  'webhooks.list': { method: 'GET', path: '/v1/webhooks' },
  'webhooks.create': { method: 'POST', path: '/v1/webhooks', status: 201 },
  'webhooks.delete': { method: 'DELETE', path: '/v1/webhooks/{id}' },
  'webhooks.deliveries': { method: 'GET', path: '/v1/webhooks/{id}/deliveries' },

  'sandbox.state': { method: 'GET', path: '/v1/sandbox/state' },
  'sandbox.faults': { method: 'GET', path: '/v1/sandbox/faults' },
  'sandbox.addFault': { method: 'POST', path: '/v1/sandbox/faults', status: 201 },
  'sandbox.clearFaults': { method: 'DELETE', path: '/v1/sandbox/faults' },
} as const satisfies { readonly [N in OperationName]: Place };

/** With the operations that only one platform has. */
export const table = { ...shared, ...platformPlaces } as const;

/** The name of an operation of a service with the platforms there are. */
export type PlacedName = keyof typeof table;

/** The same, asked by a name that is only known when the program runs. */
export const placeOf = (name: PlacedName): Place => table[name];
