import * as v from 'valibot';
import { done, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { numericId } from '../../base/schema/fields.ts';
import { draftKind } from '../../launch/journal/records.ts';
import * as shapes from '../../launch/schema.ts';
import { operation } from '../../operations/operation.ts';
import { createDraft, deleteDraft, launchFromDraft, listDrafts, previewFromDraft, readDraft, updateDraft } from './drafts.ts';
import * as draftShapes from './schema.ts';

const topic = 'Drafts';
const subject = v.object({ id: numericId });

export const draftOperations = [
  operation({
    name: 'drafts.list',
    place: { method: 'GET', path: '/v1/drafts' },
    topic,
    summary: 'Your drafts, the newest first',
    description:
      'The answer holds the content of drafts up to four million characters; of those beyond it says `omitted` and leaves `ads` and `adSets` out.',
    scope: 'read',
    effects: 'reads',
    input: v.object(pageQuery),
    output: draftShapes.draftList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => listDrafts(ports, caller.companyId, window)),
  }),
  operation({
    name: 'drafts.create',
    place: { method: 'POST', path: '/v1/drafts', status: 201 },
    topic,
    summary: 'Save a launch for later, finished or not',
    description: 'A company keeps up to 500 drafts (`too_many_drafts`) and 64 million characters in them (`drafts_too_large`).',
    scope: 'launch',
    reach: 'workspace',
    effects: 'writes',
    approval: 'never',
    input: draftShapes.draftBody,
    output: draftShapes.draftAnswer,
    run: async (ports, caller, { input, once }) => success(await createDraft(ports, caller, input, once)),
  }),
  operation({
    name: 'drafts.get',
    place: { method: 'GET', path: '/v1/drafts/{id}' },
    topic,
    summary: 'One draft',
    scope: 'read',
    effects: 'reads',
    subject,
    output: draftShapes.draftAnswer,
    run: async (ports, caller, { subject: { id } }) => success(await readDraft(ports, caller.companyId, String(id))),
  }),
  operation({
    name: 'drafts.update',
    place: { method: 'PATCH', path: '/v1/drafts/{id}' },
    topic,
    summary: 'Change a draft',
    description: 'Send the `revision` you read; if the draft has changed since, the answer is 409.',
    scope: 'launch',
    reach: 'workspace',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    input: draftShapes.draftPatch,
    output: draftShapes.draftAnswer,
    errors: ['conflict'],
    run: async (ports, caller, { subject: { id }, input: { revision, ...content } }) =>
      success(await updateDraft(ports, caller, String(id), revision, content)),
  }),
  operation({
    name: 'drafts.delete',
    place: { method: 'DELETE', path: '/v1/drafts/{id}' },
    topic,
    summary: 'Delete a draft',
    scope: 'launch',
    reach: 'workspace',
    effects: 'destroys',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: draftKind,
    output: done,
    run: (ports, caller, { subject: { id } }) => deleteDraft(ports, caller, String(id)).then(() => success({})),
  }),
  operation({
    name: 'drafts.launch',
    place: { method: 'POST', path: '/v1/drafts/{id}/launch', status: 202 },
    topic,
    summary: 'Launch a draft',
    scope: 'launch',
    reach: 'workspace',
    effects: 'writes',
    subject,
    input: draftShapes.launchDraftBody,
    output: shapes.launchAccepted,
    errors: ['conflict', 'unprocessable_entity'],
    preview: async (ports, caller, { subject: { id }, input }) => previewFromDraft(ports, caller, String(id), { id, ...input }),
    run: (ports, caller, { subject: { id }, input: { planDigest }, once }) =>
      launchFromDraft(ports, caller, String(id), { planDigest, once }),
  }),
  operation({
    name: 'drafts.launchBatch',
    place: { method: 'POST', path: '/v1/launch/from-draft', status: 202 },
    topic,
    summary: 'Launch a draft, or what failed of a batch',
    scope: 'launch',
    reach: 'workspace',
    effects: 'writes',
    input: draftShapes.fromDraftBody,
    output: shapes.launchAccepted,
    errors: ['not_found', 'conflict'],
    preview: (ports, caller, { input }) => previewFromDraft(ports, caller, String(input.batchId), input),
    run: (ports, caller, { input: { batchId, planDigest }, once }) =>
      launchFromDraft(ports, caller, String(batchId), { path: 'batchId', planDigest, once }),
  }),
] as const;
