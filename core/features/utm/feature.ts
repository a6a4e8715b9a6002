import { definitionsOf } from '../../accounts/find-account.ts';
import { feature } from '../../operations/feature.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { resource } from '../../operations/resource.ts';
import { alone } from './door.ts';
import {
  newUtmTemplate,
  type UtmTemplate,
  utmTemplate,
  utmTemplateChanges,
  wholeUtmTemplate,
} from './schema.ts';
import { onPlatforms, utmTemplateKind, utmTemplates } from './utm.ts';

const whole = ({ platforms }: ServicePorts, template: UtmTemplate) => ({
  ...template,
  platforms: onPlatforms(template.parameters, definitionsOf(platforms)),
});

const utmTemplateOperations = resource({
  name: 'utmTemplates',
  path: '/v1/utm-templates',
  topic: 'Names',
  scope: 'launch',
  kind: utmTemplateKind,
  schema: {
    create: newUtmTemplate,
    change: utmTemplateChanges,
    listed: utmTemplate,
    shown: wholeUtmTemplate,
  },
  example: { name: 'Ads', parameters: [{ name: 'utm_source', value: 'ads' }] },
  summaries: {
    list: 'Your UTM templates, the newest first',
    create: 'Create a UTM template',
    get: 'One UTM template, with the tags it makes on each platform',
    update: 'Change parts of a UTM template',
    delete: 'Delete a UTM template',
  },
  more: {
    create: {
      description:
        'Tracking parameters in order. Macros stand in double braces; which of them a platform fills in is in GET /v1/platforms, with its source. `ads[].utmTemplateId` uses it at launch; `platforms` in the answer shows the tags that ads of each platform get.',
    },
  },
  documents: {
    ...utmTemplates,
    create: async (ports, caller, input, once) =>
      whole(ports, await utmTemplates.create(ports, caller, input, once)),
    read: async (ports, companyId, id) =>
      whole(ports, await utmTemplates.read(ports, companyId, id)),
    change: async (ports, caller, id, input) =>
      whole(ports, await utmTemplates.change(ports, caller, id, input)),
  },
});

export const utm = feature({
  name: 'utm',
  ...alone,
  offers: [
    {
      columns: ['utmTemplateId'],
      title: 'Tags by a UTM template',
      read: async ({ store }, companyId) =>
        (await utmTemplates.all(store, companyId)).map(({ id, doc: { name } }) => ({
          column: 'utmTemplateId',
          id,
          name,
          instead: ['utmTags'],
        })),
    },
  ],
  operations: utmTemplateOperations,
  kinds: [utmTemplateKind],
});
