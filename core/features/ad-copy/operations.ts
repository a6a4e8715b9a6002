import { resource } from '../../operations/resource.ts';
import { adCopyTemplateKind, adCopyTemplates } from './ad-copy.ts';
import { adCopyTemplate, adCopyTemplateChanges, newAdCopyTemplate } from './schema.ts';

export const adCopyTemplateOperations = resource({
  name: 'adCopyTemplates',
  path: '/v1/ad-copy-templates',
  topic: 'Ad copy',
  scope: 'launch',
  kind: adCopyTemplateKind,
  schema: { create: newAdCopyTemplate, change: adCopyTemplateChanges, listed: adCopyTemplate, shown: adCopyTemplate },
  summaries: {
    list: 'Your ad copy templates, the newest first',
    create: 'Create an ad copy template',
    get: 'One ad copy template',
    update: 'Change parts of an ad copy template',
    delete: 'Delete an ad copy template',
  },
  documents: adCopyTemplates,
});
