import * as v from 'valibot';
import {
  createDraft,
  deleteDraft,
  launchFromDraft,
  listDrafts,
  readDraft,
  updateDraft,
} from '../../core/launch/drafts/drafts.ts';
import { done, pageAnswer, pageQuery, success } from '../../core/schema/envelope.ts';
import { numericId } from '../../core/schema/fields.ts';
import * as shapes from '../../core/schema/launch.ts';
import { route } from '../http/route.ts';

const tag = 'Drafts';
const byId = v.object({ id: numericId });
/** A draft may be as large as any body; most are not. Launching one counts like a body of this size. */
const DRAFT_BYTES = 2 * 1024 * 1024;

export const draftRoutes = [
  route({
    method: 'GET',
    path: '/v1/drafts',
    tag,
    summary: 'Your drafts, the newest first',
    notes:
      'The answer holds the content of drafts up to four million characters; of those beyond it says `omitted` and leaves `ads` and `adSets` out.',
    scope: 'read',
    query: v.object(pageQuery),
    response: shapes.draftList,
    run: (ports, caller, { query }) => pageAnswer(query, (window) => listDrafts(ports, caller.companyId, window)),
  }),
  route({
    method: 'POST',
    path: '/v1/drafts',
    tag,
    summary: 'Save a launch for later, finished or not',
    notes: 'A company keeps up to 500 drafts (`too_many_drafts`) and 64 million characters in them (`drafts_too_large`).',
    scope: 'launch',
    body: shapes.draftBody,
    response: shapes.draftAnswer,
    status: 201,
    run: async (ports, caller, { body, once }) => success(await createDraft(ports, caller, body, once)),
  }),
  route({
    method: 'GET',
    path: '/v1/drafts/{id}',
    tag,
    summary: 'One draft',
    scope: 'read',
    params: byId,
    response: shapes.draftAnswer,
    run: async (ports, caller, { params }) => success(await readDraft(ports, caller.companyId, String(params.id))),
  }),
  route({
    method: 'PATCH',
    path: '/v1/drafts/{id}',
    tag,
    summary: 'Change a draft',
    notes: 'Send the `revision` you read; when somebody was faster the answer is 409.',
    scope: 'launch',
    params: byId,
    body: shapes.draftPatch,
    response: shapes.draftAnswer,
    errors: [409],
    run: async (ports, caller, { params, body: { revision, ...content } }) =>
      success(await updateDraft(ports, caller, String(params.id), revision, content)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/drafts/{id}',
    tag,
    summary: 'Delete a draft',
    scope: 'launch',
    params: byId,
    response: done,
    run: (ports, caller, { params }) => deleteDraft(ports, caller, String(params.id)).then(() => success({})),
  }),
  route({
    method: 'POST',
    path: '/v1/drafts/{id}/launch',
    tag,
    summary: 'Launch a draft',
    scope: 'launch',
    params: byId,
    response: shapes.launchAccepted,
    status: 202,
    errors: [409, 422],
    run: (ports, caller, { params, once, service }) =>
      service.largeBodies.take(caller.companyId, DRAFT_BYTES, () => launchFromDraft(ports, caller, String(params.id), { once })),
  }),
  route({
    method: 'POST',
    path: '/v1/launch/from-draft',
    tag,
    summary: 'Launch a draft, or what failed of a batch',
    scope: 'launch',
    body: shapes.fromDraftBody,
    response: shapes.launchAccepted,
    status: 202,
    errors: [404, 409],
    run: (ports, caller, { body: { batchId }, once, service }) =>
      service.largeBodies.take(caller.companyId, DRAFT_BYTES, () =>
        launchFromDraft(ports, caller, String(batchId), { path: 'batchId', once }),
      ),
  }),
];
