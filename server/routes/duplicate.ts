import * as v from 'valibot';
import { duplicateAd } from '../../core/manage/duplicate/duplicate-ad.ts';
import { duplicateAdSet } from '../../core/manage/duplicate/duplicate-ad-set.ts';
import { duplicateCampaign } from '../../core/manage/duplicate/duplicate-campaign.ts';
import { duplicateStatus } from '../../core/manage/duplicate/duplicate-status.ts';
import { ownId } from '../../core/schema/fields.ts';
import * as duplicate from '../../core/schema/manage-duplicate.ts';
import { route } from '../http/route.ts';

const tag = 'Manage';
/** The account or the source may not exist; the key may have been used before; the platform may refuse or be away. */
const errors = [404, 409, 502, 503];
const notes =
  'The answer comes when the copies are made, each with its own result. Send an Idempotency-Key: if the answer is lost, the same request with the same key makes nothing twice and gets the result. Copies a crash or a deploy cut off are completed, or removed and reported, by themselves.';

export const duplicateRoutes = [
  route({
    method: 'POST',
    path: '/v1/manage/duplicate-adset',
    tag,
    summary: 'Copy an ad set with its ads, 1 to 10 times',
    notes,
    scope: 'manage',
    body: duplicate.duplicateAdSetRequest,
    response: duplicate.duplicateAdSetResponse,
    errors,
    run: (ports, caller, { body, once }) => duplicateAdSet(ports, caller, body, once),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/duplicate-campaign',
    tag,
    summary: 'Copy a campaign with its ad sets and ads, 1 to 10 times',
    notes,
    scope: 'manage',
    body: duplicate.duplicateCampaignRequest,
    response: duplicate.duplicateCampaignResponse,
    errors,
    run: (ports, caller, { body, once }) => duplicateCampaign(ports, caller, body, once),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/duplicate-ad',
    tag,
    summary: 'Copy an ad, 1 to 10 times, into another ad set and with other texts where asked',
    notes,
    scope: 'manage',
    body: duplicate.duplicateAdRequest,
    response: duplicate.duplicateAdResponse,
    errors,
    run: (ports, caller, { body, once }) => duplicateAd(ports, caller, body, once),
  }),
  route({
    method: 'GET',
    path: '/v1/manage/duplicates/{id}',
    tag,
    summary: 'Where a duplication stands, by its `duplicateId`',
    scope: 'read',
    params: v.object({ id: ownId }),
    response: duplicate.duplicateStatusResponse,
    errors: [404],
    run: (ports, caller, { params }) => duplicateStatus(ports, caller, params.id),
  }),
];
