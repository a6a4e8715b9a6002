import * as v from 'valibot';
import { definitionsOf } from '../../accounts/find-account.ts';
import { done, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { operation } from '../../operations/operation.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import * as shapes from './schema.ts';
import { onPlatforms, utmTemplateKind, utmTemplates } from './utm.ts';

const topic = 'Names';
const subject = v.object({ id: ownId });

const whole = ({ platforms }: ServicePorts, template: shapes.UtmTemplate) =>
  success({ ...template, platforms: onPlatforms(template.parameters, definitionsOf(platforms)) });

export const utmTemplateOperations = [
  operation({
    name: 'utmTemplates.list',
    place: { method: 'GET', path: '/v1/utm-templates' },
    topic,
    summary: 'Your UTM templates, the newest first',
    scope: 'read',
    effects: 'reads',
    input: v.object(pageQuery),
    output: shapes.utmTemplateList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => utmTemplates.list(ports, caller.companyId, window)),
  }),
  operation({
    name: 'utmTemplates.create',
    place: { method: 'POST', path: '/v1/utm-templates', status: 201 },
    topic,
    summary: 'Create a UTM template',
    description:
      'Tracking parameters in order. Macros stand in double braces; which of them a platform fills in is in GET /v1/platforms, with its source. `ads[].utmTemplateId` uses it at launch; `platforms` in the answer shows the tags that ads of each platform get.',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    input: shapes.newUtmTemplate,
    output: shapes.oneUtmTemplate,
    run: async (ports, caller, { input, once }) => whole(ports, await utmTemplates.create(ports, caller, input, once)),
  }),
  operation({
    name: 'utmTemplates.get',
    place: { method: 'GET', path: '/v1/utm-templates/{id}' },
    topic,
    summary: 'One UTM template, with the tags it makes on each platform',
    scope: 'read',
    effects: 'reads',
    subject,
    output: shapes.oneUtmTemplate,
    run: async (ports, caller, { subject: { id } }) => whole(ports, await utmTemplates.read(ports, caller.companyId, id)),
  }),
  operation({
    name: 'utmTemplates.update',
    place: { method: 'PATCH', path: '/v1/utm-templates/{id}' },
    topic,
    summary: 'Change parts of a UTM template',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    input: shapes.utmTemplateChanges,
    output: shapes.oneUtmTemplate,
    run: async (ports, caller, { subject: { id }, input }) => whole(ports, await utmTemplates.change(ports, caller, id, input)),
  }),
  operation({
    name: 'utmTemplates.delete',
    place: { method: 'DELETE', path: '/v1/utm-templates/{id}' },
    topic,
    summary: 'Delete a UTM template',
    scope: 'launch',
    effects: 'destroys',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: utmTemplateKind,
    output: done,
    run: (ports, caller, { subject: { id } }) => utmTemplates.remove(ports, caller, id).then(() => success({})),
  }),
] as const;
