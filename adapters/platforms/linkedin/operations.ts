import * as v from 'valibot';
import type { Caller } from '../../../core/access/caller.ts';
import { openPlatform } from '../../../core/accounts/find-account.ts';
import { withRequestErrors } from '../../../core/base/refusal.ts';
import { sentName } from '../../../core/base/schema/aliases.ts';
import { listAnswer } from '../../../core/base/schema/envelope.ts';
import { addDays, dayAt } from '../../../core/base/time/days.ts';
import { launchAccepted, launchBody } from '../../../core/launch/schema.ts';
import { operation } from '../../../core/operations/operation.ts';
import {
  answering,
  deedParts,
  deeds,
  ownOperations,
} from '../../../core/operations/own-operations.ts';
import type { ServicePorts } from '../../../core/operations/ports.ts';
import type { EntityType } from '../../../core/ports/platform-accounts.ts';
import { definition } from './definition.ts';
import type { LinkedinOwn } from './own.ts';
import * as shapes from './schemas.ts';
import { numberOf, typeOf } from './urns.ts';

const { id: platform } = definition;
const errors = ['not_found', 'platform_error', 'unavailable'] as const;
const once =
  'Send an Idempotency-Key: if the answer is lost, the same request with the same key makes nothing twice and gets the result.';

const types: { readonly [L in shapes.Level]: EntityType } = {
  campaignGroup: 'campaign',
  campaign: 'adset',
  creative: 'ad',
};

const { open, change, ofConnections } = ownOperations<LinkedinOwn>(platform);

export const operations = [
  operation({
    name: 'professionalNetwork.manage',
    place: {
      method: 'GET',
      path: '/v1/professional-network/manage',
      aliases: ['/v1/linkedin/manage'],
    },
    topic: 'Manage',
    summary:
      'Campaign groups, campaigns or creatives of LinkedIn, with their states in words and their figures',
    description:
      '`level` is campaignGroup, campaign (the default) or creative. `parentId` names the campaign group or the campaign above. `metadata.apiVersion` says when the version of the API that is asked ends.',
    scope: 'read',
    input: shapes.manageRequest,
    output: shapes.manageResponse,
    errors,
    run: (ports, caller, { input }) => manage(ports, caller, input),
  }),
  operation({
    name: 'professionalNetwork.accounts',
    place: {
      method: 'GET',
      path: '/v1/professional-network/accounts',
      aliases: ['/v1/linkedin/accounts'],
    },
    topic: 'Accounts',
    summary: 'The ad accounts of LinkedIn that the connections reach, as the platform holds them',
    description:
      'GET /v1/adaccounts lists what is registered here; this asks the platform, with the organization of each account.',
    scope: 'read',
    input: shapes.accountsRequest,
    output: shapes.accountsResponse,
    errors,
    run: async (ports, caller, { input }) => {
      const { version } = openPlatform(ports.platforms, platform).own as LinkedinOwn;
      const found = await ofConnections(ports, caller.companyId, ({ own, access }) =>
        withRequestErrors({}, () => own.accounts(access)),
      );
      const rows = [...new Map(found.map((row) => [row.id, row])).values()].sort((a, b) =>
        a.id < b.id ? -1 : 1,
      );
      const { data, ...page } = listAnswer(rows, input);
      const shown = data.map((row) => ({ ...row, servingStatuses: [...row.servingStatuses] }));
      return { ...page, data: shown, metadata: { apiVersion: version } };
    },
  }),
  operation({
    name: 'professionalNetwork.duplicateCampaign',
    place: {
      method: 'POST',
      path: '/v1/professional-network/duplicate-campaign',
      aliases: ['/v1/linkedin/duplicate-campaign'],
    },
    topic: 'Manage',
    summary: 'Copy a campaign of LinkedIn with its creatives, 1 to 10 times',
    description: `LinkedIn copies nothing itself: Slipway rebuilds each object. Copies are paused, their creatives drafts, unless \`initialStatus\` is ACTIVE. ${once}`,
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: shapes.duplicateCampaignInput,
    output: shapes.duplicateCampaignResponse,
    errors: [...errors, 'conflict'],
    ...change((input: v.InferOutput<typeof shapes.duplicateCampaignInput>) =>
      typeOf(input.campaignId) === 'campaign'
        ? deeds.copyCampaign(v.parse(shapes.asCampaignCopy, input))
        : answering(
            deeds.copyAdSet(v.parse(shapes.asAdSetCopy, input)),
            ({ originalAdSetId, results, ...counts }) => ({
              ...counts,
              originalCampaignId: originalAdSetId,
              results: results.map(({ newAdSetId, ...copy }) => ({
                ...copy,
                ...(newAdSetId !== undefined && { newCampaignId: newAdSetId }),
              })),
            }),
          ),
    ),
    parts: deedParts.copies,
  }),
  operation({
    name: 'professionalNetwork.duplicateCreative',
    place: {
      method: 'POST',
      path: '/v1/professional-network/duplicate-creative',
      aliases: ['/v1/linkedin/duplicate-creative'],
    },
    topic: 'Manage',
    summary:
      'Copy a creative of LinkedIn, 1 to 10 times, into another campaign and with other words where asked',
    description: `A copy shows the post of its source; with \`copyValues\` it gets a post of its own. ${once}`,
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: shapes.duplicateCreativeInput,
    output: shapes.duplicateCreativeResponse,
    errors: [...errors, 'conflict'],
    ...change((input: v.InferOutput<typeof shapes.duplicateCreativeInput>) =>
      answering(
        deeds.copyAd(v.parse(shapes.asAdCopy, input)),
        ({ originalAdId, results, ...counts }) => ({
          ...counts,
          originalCreativeId: originalAdId,
          results: results.map(({ newAdId, ...copy }) => ({
            ...copy,
            ...(newAdId !== undefined && { newCreativeId: newAdId }),
          })),
        }),
      ),
    ),
    parts: deedParts.copies,
  }),
  operation({
    name: 'professionalNetwork.launch',
    place: {
      method: 'POST',
      path: '/v1/professional-network/launch',
      aliases: ['/v1/linkedin/launch'],
      status: 202,
    },
    topic: 'Launch',
    summary:
      'Launch ads on LinkedIn in a batch: an image, a video, a document, or a post that exists',
    description:
      'POST /v1/launch for ads of this platform alone: `adAccountType` may be left out, campaigns may be named by their URNs, and `postUrn` by itself sponsors a post.',
    scope: 'launch',
    reach: 'workspace',
    input: launchBody,
    rawInput: true,
    output: launchAccepted,
    errors: ['conflict'],
    preview: (ports, caller, { input }) => deeds.launch(withNames(input)).preview(ports, caller),
    run: (ports, caller, { input, once }) =>
      deeds.launch(withNames(input)).run(ports, caller, once),
    parts: deedParts.launch,
  }),
] as const;

