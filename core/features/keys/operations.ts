import * as v from 'valibot';
import { listAudit } from '../../access/audit.ts';
import { verifyAudit } from '../../access/audit-chain.ts';
import { changeKey, createKey, listKeys, revokeKey } from '../../access/keys.ts';
import { workspaceKind } from '../../access/records.ts';
import * as shapes from '../../access/schema.ts';
import { createWorkspace, listWorkspaces } from '../../accounts/workspaces.ts';
import { done, listAnswer, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { operation } from '../../operations/operation.ts';
import { changeWorkspace, deleteWorkspace, moveToWorkspace, readWorkspace } from './change-workspaces.ts';
import { describeCaller } from './describe-caller.ts';

const topic = 'Access';
const page = v.object(pageQuery);
const subject = v.object({ id: ownId });

export const accessOperations = [
  operation({
    name: 'me',
    place: { method: 'GET', path: '/v1/me', aliases: ['/v1/user/extended2'] },
    topic,
    reach: 'workspace',
    summary: 'Who you are: company, key, default workspace, default ad account; how much one launch may hold',
    scope: 'read',
    effects: 'reads',
    output: shapes.me,
    run: (ports, caller) => describeCaller(ports, caller),
  }),
  operation({
    name: 'keys.list',
    place: { method: 'GET', path: '/v1/keys' },
    topic,
    summary: 'The API keys of your company',
    scope: 'admin',
    effects: 'reads',
    input: page,
    output: shapes.keyList,
    run: async (ports, caller, { input }) => listAnswer(await listKeys(ports, caller.companyId), input),
  }),
  operation({
    name: 'keys.create',
    place: { method: 'POST', path: '/v1/keys', status: 201 },
    topic,
    summary: 'Create an API key',
    description:
      'The key itself is shown in this answer and never again. Without `scopes` it may read, launch and manage. For a model give `plan`: it reads, and plans what a person carries out. With `addresses` it is refused from anywhere else (403, `address_not_allowed`); behind a proxy the service must be told to trust it (`SLIPWAY_TRUSTED_PROXIES`).',
    scope: 'admin',
    effects: 'writes',
    approval: 'impossible',
    input: shapes.newKey,
    output: shapes.createdKey,
    run: async (ports, caller, { input, once }) => success(await createKey(ports, caller, input, once)),
  }),
  operation({
    name: 'keys.update',
    place: { method: 'PATCH', path: '/v1/keys/{id}' },
    topic,
    summary: 'Change the name, scopes, expiry, workspace or networks of an API key',
    description:
      'It holds from the next request on. The key itself stays as it is: to replace it, create another and revoke this one.',
    scope: 'admin',
    effects: 'writes',
    approval: 'impossible',
    idempotency: 'repeatable',
    subject,
    input: shapes.keyChanges,
    output: shapes.oneKey,
    run: async (ports, caller, { subject: { id }, input }) => success(await changeKey(ports, caller, id, input)),
  }),
  operation({
    name: 'keys.revoke',
    place: { method: 'DELETE', path: '/v1/keys/{id}' },
    topic,
    summary: 'Revoke an API key, at once and everywhere',
    scope: 'admin',
    effects: 'destroys',
    approval: 'impossible',
    idempotency: 'repeatable',
    subject,
    output: done,
    run: (ports, caller, { subject: { id } }) => revokeKey(ports, caller, id).then(() => success({})),
  }),
  operation({
    name: 'workspaces.list',
    place: { method: 'GET', path: '/v1/workspaces' },
    topic,
    reach: 'workspace',
    summary: 'The workspaces of your company',
    scope: 'read',
    effects: 'reads',
    input: page,
    output: shapes.workspaceList,
    run: async (ports, caller, { input }) => listAnswer(await listWorkspaces(ports, caller.companyId), input),
  }),
  operation({
    name: 'workspaces.create',
    place: { method: 'POST', path: '/v1/workspaces', status: 201 },
    topic,
    summary: 'Create a workspace',
    description: 'Its slug is unique in the company; without one it is made from the name.',
    scope: 'admin',
    effects: 'writes',
    preview: 'quiet',
    input: shapes.newWorkspace,
    output: shapes.createdWorkspace,
    errors: ['conflict'],
    run: async (ports, caller, { input, once }) => success(await createWorkspace(ports, caller, input, once)),
  }),
  operation({
    name: 'workspaces.get',
    place: { method: 'GET', path: '/v1/workspaces/{id}' },
    topic,
    reach: 'workspace',
    summary: 'One workspace, with how many ad accounts and keys it has',
    scope: 'read',
    effects: 'reads',
    subject,
    output: shapes.workspaceDetail,
    run: async (ports, caller, { subject: { id } }) => success(await readWorkspace(ports, caller.companyId, id)),
  }),
  operation({
    name: 'workspaces.update',
    place: { method: 'PATCH', path: '/v1/workspaces/{id}' },
    topic,
    summary: 'Change the name or slug of a workspace, or make it the default',
    scope: 'admin',
    effects: 'writes',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: workspaceKind,
    input: shapes.workspaceChanges,
    output: shapes.workspaceDetail,
    errors: ['conflict'],
    run: async (ports, caller, { subject: { id }, input }) => success(await changeWorkspace(ports, caller, id, input)),
  }),
  operation({
    name: 'workspaces.delete',
    place: { method: 'DELETE', path: '/v1/workspaces/{id}' },
    topic,
    summary: 'Delete a workspace that is empty',
    scope: 'admin',
    effects: 'destroys',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: workspaceKind,
    output: done,
    errors: ['conflict'],
    run: (ports, caller, { subject: { id } }) => deleteWorkspace(ports, caller, id).then(() => success({})),
  }),
  operation({
    name: 'workspaces.move',
    place: { method: 'POST', path: '/v1/workspaces/{id}/move' },
    topic,
    summary: 'Move ad accounts and keys into a workspace',
    description:
      'All of them or none. Guardrails that keep an ad account to the keys of one workspace hold for the keys as they are then.',
    scope: 'admin',
    effects: 'writes',
    approval: 'impossible',
    subject,
    input: shapes.workspaceMembers,
    output: shapes.workspaceDetail,
    run: async (ports, caller, { subject: { id }, input, once }) =>
      success(await moveToWorkspace(ports, caller, id, input, once)),
  }),
  operation({
    name: 'audit.list',
    place: { method: 'GET', path: '/v1/audit' },
    topic,
    summary: 'Who did what, the latest first',
    description:
      'Entries are chained within the hour: each has a number and a hash of itself and of the entry before. With `verify=true` the whole chain is read, and `verified` tells the first entry that is broken.',
    scope: 'admin',
    effects: 'reads',
    input: shapes.auditQuery,
    output: shapes.auditList,
    run: async (ports, caller, { input }) => ({
      ...(await pageAnswer(input, (window) => listAudit(ports, caller.companyId, window, input))),
      ...(input.verify && { verified: await verifyAudit(ports, caller.companyId) }),
    }),
  }),
] as const;
