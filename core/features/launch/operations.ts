import * as v from 'valibot';
import { listingFaults } from '../../base/errors.ts';
import { pageAnswer, pageQuery, success, windowOf } from '../../base/schema/envelope.ts';
import { numericId, wholeNumber } from '../../base/schema/fields.ts';
import { dryRun, previewLaunch } from '../../launch/accept/dry-run.ts';
import { submitLaunch } from '../../launch/accept/submit.ts';
import { cancelBatch, previewCancel } from '../../launch/cancel.ts';
import { renameBatch } from '../../launch/rename.ts';
import { previewRetry, retryBatch } from '../../launch/retry.ts';
import * as shapes from '../../launch/schema.ts';
import { adsAsSent } from '../../launch/show/as-sent.ts';
import { batchDetail } from '../../launch/show/detail.ts';
import { followBatch } from '../../launch/show/follow.ts';
import { launchParts, undoParts } from '../../launch/show/parts.ts';
import { batchStatuses, listBatches, pagedStatus } from '../../launch/show/status.ts';
import { previewUndo, undoBatch } from '../../launch/undo/undo.ts';
import { operation } from '../../operations/operation.ts';

const topic = 'Launch';

export const launchOperations = [
  operation({
    name: 'launch',
    place: { method: 'POST', path: '/v1/launch', status: 202 },
    topic,
    summary: 'Launch ads in a batch',
    description:
      'Every ad is checked first; one fault refuses the whole request. The first hundred faults are listed, `error.faults` says how many there are, and `faultsFrom` of POST /v1/launch/plan lists the others. The answer comes when the launch is durable; follow it with GET /v1/batch-status/{id}. Ads are created paused unless `launchPaused: false` or `status: "ACTIVE"` is given.',
    scope: 'launch',
    reach: 'workspace',
    input: shapes.launchBody,
    rawInput: true,
    output: shapes.launchAccepted,
    errors: ['conflict'],
    preview: (ports, caller, { input }) => previewLaunch(ports, caller, input),
    run: (ports, caller, { input, once }) => submitLaunch(ports, caller, input, once),
    parts: launchParts,
  }),
  operation({
    name: 'plan',
    place: {
      method: 'POST',
      path: '/v1/launch/plan',
      query: ['validate', 'links', 'faultsFrom', 'faultsLimit'],
    },
    topic,
    summary: 'What a launch would do and cost; nothing is created',
    description:
      'The same body gives the same answer. Send its `digest` as `planDigest` to launch exactly this: it stands for the content of files in your media and for the addresses of others, which are fetched when they are launched; a plan of `POST /v1/approvals` holds what they lead to. `validate=platform` asks the platform’s own opinion of every ad too; what it refuses, or cannot judge before the media are there, comes as warnings at the fields it means. Platforms that give it in one request are asked in any case, for ten seconds at most, unless `validate=none`. `links=follow` looks where the links lead and tells those that lose tracking parameters on the way.',
    scope: 'launch',
    effects: 'reads',
    options: v.object({
      validate: v.optional(v.picklist(['platform', 'none'])),
      links: v.optional(v.picklist(['follow'])),
      faultsFrom: v.optional(
        wholeNumber(0, 1_000_000, { default: 0, description: 'How many faults to pass over.' }),
      ),
      faultsLimit: v.optional(
        wholeNumber(1, 5_000, { default: 100, description: 'How many faults to list at most.' }),
      ),
    }),
    input: shapes.launchBody,
    rawInput: true,
    output: shapes.launchPlan,
    errors: ['conflict'],
    run: (ports, caller, { input, options: { faultsFrom, faultsLimit, ...options } }) =>
      listingFaults({ offset: faultsFrom, limit: faultsLimit }, () =>
        dryRun(ports, caller.companyId, input, { ...options, by: caller }),
      ),
  }),
] as const;

const subject = v.object({ id: numericId });
const TOLD_ADS = 100;
const reading = { topic, scope: 'read' } as const;
const launching = { topic, scope: 'launch', reach: 'workspace' } as const;

