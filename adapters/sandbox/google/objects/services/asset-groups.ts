import { isList } from '../../../kit/json.ts';
import { kinds, lastPart, words } from '../../wire/call.ts';
import { refusal } from '../../wire/refusals.ts';
import { each, message } from '../shapes.ts';
import { at, bare, inCampaign, type Service, statuses, unique, urls } from './service.ts';

/** Assets are counted when the whole request is known. */
export const assetGroups: Service = {
  ...{ collection: 'assetGroups', name: 'assetGroup', kind: kinds.assetGroup, updates: true, removes: true },
  fields: {
    ...{ resourceName: 'text', campaign: 'text', name: 'text', status: statuses, path1: 'text', path2: 'text', ...urls },
    ...{ finalUrls: each('text'), finalMobileUrls: each('text') },
  },
  required: ['campaign', 'name'],
  immutable: ['campaign'],
  above: inCampaign,
  idOf: (_, newId) => newId(),
  worldId: bare,
  made: (data) => ({ status: data.status ?? 'ENABLED', heldName: words(data.name), heldParent: lastPart(data.campaign) }),
  check(data, draft, path) {
    draft.needs(kinds.campaign, words(data.campaign), [...path, { name: 'campaign' }]);
    if (draft.channelOf(words(data.campaign)) !== 'PERFORMANCE_MAX')
      throw refusal('assetGroupError', 'CANNOT_ADD_ASSET_GROUP_FOR_CAMPAIGN_TYPE', 'Cannot add asset group.', { path });
    if (!isList(data.finalUrls) || data.finalUrls.length === 0)
      throw refusal('assetGroupError', 'FINAL_URL_REQUIRED', 'Final url field is required.', at(path, 'final_urls'));
    if (data.path2 !== undefined && data.path1 === undefined)
      throw refusal('assetGroupError', 'PATH1_REQUIRED_WHEN_PATH2_IS_SET', 'Path1 is required.', at(path, 'path1'));
    unique(draft, kinds.assetGroup, words(data.campaign), data, 'assetGroupError', 'DUPLICATE_NAME', path);
  },
};

export const assetGroupSignals: Service = {
  ...{ collection: 'assetGroupSignals', name: 'assetGroupSignal', kind: kinds.assetGroupSignal, removes: true },
  fields: {
    ...{ resourceName: 'text', assetGroup: 'text' },
    ...{ audience: message({ audience: 'text' }), searchTheme: message({ text: 'text' }) },
  },
  required: ['assetGroup'],
  immutable: ['assetGroup', 'audience', 'searchTheme'],
  above: ({ assetGroup }) => [words(assetGroup)],
  idOf: ({ assetGroup }, newId) => `${lastPart(assetGroup)}~${newId()}`,
  worldId: (id) => `signal:${id}`,
  made: ({ assetGroup }) => ({ heldParent: lastPart(assetGroup) }),
  check: ({ assetGroup }, draft, path) => draft.needs(kinds.assetGroup, words(assetGroup), [...path, { name: 'asset_group' }]),
};
