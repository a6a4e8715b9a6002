import * as v from 'valibot';
import { done, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { operation } from '../../operations/operation.ts';
import { adCopyTemplateKind, adCopyTemplates } from './ad-copy.ts';
import * as shapes from './schema.ts';

const topic = 'Ad copy';
const subject = v.object({ id: ownId });

export const adCopyTemplateOperations = [
  operation({
    name: 'adCopyTemplates.list',
    place: { method: 'GET', path: '/v1/ad-copy-templates' },
    topic,
    summary: 'Your ad copy templates, the newest first',
    scope: 'read',
    effects: 'reads',
    input: v.object(pageQuery),
    output: shapes.adCopyTemplateList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => adCopyTemplates.list(ports, caller.companyId, window)),
  }),
  operation({
    name: 'adCopyTemplates.create',
    place: { method: 'POST', path: '/v1/ad-copy-templates', status: 201 },
    topic,
    summary: 'Create an ad copy template',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    input: shapes.newAdCopyTemplate,
    output: shapes.oneAdCopyTemplate,
    run: async (ports, caller, { input, once }) => success(await adCopyTemplates.create(ports, caller, input, once)),
  }),
  operation({
    name: 'adCopyTemplates.get',
    place: { method: 'GET', path: '/v1/ad-copy-templates/{id}' },
    topic,
    summary: 'One ad copy template',
    scope: 'read',
    effects: 'reads',
    subject,
    output: shapes.oneAdCopyTemplate,
    run: async (ports, caller, { subject: { id } }) => success(await adCopyTemplates.read(ports, caller.companyId, id)),
  }),
  operation({
    name: 'adCopyTemplates.update',
    place: { method: 'PATCH', path: '/v1/ad-copy-templates/{id}' },
    topic,
    summary: 'Change parts of an ad copy template',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    input: shapes.adCopyTemplateChanges,
    output: shapes.oneAdCopyTemplate,
    run: async (ports, caller, { subject: { id }, input }) => success(await adCopyTemplates.change(ports, caller, id, input)),
  }),
  operation({
    name: 'adCopyTemplates.delete',
    place: { method: 'DELETE', path: '/v1/ad-copy-templates/{id}' },
    topic,
    summary: 'Delete an ad copy template',
    scope: 'launch',
    effects: 'destroys',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: adCopyTemplateKind,
    output: done,
    run: (ports, caller, { subject: { id } }) => adCopyTemplates.remove(ports, caller, id).then(() => success({})),
  }),
] as const;