export const batchOperations = [
  operation({
    ...reading,
    name: 'batches.status',
    place: 'GET /v1/batch-status/{id}',
    summary: 'Where a batch stands; poll until `status` is success or error',
    subject,
    input: shapes.batchStatusQuery,
    output: shapes.batchStatusAnswer,
    run: (ports, caller, { subject: { id }, input }) =>
      pagedStatus(ports, caller.companyId, String(id), windowOf(input, TOLD_ADS)),
  }),
  operation({
    ...reading,
    name: 'batches.statuses',
    place: 'GET /v1/batch-statuses',
    summary: 'Where several batches stand, in one request',
    description: 'In the order they are named, each once. Batches there are not are left out.',
    input: shapes.batchStatusesQuery,
    output: shapes.batchStatusesAnswer,
    run: async (ports, caller, { input: { ids } }) =>
      success({ data: await batchStatuses(ports, caller.companyId, ids) }),
  }),
  operation({
    ...reading,
    name: 'batches.list',
    place: 'GET /v1/batches',
    summary: 'Your batches, the newest first',
    description: 'Drafts are listed only when asked for: `status=Draft`, or GET /v1/drafts.',
    input: v.object({ ...pageQuery, ...shapes.batchQuery.entries }),
    output: shapes.batchList,
    run: (ports, caller, { input }) =>
      pageAnswer(input, (window) => listBatches(ports, caller.companyId, input, window)),
  }),
  operation({
    ...reading,
    name: 'batches.get',
    place: 'GET /v1/batches/{id}',
    summary: 'Everything about a batch, every ad included',
    subject,
    output: shapes.batchDetailAnswer,
    run: (ports, caller, { subject: { id } }) => batchDetail(ports, caller.companyId, String(id)),
  }),
  operation({
    ...reading,
    name: 'batches.ads',
    place: 'GET /v1/batches/{id}/ads',
    summary: 'The ads of a batch as a launch takes them: correct them and launch them again',
    description:
      'Without `which` those that failed, each with the ad sets it failed in. What exists already is left out, and whole each ad that may exist in one of its ad sets (`mayExist`): retry the batch first, which looks for it. So launching the answer makes nothing twice.',
    subject,
    input: v.object({ which: v.optional(v.picklist(['failed', 'all'])) }),
    output: shapes.sentAdsAnswer,
    run: async (ports, caller, { subject: { id }, input: { which } }) =>
      success({ data: await adsAsSent(ports, caller.companyId, String(id), which ?? 'failed') }),
  }),
  operation({
    ...reading,
    name: 'batches.events',
    place: 'GET /v1/batches/{id}/events',
    summary: 'A batch as it happens, as server-sent events',
    description:
      'Events `batch`, `ad` and `done`, with consecutive ids; the stream ends after `done`. `Last-Event-ID`, or `after`, goes on after the event it names.',
    subject,
    input: v.object({
      after: v.optional(
        wholeNumber(0, 1_000_000_000_000_000, {
          description: 'The id of the last event you have.',
        }),
      ),
    }),
    output: 'text/event-stream',
    run: (ports, caller, { subject: { id }, input: { after } }) =>
      followBatch(ports, caller.companyId, String(id), after),
  }),
  operation({
    ...launching,
    name: 'batches.retry',
    place: { method: 'POST', path: '/v1/batches/{id}/retry', status: 202 },
    summary: 'Launch the failed ads of a batch again, and nothing that exists',
    subject,
    output: shapes.launchAccepted,
    errors: ['conflict'],
    preview: (ports, caller, { subject: { id } }) => previewRetry(ports, caller, String(id)),
    run: (ports, caller, { subject: { id }, once }) => retryBatch(ports, caller, String(id), once),
    parts: launchParts,
  }),
  operation({
    ...launching,
    name: 'batches.rename',
    place: 'PATCH /v1/batches/{id}',
    summary: 'Name a batch, while it runs and afterwards',
    description: 'A draft is named by PATCH /v1/drafts/{id}.',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    input: shapes.renameBatchBody,
    output: shapes.batchSummaryAnswer,
    errors: ['conflict'],
    run: (ports, caller, { subject: { id }, input: { name } }) =>
      renameBatch(ports, caller, String(id), name),
  }),
  operation({
    ...launching,
    name: 'batches.cancel',
    place: 'POST /v1/batches/{id}/cancel',
    summary: 'Send nothing more of a batch',
    preview: (ports, caller, { subject: { id } }) =>
      previewCancel(ports, caller.companyId, String(id)),
    subject,
    output: shapes.batchStatusAnswer,
    errors: ['conflict'],
    run: (ports, caller, { subject: { id }, once }) => cancelBatch(ports, caller, String(id), once),
  }),
  operation({
    ...launching,
    name: 'batches.undo',
    place: { method: 'POST', path: '/v1/batches/{id}/undo', status: 202 },
    summary: 'Pause or delete exactly what a batch created',
    description:
      'Without `mode` it pauses. `delete` also deletes the creatives the batch made, except those another ad shows. Asking again does nothing, or goes on with what was left.',
    effects: 'destroys',
    preview: (ports, caller, { subject: { id }, input: { mode } }) =>
      previewUndo(ports, caller.companyId, { batchId: String(id), mode: mode ?? 'pause' }),
    subject,
    input: shapes.undoBody,
    output: shapes.undoAnswer,
    errors: ['conflict'],
    run: (ports, caller, { subject: { id }, input: { mode }, once }) =>
      undoBatch(ports, caller, { batchId: String(id), mode: mode ?? 'pause' }, once),
    parts: undoParts,
  }),
] as const;
