import * as v from 'valibot';
import * as shapes from '../../core/schema/ad-copy-templates.ts';
import { done, pageAnswer, pageQuery, success } from '../../core/schema/envelope.ts';
import { ownId } from '../../core/schema/fields.ts';
import {
  changeAdCopyTemplate,
  createAdCopyTemplate,
  deleteAdCopyTemplate,
  listAdCopyTemplates,
  olderAdCopyTemplates,
  readAdCopyTemplate,
} from '../../core/templates/ad-copy.ts';
import { route } from '../http/route.ts';

const tag = 'Ad copy';
const byId = v.object({ id: ownId });

export const adCopyTemplateRoutes = [
  route({
    method: 'GET',
    path: '/v1/ad-copy-templates',
    tag,
    summary: 'Your ad copy templates, the newest first',
    scope: 'read',
    query: v.object(pageQuery),
    response: shapes.adCopyTemplateList,
    run: (ports, caller, { query }) => pageAnswer(query, (window) => listAdCopyTemplates(ports, caller.companyId, window)),
  }),
  route({
    method: 'POST',
    path: '/v1/ad-copy-templates',
    tag,
    summary: 'Create an ad copy template',
    scope: 'launch',
    body: shapes.newAdCopyTemplate,
    response: shapes.oneAdCopyTemplate,
    status: 201,
    run: async (ports, caller, { body, once }) => success(await createAdCopyTemplate(ports, caller, body, once)),
  }),
  route({
    method: 'GET',
    path: '/v1/ad-copy-templates/{id}',
    tag,
    summary: 'One ad copy template',
    scope: 'read',
    params: byId,
    response: shapes.oneAdCopyTemplate,
    run: async (ports, caller, { params }) => success(await readAdCopyTemplate(ports, caller.companyId, params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/v1/ad-copy-templates/{id}',
    tag,
    summary: 'Change parts of an ad copy template',
    scope: 'launch',
    params: byId,
    body: shapes.adCopyTemplateChanges,
    response: shapes.oneAdCopyTemplate,
    run: async (ports, caller, { params, body }) => success(await changeAdCopyTemplate(ports, caller, params.id, body)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/ad-copy-templates/{id}',
    tag,
    summary: 'Delete an ad copy template',
    scope: 'launch',
    params: byId,
    response: done,
    run: (ports, caller, { params }) => deleteAdCopyTemplate(ports, caller, params.id).then(() => success({})),
  }),
  route({
    method: 'GET',
    path: '/api/ad-copy-templates',
    tag: 'Older surface',
    summary: 'The same templates, paged and sorted as the older surface does',
    scope: 'read',
    query: shapes.olderListQuery,
    response: shapes.olderAdCopyTemplateList,
    envelope: 'older',
    run: (ports, caller, { query }) => olderAdCopyTemplates(ports, caller.companyId, query),
  }),
];