async function manage(ports: ServicePorts, caller: Caller, request: shapes.ManageRequest) {
  const { level = 'campaign', parentId, includeMetrics = false } = request;
  const { own, access } = await open(ports, caller, request);
  const type = types[level];
  const { data, ...page } = listAnswer(
    await withRequestErrors({ missing: sentName(request, 'parentId') }, () =>
      own.list(access, type, parentId),
    ),
    request,
  );
  const to = request.endDate ?? dayAt(ports.clock.now(), 'UTC');
  const range = { from: request.startDate ?? addDays(to, -29), to };
  const ids = data.map(({ id }) => id);
  const figures =
    includeMetrics && ids.length > 0 ? await own.figures(access, type, ids, range) : undefined;
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

type Fields = { readonly [name: string]: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Translates a body for `launch`: names the platform, campaigns by number, and makes a post alone a
 * post boost. Anything that is no body stays: `launch` refuses it.
 */
function withNames(body: unknown): unknown {
  if (!isFields(body)) return body;
  const adSets = listOf(body.adSets);
  const shared = adSets === undefined ? {} : { adSets };
  if (isFields(body.creativeState))
    return { ...body, ...shared, creativeState: withNames(body.creativeState) };
  if (!Array.isArray(body.ads)) return adWithNames(body);
  return {
    ...body,
    ...shared,
    ads: body.ads.map((ad: unknown) => (isFields(ad) ? adWithNames(ad) : ad)),
  };
}

function adWithNames(ad: Fields): Fields {
  const adSets = listOf(ad.adSets);
  return {
    adAccountType: definition.id,
    ...ad,
    ...(adSets !== undefined && { adSets }),
    ...(typeof ad.postUrn === 'string' && ad.media === undefined && sponsored(ad.postUrn)),
  };
}

const sponsored = (effectiveStoryId: string): Fields => ({
  scalePostId: true,
  media: [{ effectiveStoryId, existingAd: true, existingPrimaryAd: true, isExistingPost: true }],
});

/** Campaigns by number. */
function listOf(adSets: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(adSets)) return undefined;
  return adSets.map((each: unknown) =>
    isFields(each) ? { ...each, value: plain(each.value) } : plain(each),
  );
}

const plain = (id: unknown): unknown =>
  typeof id === 'string' && typeOf(id) === 'adset' ? numberOf(id) : id;
