import { everyOne, seen } from '../../accounts/workspace-view.ts';
import { feature } from '../../operations/feature.ts';
import { resource } from '../../operations/resource.ts';
import { adCopyTemplateKind, adCopyTemplates } from './ad-copy.ts';
import { alone } from './door.ts';
import { adCopyTemplate, adCopyTemplateChanges, newAdCopyTemplate } from './schema.ts';

const adCopyTemplateOperations = resource({
  name: 'adCopyTemplates',
  path: '/v1/ad-copy-templates',
  topic: 'Ad copy',
  scope: 'launch',
  kind: adCopyTemplateKind,
  schema: {
    create: newAdCopyTemplate,
    change: adCopyTemplateChanges,
    listed: adCopyTemplate,
    shown: adCopyTemplate,
  },
  example: { name: 'Autumn', titles: ['Boots for rain'], descriptions: ['Dry feet, all day.'] },
  summaries: {
    list: 'Your ad copy templates, the newest first',
    create: 'Create an ad copy template',
    get: 'One ad copy template',
    update: 'Change parts of an ad copy template',
    delete: 'Delete an ad copy template',
  },
  documents: adCopyTemplates,
});

export const adCopy = feature({
  name: 'ad-copy',
  ...alone,
  offers: [
    {
      columns: ['adCopyTemplateId'],
      title: 'Texts of a copy template',
      read: async ({ store }, companyId) =>
        (await adCopyTemplates.all(store, companyId)).map(
          ({ id, doc: { name, variables = [] } }) => ({
            column: 'adCopyTemplateId',
            id,
            name,
            columns: variables.map(({ key }) => `variables.${key}`),
            instead: ['title', 'description'],
          }),
        ),
    },
  ],
  topics: { 'Ad copy': 'Texts that are used again and again.' },
  operations: adCopyTemplateOperations,
  kinds: [adCopyTemplateKind],
  // A template for ad accounts is seen where one of them is.
  seen: [
    seen(
      adCopyTemplateKind,
      async ({ doc: { adAccountIds = [] } }, { hasNamed }) =>
        adAccountIds.length === 0 ||
        !(await everyOne(adAccountIds, async (text) => !(await hasNamed(text)))),
    ),
  ],
});
