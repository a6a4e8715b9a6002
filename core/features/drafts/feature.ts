import * as v from 'valibot';
import { numericId } from '../../base/schema/fields.ts';
import { draftKind } from '../../launch/journal/records.ts';
import { seenDraft } from '../../launch/journal/seen.ts';
import { launchAccepted } from '../../launch/schema.ts';
import { launchParts } from '../../launch/show/parts.ts';
import { feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { resource } from '../../operations/resource.ts';
import {
  createDraft,
  deleteDraft,
  launchFromDraft,
  listDrafts,
  previewFromDraft,
  readDraft,
  updateDraft,
} from './drafts.ts';
import * as shapes from './schema.ts';

const topic = 'Drafts';
const subject = v.object({ id: numericId });
const reach = 'workspace';
const launching = { topic, scope: 'launch', reach } as const;

/**
 * A draft may be as large as any body; most are not. Launching one counts like a body of this size.
 */
const DRAFT_BYTES = 2 * 1024 * 1024;

const draftOperations = [
  ...resource({
    name: 'drafts',
    path: '/v1/drafts',
    topic,
    scope: 'launch',
    kind: draftKind,
    id: numericId,
    schema: {
      create: shapes.draftBody,
      change: shapes.draftPatch,
      listed: shapes.listedDraft,
      shown: shapes.draft,
    },
    example: { name: 'Monday', ads: [] },
    summaries: {
      list: 'Your drafts, the newest first',
      create: 'Save a launch for later, finished or not',
      get: 'One draft',
      update: 'Change a draft',
      delete: 'Delete a draft',
    },
    more: {
      list: {
        description:
          'The answer holds the content of drafts up to four million characters; of those beyond it says `omitted` and leaves `ads` and `adSets` out.',
      },
      create: {
        description:
          'A company keeps up to 500 drafts (`too_many_drafts`) and 64 million characters in them (`drafts_too_large`).',
        reach,
      },
      update: {
        description:
          'Send the `revision` you read; if the draft has changed since, the answer is 409.',
        errors: ['conflict'],
        reach,
      },
      delete: { reach },
    },
    documents: {
      list: listDrafts,
      create: createDraft,
      read: readDraft,
      change: updateDraft,
      remove: deleteDraft,
    },
  }),
  operation({
    ...launching,
    name: 'drafts.launch',
    place: { method: 'POST', path: '/v1/drafts/{id}/launch', status: 202 },
    bytes: DRAFT_BYTES,
    summary: 'Launch a draft',
    subject,
    input: shapes.launchDraftBody,
    output: launchAccepted,
    errors: ['conflict', 'unprocessable_entity'],
    preview: async (ports, caller, { subject: { id }, input }) =>
      previewFromDraft(ports, caller, String(id), { id, ...input }),
    run: (ports, caller, { subject: { id }, input: { planDigest }, once }) =>
      launchFromDraft(ports, caller, String(id), { planDigest, once }),
    parts: launchParts,
  }),
  operation({
    ...launching,
    name: 'drafts.launchBatch',
    place: { method: 'POST', path: '/v1/launch/from-draft', status: 202 },
    bytes: DRAFT_BYTES,
    summary: 'Launch a draft, or what failed of a batch',
    input: shapes.fromDraftBody,
    output: launchAccepted,
    errors: ['not_found', 'conflict'],
    preview: (ports, caller, { input }) =>
      previewFromDraft(ports, caller, String(input.batchId), input),
    run: (ports, caller, { input: { batchId, planDigest }, once }) =>
      launchFromDraft(ports, caller, String(batchId), { path: 'batchId', planDigest, once }),
    parts: launchParts,
  }),
] as const;

export const drafts = feature({
  name: 'drafts',
  topics: { Drafts: 'Launches that wait.' },
  operations: draftOperations,
  kinds: [draftKind],
  seen: [seenDraft],
});
