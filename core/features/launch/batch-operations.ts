import * as v from 'valibot';
import { pageAnswer, pageQuery, success, windowOf } from '../../base/schema/envelope.ts';
import { numericId, wholeNumber } from '../../base/schema/fields.ts';
import { cancelBatch } from '../../launch/cancel.ts';
import { renameBatch } from '../../launch/rename.ts';
import { previewRetry, retryBatch } from '../../launch/retry.ts';
import * as shapes from '../../launch/schema.ts';
import { adsAsSent } from '../../launch/show/as-sent.ts';
import { batchDetail } from '../../launch/show/detail.ts';
import { followBatch } from '../../launch/show/follow.ts';
import { batchStatuses, listBatches, pagedStatus } from '../../launch/show/status.ts';
import { previewUndo, undoBatch } from '../../launch/undo/undo.ts';
import { operation } from '../../operations/operation.ts';

const topic = 'Launch';
const subject = v.object({ id: numericId });
/** Of a large batch, unless more or fewer are asked for. */
const TOLD_ADS = 100;

export const batchOperations = [
  operation({
    name: 'batches.status',
    place: { method: 'GET', path: '/v1/batch-status/{id}' },
    topic,
    summary: 'Where a batch stands; poll until `status` is success or error',
    scope: 'read',
    effects: 'reads',
    subject,
    input: shapes.batchStatusQuery,
    output: shapes.batchStatusAnswer,
    run: (ports, caller, { subject: { id }, input }) =>
      pagedStatus(ports, caller.companyId, String(id), windowOf(input, TOLD_ADS)),
  }),
  operation({
    name: 'batches.statuses',
    place: { method: 'GET', path: '/v1/batch-statuses' },
    topic,
    summary: 'Where several batches stand, in one request',
    description: 'In the order they are named, each once. Batches there are not are left out.',
    scope: 'read',
    effects: 'reads',
    input: shapes.batchStatusesQuery,
    output: shapes.batchStatusesAnswer,
    run: async (ports, caller, { input: { ids } }) => success({ data: await batchStatuses(ports, caller.companyId, ids) }),
  }),
  operation({
    name: 'batches.list',
    place: { method: 'GET', path: '/v1/batches' },
    topic,
    summary: 'Your batches, the newest first',
    description: 'Drafts are listed only when asked for: `status=Draft`, or GET /v1/drafts.',
    scope: 'read',
    effects: 'reads',
    input: v.object({ ...pageQuery, ...shapes.batchQuery.entries }),
    output: shapes.batchList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => listBatches(ports, caller.companyId, input, window)),
  }),
  operation({
    name: 'batches.get',
    place: { method: 'GET', path: '/v1/batches/{id}' },
    topic,
    summary: 'Everything about a batch, every ad included',
    scope: 'read',
    effects: 'reads',
    subject,
    output: shapes.batchDetailAnswer,
    run: (ports, caller, { subject: { id } }) => batchDetail(ports, caller.companyId, String(id)),
  }),
  operation({
    name: 'batches.ads',
    place: { method: 'GET', path: '/v1/batches/{id}/ads' },
    topic,
    summary: 'The ads of a batch as a launch takes them: correct them and launch them anew',
    description:
      'Without `which` those that failed, each with the ad sets it failed in. What exists already, or may exist (`mayExist`), is left out, so that launching the answer makes nothing twice.',
    scope: 'read',
    effects: 'reads',
    subject,
    input: v.object({ which: v.optional(v.picklist(['failed', 'all'])) }),
    output: shapes.sentAdsAnswer,
    run: async (ports, caller, { subject: { id }, input: { which } }) =>
      success({ data: await adsAsSent(ports, caller.companyId, String(id), which ?? 'failed') }),
  }),
  operation({
    name: 'batches.events',
    place: { method: 'GET', path: '/v1/batches/{id}/events' },
    topic,
    summary: 'A batch as it happens, as server-sent events',
    description:
      'Events `batch`, `ad` and `done`, with consecutive ids; the stream ends after `done`. `Last-Event-ID`, or `after`, goes on after the event it names.',
    scope: 'read',
    effects: 'reads',
    subject,
    input: v.object({
      after: v.optional(wholeNumber(0, 1_000_000_000_000_000, { description: 'The id of the last event you have.' })),
    }),
    output: 'text/event-stream',
    run: (ports, caller, { subject: { id }, input: { after } }) => followBatch(ports, caller.companyId, String(id), after),
  }),
  operation({
    name: 'batches.retry',
    place: { method: 'POST', path: '/v1/batches/{id}/retry', status: 202 },
    topic,
    summary: 'Launch the failed ads of a batch again, and nothing that exists',
    scope: 'launch',
    reach: 'workspace',
    effects: 'writes',
    subject,
    output: shapes.launchAccepted,
    errors: ['conflict'],
    preview: (ports, caller, { subject: { id } }) => previewRetry(ports, caller, String(id)),
    run: (ports, caller, { subject: { id }, once }) => retryBatch(ports, caller, String(id), once),
  }),
  operation({
    name: 'batches.rename',
    place: { method: 'PATCH', path: '/v1/batches/{id}' },
    topic,
    summary: 'Name a batch, while it runs and afterwards',
    description: 'A draft is named by PATCH /v1/drafts/{id}.',
    scope: 'launch',
    reach: 'workspace',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    input: shapes.renameBatchBody,
    output: shapes.batchSummaryAnswer,
    errors: ['conflict'],
    run: (ports, caller, { subject: { id }, input: { name } }) => renameBatch(ports, caller, String(id), name),
  }),
  operation({
    name: 'batches.cancel',
    place: { method: 'POST', path: '/v1/batches/{id}/cancel' },
    topic,
    summary: 'Send nothing more of a batch',
    scope: 'launch',
    reach: 'workspace',
    effects: 'writes',
    preview: 'quiet',
    subject,
    output: shapes.batchStatusAnswer,
    errors: ['conflict'],
    run: (ports, caller, { subject: { id }, once }) => cancelBatch(ports, caller, String(id), once),
  }),
  operation({
    name: 'batches.undo',
    place: { method: 'POST', path: '/v1/batches/{id}/undo', status: 202 },
    topic,
    summary: 'Pause or delete exactly what a batch created',
    description:
      'Without `mode` it pauses. `delete` also deletes the creatives the batch made, except those another ad shows. Asking again does nothing, or goes on with what was left.',
    scope: 'launch',
    reach: 'workspace',
    effects: 'destroys',
    preview: (ports, caller, { subject: { id } }) => previewUndo(ports, caller.companyId, String(id)),
    subject,
    input: shapes.undoBody,
    output: shapes.undoAnswer,
    errors: ['conflict'],
    run: (ports, caller, { subject: { id }, input: { mode }, once }) =>
      undoBatch(ports, caller, { batchId: String(id), mode: mode ?? 'pause' }, once),
  }),
] as const;
