import * as v from 'valibot';
import { listAudit } from '../access/audit.ts';
import { verifyAudit } from '../access/audit-chain.ts';
import { describeCaller } from '../access/companies.ts';
import { createKey, listKeys, revokeKey } from '../access/keys.ts';
import { createWorkspace, listWorkspaces } from '../accounts/workspaces.ts';
import * as shapes from '../schema/access.ts';
import { done, listAnswer, pageAnswer, pageQuery, success } from '../schema/envelope.ts';
import { ownId } from '../schema/fields.ts';
import { operation } from './operation.ts';

const topic = 'Access';
const page = v.object(pageQuery);

export const accessOperations = [
  operation({
    name: 'me',
    topic,
    summary: 'Who you are: company, key, default workspace, default ad account',
    scope: 'read',
    effects: 'reads',
    output: shapes.me,
    run: (ports, caller) => describeCaller(ports, caller),
  }),
  operation({
    name: 'keys.list',
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
    topic,
    summary: 'Create an API key',
    description: 'The key itself is shown in this answer and never again. Without `scopes` it may read, launch and manage.',
    scope: 'admin',
    effects: 'writes',
    approval: 'impossible',
    input: shapes.newKey,
    output: shapes.createdKey,
    run: async (ports, caller, { input, once }) => success(await createKey(ports, caller, input, once)),
  }),
  operation({
    name: 'keys.revoke',
    topic,
    summary: 'Revoke an API key, at once and everywhere',
    scope: 'admin',
    effects: 'destroys',
    approval: 'impossible',
    idempotency: 'repeatable',
    subject: v.object({ id: ownId }),
    output: done,
    run: (ports, caller, { subject: { id } }) => revokeKey(ports, caller, id).then(() => success({})),
  }),
  operation({
    name: 'workspaces.list',
    topic,
    summary: 'The workspaces of your company',
    scope: 'read',
    effects: 'reads',
    input: page,
    output: shapes.workspaceList,
    run: async (ports, caller, { input }) => listAnswer(await listWorkspaces(ports, caller.companyId), input),
  }),
  operation({
    name: 'workspaces.create',
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
    name: 'audit.list',
    topic,
    summary: 'Who did what, the latest first',
    description:
      'Entries are chained within the hour: each has a number and a hash of itself and of the entry before. With `verify=true` the whole chain is read, and `verified` tells the first entry that is broken.',
    scope: 'admin',
    effects: 'reads',
    input: shapes.auditQuery,
    output: shapes.auditList,
    run: async (ports, caller, { input }) => ({
      ...(await pageAnswer(input, (window) => listAudit(ports, caller.companyId, window))),
      ...(input.verify && { verified: await verifyAudit(ports, caller.companyId) }),
    }),
  }),
] as const;
