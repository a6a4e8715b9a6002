import * as v from 'valibot';
import { accessFound } from '../../../core/accounts/access.ts';
import { foundAccount } from '../../../core/accounts/find-account.ts';
import { adAccountKind } from '../../../core/accounts/records.ts';
import { withRequestErrors } from '../../../core/base/refusal.ts';
import { sentName } from '../../../core/base/schema/aliases.ts';
import { listAnswer } from '../../../core/base/schema/envelope.ts';
import { addDays, dayAt } from '../../../core/base/time/days.ts';
import { previewLaunch } from '../../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { launchAccepted, launchBody } from '../../../core/launch/schema.ts';
import { adCopies, duplicateAd } from '../../../core/manage/duplicate/duplicate-ad.ts';
import { adSetCopies, duplicateAdSet } from '../../../core/manage/duplicate/duplicate-ad-set.ts';
import { campaignCopies, duplicateCampaign } from '../../../core/manage/duplicate/duplicate-campaign.ts';
import { previewDuplicate } from '../../../core/manage/duplicate/prepare.ts';
import { openAnyAccount } from '../../../core/manage/inspect/any-account.ts';
import { operation } from '../../../core/operations/operation.ts';
import type { ServicePorts } from '../../../core/operations/ports.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { EntityType } from '../../../core/ports/platform-accounts.ts';
import { allOf } from '../../../core/records/list.ts';
import { definition } from './definition.ts';
import { withNames } from './launch-body.ts';
import type { AccountRow, LinkedinOwn } from './own.ts';
import * as shapes from './schemas.ts';
import { typeOf } from './urns.ts';

const { id: platform } = definition;
const errors = ['not_found', 'platform_error', 'unavailable'] as const;
const once =
  'Send an Idempotency-Key: if the answer is lost, the same request with the same key makes nothing twice and gets the result.';

const types: { readonly [L in shapes.Level]: EntityType } = { campaignGroup: 'campaign', campaign: 'adset', creative: 'ad' };

const ownOf = (opened: AdPlatform): LinkedinOwn => opened.own as LinkedinOwn;

export const operations = [
  operation({
    name: 'professionalNetwork.manage',
    place: { method: 'GET', path: '/v1/professional-network/manage', aliases: ['/v1/linkedin/manage'] },
    topic: 'Manage',
    summary: 'Campaign groups, campaigns or creatives of LinkedIn, with their states in words and their figures',
    description:
      '`level` is campaignGroup, campaign (the default) or creative. `parentId` names the campaign group or the campaign above. `metadata.apiVersion` says when the version of the API that is asked ends.',
    scope: 'read',
    effects: 'reads',
    input: shapes.manageRequest,
    output: shapes.manageResponse,
    errors,
    run: (ports, caller, { input }) => manage(ports, caller.companyId, input),
  }),
  operation({
    name: 'professionalNetwork.accounts',
    place: { method: 'GET', path: '/v1/professional-network/accounts', aliases: ['/v1/linkedin/accounts'] },
    topic: 'Accounts',
    summary: 'The ad accounts of LinkedIn that the connections reach, as the platform holds them',
    description:
      'GET /v1/adaccounts lists what is registered here; this asks the platform, with the organization of each account.',
    scope: 'read',
    effects: 'reads',
    input: shapes.accountsRequest,
    output: shapes.accountsResponse,
    errors,
    run: async (ports, caller, { input }) => {
      const { rows, own } = await accounts(ports, caller.companyId);
      const { data, ...page } = listAnswer(rows, input);
      return { ...page, data: [...data], metadata: { apiVersion: own.version } };
    },
  }),
  operation({
    name: 'professionalNetwork.duplicateCampaign',
    place: { method: 'POST', path: '/v1/professional-network/duplicate-campaign', aliases: ['/v1/linkedin/duplicate-campaign'] },
    topic: 'Manage',
    summary: 'Copy a campaign of LinkedIn with its creatives, 1 to 10 times',
    description: `LinkedIn copies nothing itself: Slipway rebuilds each object. Copies are paused, their creatives drafts, unless \`initialStatus\` is ACTIVE. ${once}`,
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: shapes.duplicateCampaignInput,
    output: shapes.duplicateCampaignResponse,
    errors: [...errors, 'conflict'],
    async preview(ports, caller, { input }) {
      await openAnyAccount(ports, caller.companyId, { ...input, platform }, 'duplicate');
      if (typeOf(input.campaignId) === 'campaign') {
        const request = v.parse(shapes.asCampaignCopy, input);
        return previewDuplicate(ports, caller, request, campaignCopies(request));
      }
      const request = v.parse(shapes.asAdSetCopy, input);
      return previewDuplicate(ports, caller, request, adSetCopies(request));
    },
    run: async (ports, caller, { input, once }) => {
      await openAnyAccount(ports, caller.companyId, { ...input, platform }, 'duplicate');
      if (typeOf(input.campaignId) === 'campaign')
        return duplicateCampaign(ports, caller, v.parse(shapes.asCampaignCopy, input), once);
      const { originalAdSetId, results, ...counts } = await duplicateAdSet(
        ports,
        caller,
        v.parse(shapes.asAdSetCopy, input),
        once,
      );
      return {
        ...counts,
        originalCampaignId: originalAdSetId,
        results: results.map(({ newAdSetId, ...copy }) => ({
          ...copy,
          ...(newAdSetId !== undefined && { newCampaignId: newAdSetId }),
        })),
      };
    },
  }),
  operation({
    name: 'professionalNetwork.duplicateCreative',
    place: { method: 'POST', path: '/v1/professional-network/duplicate-creative', aliases: ['/v1/linkedin/duplicate-creative'] },
    topic: 'Manage',
    summary: 'Copy a creative of LinkedIn, 1 to 10 times, into another campaign and with other words where asked',
    description: `A copy shows the post of its source; with \`copyValues\` it gets a post of its own. ${once}`,
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: shapes.duplicateCreativeInput,
    output: shapes.duplicateCreativeResponse,
    errors: [...errors, 'conflict'],
    async preview(ports, caller, { input }) {
      await openAnyAccount(ports, caller.companyId, { ...input, platform }, 'duplicate');
      const request = v.parse(shapes.asAdCopy, input);
      return previewDuplicate(ports, caller, request, adCopies(request));
    },
    run: async (ports, caller, { input, once }) => {
      await openAnyAccount(ports, caller.companyId, { ...input, platform }, 'duplicate');
      const { originalAdId, results, ...counts } = await duplicateAd(ports, caller, v.parse(shapes.asAdCopy, input), once);
      return {
        ...counts,
        originalCreativeId: originalAdId,
        results: results.map(({ newAdId, ...copy }) => ({ ...copy, ...(newAdId !== undefined && { newCreativeId: newAdId }) })),
      };
    },
  }),
  operation({
    name: 'professionalNetwork.launch',
    place: { method: 'POST', path: '/v1/professional-network/launch', aliases: ['/v1/linkedin/launch'], status: 202 },
    topic: 'Launch',
    summary: 'Launch ads on LinkedIn in a batch: an image, a video, a document, or a post that exists',
    description:
      'POST /v1/launch for ads of this platform alone: `adAccountType` may be left out, campaigns may be named by their URNs, and `postUrn` by itself sponsors a post.',
    scope: 'launch',
    reach: 'workspace',
    effects: 'writes',
    input: launchBody,
    rawInput: true,
    output: launchAccepted,
    errors: ['conflict'],
    preview: (ports, caller, { input }) => previewLaunch(ports, caller, withNames(input)),
    run: (ports, caller, { input, once }) => submitLaunch(ports, caller, withNames(input), once),
  }),
] as const;

