import { feature } from '../../operations/feature.ts';
import { resource } from '../../operations/resource.ts';
import { alone } from './door.ts';
import { presets as documents, presetKind } from './presets.ts';
import { newPreset, preset, presetChanges } from './schema.ts';

const presetOperations = resource({
  name: 'presets',
  path: '/v1/presets',
  topic: 'Ad copy',
  scope: 'launch',
  kind: presetKind,
  schema: { create: newPreset, change: presetChanges, listed: preset, shown: preset },
  example: { name: 'Learn more', level: 'ad', settings: { cta: 'LEARN_MORE' } },
  summaries: {
    list: 'Your presets, the newest first',
    create: 'Save settings for new campaigns, ad sets or ads',
    get: 'One preset',
    update: 'Change parts of a preset',
    delete: 'Delete a preset',
  },
  more: {
    create: {
      description:
        'Settings that requests may leave out: `presetId` in POST /v1/manage/create-campaign, in POST /v1/manage/create-adset and in the ads of a launch fills in what the request itself does not say. Names are those of the request.',
    },
  },
  documents,
});

export const presets = feature({
  name: 'presets',
  ...alone,
  offers: [
    {
      columns: ['presetId'],
      title: 'Settings of a preset',
      read: async ({ store }, companyId) =>
        (await documents.all(store, companyId)).flatMap(({ id, doc: { name, level } }) =>
          level === 'ad' ? [{ column: 'presetId', id, name }] : [],
        ),
    },
  ],
  operations: presetOperations,
  kinds: [presetKind],
});
