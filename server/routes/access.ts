import * as v from 'valibot';
import { listAudit } from '../../core/access/audit.ts';
import { describeCaller } from '../../core/access/companies.ts';
import { createKey, listKeys, revokeKey } from '../../core/access/keys.ts';
import { openCompany } from '../../core/access/open-company.ts';
import { createWorkspace, listWorkspaces } from '../../core/accounts/workspaces.ts';
import * as shapes from '../../core/schema/access.ts';
import { done, listAnswer, pageAnswer, pageQuery, success } from '../../core/schema/envelope.ts';
import { ownId } from '../../core/schema/fields.ts';
import { route } from '../http/route.ts';

const tag = 'Access';
const byId = v.object({ id: ownId });
const page = v.object(pageQuery);

export const accessRoutes = [
  ...(['/v1/me', '/v1/user/extended2'] as const).map((path) =>
    route({
      method: 'GET',
      path,
      tag,
      summary: 'Who you are: company, key, default workspace, default ad account',
      scope: 'read',
      response: shapes.me,
      run: (ports, caller) => describeCaller(ports, caller),
    }),
  ),
  route({
    method: 'GET',
    path: '/v1/keys',
    tag,
    summary: 'The API keys of your company',
    scope: 'admin',
    query: page,
    response: shapes.keyList,
    run: async (ports, caller, { query }) => listAnswer(await listKeys(ports, caller.companyId), query),
  }),
  route({
    method: 'POST',
    path: '/v1/keys',
    tag,
    summary: 'Create an API key',
    notes: 'The key itself is shown in this answer and never again. Without `scopes` it may read, launch and manage.',
    scope: 'admin',
    body: shapes.newKey,
    response: shapes.createdKey,
    status: 201,
    run: async (ports, caller, { body, once }) => success(await createKey(ports, caller, body, once)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/keys/{id}',
    tag,
    summary: 'Revoke an API key, at once and everywhere',
    scope: 'admin',
    params: byId,
    response: done,
    run: (ports, caller, { params }) => revokeKey(ports, caller, params.id).then(() => success({})),
  }),
  route({
    method: 'GET',
    path: '/v1/workspaces',
    tag,
    summary: 'The workspaces of your company',
    scope: 'read',
    query: page,
    response: shapes.workspaceList,
    run: async (ports, caller, { query }) => listAnswer(await listWorkspaces(ports, caller.companyId), query),
  }),
  route({
    method: 'POST',
    path: '/v1/workspaces',
    tag,
    summary: 'Create a workspace',
    notes: 'Its slug is unique in the company; without one it is made from the name.',
    scope: 'admin',
    body: shapes.newWorkspace,
    response: shapes.createdWorkspace,
    status: 201,
    errors: [409],
    run: async (ports, caller, { body, once }) => success(await createWorkspace(ports, caller, body, once)),
  }),
  route({
    method: 'GET',
    path: '/v1/audit',
    tag,
    summary: 'Who did what, the latest first',
    scope: 'admin',
    query: page,
    response: shapes.auditList,
    run: (ports, caller, { query }) => pageAnswer(query, (window) => listAudit(ports, caller.companyId, window)),
  }),
  route({
    method: 'POST',
    path: '/v1/companies',
    tag,
    summary: 'Create a company with an admin key of its own',
    notes: 'With `sandbox: true` it starts with seeded accounts on the sandbox. The key is shown in this answer and never again.',
    scope: 'operator',
    body: shapes.newCompany,
    response: shapes.createdCompany,
    status: 201,
    run: async (ports, caller, { body, once }) => success(await openCompany(ports, body, { by: caller, once })),
  }),
];