async function manage(ports: ServicePorts, companyId: string, request: shapes.ManageRequest) {
  const { level = 'campaign', parentId, includeMetrics = false } = request;
  const opened = await openAnyAccount(ports, companyId, { ...request, platform }, 'inspect');
  const own = ownOf(opened.platform);
  const { access } = opened;
  const type = types[level];
  const { data, ...page } = listAnswer(
    await withRequestErrors({ missing: sentName(request, 'parentId') }, () => own.list(access, type, parentId)),
    request,
  );
  const to = request.endDate ?? dayAt(ports.clock.now(), 'UTC');
  const range = { from: request.startDate ?? addDays(to, -29), to };
  const ids = data.map(({ id }) => id);
  const figures = includeMetrics && ids.length > 0 ? await own.figures(access, type, ids, range) : undefined;
  return {
    ...page,
    data: data.map((row) => ({
      ...row,
      level,
      holds: [...row.holds],
      ...(includeMetrics && { metrics: figures?.get(row.id) ?? null }),
    })),
    metadata: {
      level,
      accountId: access.adAccountId,
      parentId: parentId ?? null,
      currency: access.currency,
      ...(includeMetrics && { metricsFrom: range.from, metricsTo: range.to }),
      apiVersion: own.version,
    },
  };
}

/** Asks each connection once, through any of its accounts. */
async function accounts(ports: ServicePorts, companyId: string) {
  const { platform: opened } = await openAnyAccount(ports, companyId, { platform }, 'inspect');
  const own = ownOf(opened);
  const registered = (await allOf(ports.store, adAccountKind, companyId))
    .map(foundAccount)
    .filter((each) => each.platform === platform);
  const connections = new Map(registered.map((account) => [account.connectionId, account]));
  const rows = new Map<string, AccountRow & { servingStatuses: string[] }>();
  for (const account of connections.values()) {
    const { access } = await accessFound(ports, companyId, account);
    for (const row of await withRequestErrors({}, () => own.accounts(access)))
      rows.set(row.id, { ...row, servingStatuses: [...row.servingStatuses] });
  }
  return { own, rows: [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1)) };
}
