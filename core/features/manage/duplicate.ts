import * as v from 'valibot';
import { ownId } from '../../base/schema/fields.ts';
import { adCopies, duplicateAd } from '../../manage/duplicate/duplicate-ad.ts';
import { adSetCopies, duplicateAdSet } from '../../manage/duplicate/duplicate-ad-set.ts';
import { campaignCopies, duplicateCampaign } from '../../manage/duplicate/duplicate-campaign.ts';
import { duplicateStatus } from '../../manage/duplicate/duplicate-status.ts';
import { previewDuplicate } from '../../manage/duplicate/prepare.ts';
import { duplicateParts } from '../../manage/duplicate/submit.ts';
import * as duplicate from '../../manage/schema/duplicate.ts';
import { operation } from '../../operations/operation.ts';

const topic = 'Manage';
const errors = ['not_found', 'conflict', 'platform_error', 'unavailable'] as const;
const description =
  'The answer comes when the copies are made, each with its own result. Send an Idempotency-Key: if the answer is lost, the same request with the same key makes nothing twice and gets the result. Copies a crash or a deploy cut off are completed, or removed and reported, by themselves.';
const managing = { topic, scope: 'manage', reach: 'workspace', errors } as const;

export const duplicateOperations = [
  operation({
    ...managing,
    name: 'manage.duplicateAdSet',
    place: 'POST /v1/manage/duplicate-adset',
    summary: 'Copy an ad set with its ads, 1 to 10 times',
    description,
    input: duplicate.duplicateAdSetRequest,
    output: duplicate.duplicateAdSetResponse,
    preview: (ports, caller, { input }) =>
      previewDuplicate(ports, caller, input, adSetCopies(input)),
    run: (ports, caller, { input, once }) => duplicateAdSet(ports, caller, input, once),
    parts: duplicateParts,
  }),
  operation({
    ...managing,
    name: 'manage.duplicateCampaign',
    place: 'POST /v1/manage/duplicate-campaign',
    summary: 'Copy a campaign with its ad sets and ads, 1 to 10 times',
    description,
    input: duplicate.duplicateCampaignRequest,
    output: duplicate.duplicateCampaignResponse,
    preview: (ports, caller, { input }) =>
      previewDuplicate(ports, caller, input, campaignCopies(input)),
    run: (ports, caller, { input, once }) => duplicateCampaign(ports, caller, input, once),
    parts: duplicateParts,
  }),
  operation({
    ...managing,
    name: 'manage.duplicateAd',
    place: 'POST /v1/manage/duplicate-ad',
    summary: 'Copy an ad, 1 to 10 times, into another ad set and with other texts where asked',
    description,
    input: duplicate.duplicateAdRequest,
    output: duplicate.duplicateAdResponse,
    preview: (ports, caller, { input }) => previewDuplicate(ports, caller, input, adCopies(input)),
    run: (ports, caller, { input, once }) => duplicateAd(ports, caller, input, once),
    parts: duplicateParts,
  }),
  operation({
    name: 'manage.duplicateStatus',
    place: 'GET /v1/manage/duplicates/{id}',
    topic,
    summary: 'Where a duplication stands, by its `duplicateId`',
    scope: 'read',
    subject: v.object({ id: ownId }),
    output: duplicate.duplicateStatusResponse,
    errors: ['not_found'],
    run: (ports, caller, { subject: { id } }) => duplicateStatus(ports, caller, id),
  }),
] as const;
