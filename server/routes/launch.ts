import * as v from 'valibot';
import { dryRun } from '../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../core/launch/accept/submit.ts';
import { cancelBatch } from '../../core/launch/cancel.ts';
import { retryBatch } from '../../core/launch/retry.ts';
import { batchDetail, listBatches } from '../../core/launch/show/status.ts';
import { undoBatch } from '../../core/launch/undo/undo.ts';
import { answerOnce } from '../../core/records/once.ts';
import { pageAnswer, pageQuery } from '../../core/schema/envelope.ts';
import { numericId } from '../../core/schema/fields.ts';
import * as shapes from '../../core/schema/launch.ts';
import { polledStatus } from '../http/batch-status-cache.ts';
import { streamEvents } from '../http/events.ts';
import { route } from '../http/route.ts';

const tag = 'Launch';
const byId = v.object({ id: numericId });

export const launchRoutes = [
  route({
    method: 'POST',
    path: '/v1/launch',
    tag,
    summary: 'Launch ads in a batch',
    notes:
      'Every ad is checked first; one fault refuses the whole request and all faults are listed. The answer comes when the launch is durable; follow it with GET /v1/batch-status/{id}. Ads are created paused unless `launchPaused: false` or `status: "ACTIVE"` is given.',
    scope: 'launch',
    body: shapes.launchBody,
    rawBody: true,
    response: shapes.launchAccepted,
    status: 202,
    errors: [409],
    run: (ports, caller, { body, once }) => submitLaunch(ports, caller, body, once),
  }),
  route({
    method: 'POST',
    path: '/v1/launch/plan',
    tag,
    summary: 'What a launch would do and cost; nothing is created',
    notes:
      'The same body gives the same answer. Send its `digest` as `planDigest` to launch exactly this. `validate=platform` asks the platform’s own opinion of every ad too; what it refuses, or cannot judge before the media are there, comes as warnings.',
    scope: 'launch',
    query: v.object({ validate: v.optional(v.picklist(['platform'])) }),
    body: shapes.launchBody,
    rawBody: true,
    asks: true,
    response: shapes.launchPlan,
    errors: [409],
    run: (ports, caller, { body, query, once }) =>
      answerOnce(once, () => dryRun(ports, caller.companyId, body, { validate: query.validate === 'platform' })),
  }),
  route({
    method: 'GET',
    path: '/v1/batch-status/{id}',
    tag,
    summary: 'Where a batch stands; poll until `status` is success or error',
    scope: 'read',
    params: byId,
    response: shapes.batchStatusAnswer,
    run: (ports, caller, { params, service }) => polledStatus(ports, service.statuses, caller.companyId, String(params.id)),
  }),
  route({
    method: 'GET',
    path: '/v1/batches',
    tag,
    summary: 'Your batches, the newest first',
    notes: 'Drafts are listed only when asked for: `status=Draft`, or GET /v1/drafts.',
    scope: 'read',
    query: v.object({ ...pageQuery, ...shapes.batchQuery.entries }),
    response: shapes.batchList,
    run: (ports, caller, { query }) => pageAnswer(query, (window) => listBatches(ports, caller.companyId, query, window)),
  }),
  route({
    method: 'GET',
    path: '/v1/batches/{id}',
    tag,
    summary: 'Everything about a batch, every ad included',
    scope: 'read',
    params: byId,
    response: shapes.batchDetailAnswer,
    run: (ports, caller, { params }) => batchDetail(ports, caller.companyId, String(params.id)),
  }),
  route({
    method: 'GET',
    path: '/v1/batches/{id}/events',
    tag,
    summary: 'A batch as it happens, as server-sent events',
    notes:
      'Events `batch`, `ad` and `done`, with consecutive ids; the stream ends after `done`. `Last-Event-ID` goes on after the event it names.',
    scope: 'read',
    params: byId,
    response: 'text/event-stream',
    run: (ports, caller, { params, request, service }) =>
      streamEvents(ports, caller.companyId, String(params.id), request, service.settings.ending),
  }),
  route({
    method: 'POST',
    path: '/v1/batches/{id}/retry',
    tag,
    summary: 'Launch the failed ads of a batch again, and nothing that exists',
    scope: 'launch',
    params: byId,
    response: shapes.launchAccepted,
    status: 202,
    errors: [409],
    run: (ports, caller, { params, once }) => retryBatch(ports, caller, String(params.id), once),
  }),
  route({
    method: 'POST',
    path: '/v1/batches/{id}/cancel',
    tag,
    summary: 'Send nothing more of a batch',
    scope: 'launch',
    params: byId,
    response: shapes.batchStatusAnswer,
    errors: [409],
    run: (ports, caller, { params, once }) => cancelBatch(ports, caller, String(params.id), once),
  }),
  route({
    method: 'POST',
    path: '/v1/batches/{id}/undo',
    tag,
    summary: 'Pause or delete exactly what a batch created',
    notes:
      'Without `mode` it pauses. `delete` also deletes the creatives the batch made, except those another ad shows. Asking again does nothing, or goes on with what was left.',
    scope: 'launch',
    params: byId,
    body: shapes.undoBody,
    response: shapes.undoAnswer,
    status: 202,
    errors: [409],
    run: (ports, caller, { params, body, once }) => undoBatch(ports, caller, String(params.id), body.mode ?? 'pause', once),
  }),
];
