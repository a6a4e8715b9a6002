import * as v from 'valibot';
import { auditHeadKind, auditKind, listAudit } from '../../access/audit.ts';
import { chainAudit, verifyAudit } from '../../access/audit-chain.ts';
import {
  changeKey,
  createKey,
  keyKind,
  keyUseKind,
  listKeys,
  revokeKey,
} from '../../access/keys.ts';
import { workspaceKind } from '../../access/records.ts';
import * as shapes from '../../access/schema.ts';
import { createWorkspace, listWorkspaces } from '../../accounts/workspaces.ts';
import { done, listAnswer, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { feature, sealedPlace } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import type { Kind } from '../../ports/store.ts';
import { bothOf } from '../../records/expired.ts';
import { forgetIdempotent, idempotencyKind } from '../../records/idempotency.ts';
import { sequenceKind } from '../../records/sequence.ts';
import { uniqueNameKind } from '../../records/unique-name.ts';
import {
  changeWorkspace,
  deleteWorkspace,
  moveToWorkspace,
  readWorkspace,
} from './change-workspaces.ts';
import { describeCaller } from './describe-caller.ts';

const topic = 'Access';
const page = v.object(pageQuery);
const subject = v.object({ id: ownId });
const adminOnly = { topic, scope: 'admin' } as const;
const reading = { topic, scope: 'read', reach: 'workspace' } as const;

const accessOperations = [
  operation({
    ...reading,
    name: 'me',
    place: { method: 'GET', path: '/v1/me', aliases: ['/v1/user/extended2'] },
    summary:
      'Who you are: company, key, default workspace, default ad account; how much one launch may hold',
    output: shapes.me,
    run: (ports, caller) => describeCaller(ports, caller),
  }),
  operation({
    ...adminOnly,
    name: 'keys.list',
    place: 'GET /v1/keys',
    summary: 'The API keys of your company',
    input: page,
    output: shapes.keyList,
    run: async (ports, caller, { input }) =>
      listAnswer(await listKeys(ports, caller.companyId), input),
  }),
  operation({
    ...adminOnly,
    name: 'keys.create',
    place: { method: 'POST', path: '/v1/keys', status: 201 },
    summary: 'Create an API key',
    description:
      'The key itself is shown in this answer and never again. Without `scopes` it may read, launch and manage. For a model give `plan`: it reads, and plans what a person carries out. With `addresses` it is refused from anywhere else (403, `address_not_allowed`); behind a proxy the service must be told to trust it (`SLIPWAY_TRUSTED_PROXIES`).',
    approval: 'impossible',
    input: shapes.newKey,
    example: { name: 'Reports', scopes: ['read'] },
    output: shapes.createdKey,
    run: async (ports, caller, { input, once }) =>
      success(await createKey(ports, caller, { request: input, once })),
  }),
  operation({
    ...adminOnly,
    name: 'keys.update',
    place: 'PATCH /v1/keys/{id}',
    summary: 'Change the name, scopes, expiry, workspace or networks of an API key',
    description:
      'It holds from the next request on. The key itself stays as it is: to replace it, create another and revoke this one.',
    approval: 'impossible',
    idempotency: 'repeatable',
    subject,
    input: shapes.keyChanges,
    output: shapes.oneKey,
    run: async (ports, caller, { subject: { id }, input }) =>
      success(await changeKey(ports, caller, id, input)),
  }),
  operation({
    ...adminOnly,
    name: 'keys.revoke',
    place: 'DELETE /v1/keys/{id}',
    summary: 'Revoke an API key, at once and everywhere',
    approval: 'impossible',
    idempotency: 'repeatable',
    subject,
    output: done,
    run: (ports, caller, { subject: { id } }) =>
      revokeKey(ports, caller, id).then(() => success({})),
  }),
  operation({
    ...reading,
    name: 'workspaces.list',
    place: 'GET /v1/workspaces',
    summary: 'The workspaces of your company',
    input: page,
    output: shapes.workspaceList,
    run: async (ports, caller, { input }) =>
      listAnswer(await listWorkspaces(ports, caller.companyId), input),
  }),
  operation({
    ...adminOnly,
    name: 'workspaces.create',
    place: { method: 'POST', path: '/v1/workspaces', status: 201 },
    summary: 'Create a workspace',
    description: 'Its slug is unique in the company; without one it is made from the name.',
    preview: 'quiet',
    input: shapes.newWorkspace,
    example: { name: 'Shoes' },
    output: shapes.createdWorkspace,
    errors: ['conflict'],
    run: async (ports, caller, { input, once }) =>
      success(await createWorkspace(ports, caller, input, once)),
  }),
  operation({
    ...reading,
    name: 'workspaces.get',
    place: 'GET /v1/workspaces/{id}',
    summary: 'One workspace, with how many ad accounts and keys it has',
    subject,
    output: shapes.workspaceDetail,
    run: async (ports, caller, { subject: { id } }) =>
      success(await readWorkspace(ports, caller.companyId, id)),
  }),
  operation({
    ...adminOnly,
    name: 'workspaces.update',
    place: 'PATCH /v1/workspaces/{id}',
    summary: 'Change the name or slug of a workspace, or make it the default',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: workspaceKind,
    input: shapes.workspaceChanges,
    output: shapes.workspaceDetail,
    errors: ['conflict'],
    run: async (ports, caller, { subject: { id }, input }) =>
      success(await changeWorkspace(ports, caller, id, input)),
  }),
  operation({
    ...adminOnly,
    name: 'workspaces.delete',
    place: 'DELETE /v1/workspaces/{id}',
    summary: 'Delete a workspace that is empty',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: workspaceKind,
    output: done,
    errors: ['conflict'],
    run: (ports, caller, { subject: { id } }) =>
      deleteWorkspace(ports, caller, id).then(() => success({})),
  }),
  operation({
    ...adminOnly,
    name: 'workspaces.move',
    place: 'POST /v1/workspaces/{id}/move',
    summary: 'Move ad accounts and keys into a workspace',
    description:
      'All of them or none. Guardrails that keep an ad account to the keys of one workspace hold for the keys as they are then.',
    approval: 'impossible',
    subject,
    input: shapes.workspaceMembers,
    output: shapes.workspaceDetail,
    run: async (ports, caller, { subject: { id }, input, once }) =>
      success(await moveToWorkspace(ports, caller, { id, members: input, once })),
  }),
  operation({
    ...adminOnly,
    name: 'audit.list',
    place: 'GET /v1/audit',
    summary: 'Who did what, the latest first',
    description:
      'Entries are chained within the hour: each has a number and a hash of itself and of the entry before. With `verify=true` the whole chain is read, and `verified` tells the first entry that is broken.',
    input: shapes.auditQuery,
    output: shapes.auditList,
    run: async (ports, caller, { input }) => ({
      ...(await pageAnswer(input, (window) => listAudit(ports, caller.companyId, window, input))),
      ...(input.verify && { verified: await verifyAudit(ports, caller.companyId) }),
    }),
  }),
] as const;

export const keys = feature({
  name: 'keys',
  topics: { Access: 'Companies, workspaces, people, sessions, keys and the audit trail.' },
  operations: accessOperations,
  kinds: [
    workspaceKind,
    keyKind,
    keyUseKind,
    auditKind,
    auditHeadKind,
    uniqueNameKind,
    sequenceKind,
    idempotencyKind,
  ],
  sealed: [
    sealedPlace(auditHeadKind, {
      use: 'audit',
      name: 'key of the audit',
      textOf: ({ signed }) => signed?.sealedKey,
      withText: (doc, sealedKey) => ({ ...doc, signed: { ...doc.signed, sealedKey } }),
    }),
    sealedPlace(idempotencyKind as Kind<KeptAnswer>, {
      use: 'answer',
      name: 'kept answer',
      textOf: ({ answer }) => answer?.body?.sealed,
      withText: (doc, sealed) => ({ ...doc, answer: { ...doc.answer, body: { sealed } } }),
    }),
  ],
  forget: async (ports, companyId) =>
    bothOf(await forgetIdempotent(ports, companyId), await chainAudit(ports, companyId)),
});

interface KeptAnswer {
  readonly answer?: { readonly body?: { readonly sealed?: string } | null };
}
