import { isObject } from '../../../kit/json.ts';
import type { JsonObject } from '../../../world.ts';
import { kinds, lastPart, words } from '../../wire/call.ts';
import { type PathPart, refusal } from '../../wire/refusals.ts';
import { each, message } from '../shapes.ts';
import { at, inCampaign, type Service, statuses, urls } from './service.ts';

const keyword = message({ text: 'text', matchType: ['EXACT', 'PHRASE', 'BROAD'] });

export const criteria: Service = {
  ...{ collection: 'adGroupCriteria', name: 'adGroupCriterion', kind: kinds.criterion },
  fields: {
    ...{ resourceName: 'text', adGroup: 'text', status: statuses, negative: 'bool', keyword, cpcBidMicros: 'int' },
    ...{ finalUrls: each('text'), ...urls },
  },
  required: ['adGroup', 'keyword'],
  immutable: ['adGroup', 'keyword', 'negative'],
  ...{ updates: true, removes: true },
  above: ({ adGroup }) => [words(adGroup)],
  idOf: ({ adGroup }, newId) => `${lastPart(adGroup)}~${newId()}`,
  worldId: (id) => `criterion:${id}`,
  made: (data, id) => ({
    ...{
      criterionId: id.split('~')[1] ?? '',
      type: 'KEYWORD',
      status: data.status ?? 'ENABLED',
      heldParent: lastPart(data.adGroup),
    },
    ...(data.negative !== true && { qualityInfo: { qualityScore: 5 + (Number(id.split('~')[1]) % 5) } }),
  }),
  check(data, draft, path, isNew) {
    draft.needs(kinds.adGroup, words(data.adGroup), [...path, { name: 'ad_group' }]);
    if (isNew) checkKeyword(data, draft.living(kinds.criterion, words(data.adGroup)), path);
  },
};

function checkKeyword({ keyword: word, negative }: JsonObject, others: readonly JsonObject[], path: readonly PathPart[]): void {
  const [text, match] = isObject(word) ? [words(word.text), word.matchType] : ['', undefined];
  if (text === '' || text.length > 80 || match === undefined)
    throw refusal('criterionError', 'INVALID_KEYWORD_TEXT', 'Keyword text is invalid.', {
      ...at(path, 'keyword', 'text'),
      trigger: text,
    });
  const same = others.some(
    (other) =>
      isObject(other.keyword) &&
      words(other.keyword.text).toLowerCase() === text.toLowerCase() &&
      other.keyword.matchType === match &&
      (other.negative === true) === (negative === true),
  );
  if (same)
    throw refusal('mutateError', 'RESOURCE_ALREADY_EXISTS', 'The resource being created already exists.', at(path, 'keyword'));
}

export const campaignCriteria: Service = {
  ...{ collection: 'campaignCriteria', name: 'campaignCriterion', kind: kinds.campaignCriterion },
  fields: {
    ...{ resourceName: 'text', campaign: 'text', negative: 'bool', keyword, bidModifier: 'double', status: statuses },
    ...{ location: message({ geoTargetConstant: 'text' }), language: message({ languageConstant: 'text' }) },
  },
  required: ['campaign'],
  immutable: ['campaign', 'keyword', 'location', 'language', 'negative'],
  ...{ updates: true, removes: true },
  above: inCampaign,
  idOf: ({ campaign }, newId) => `${lastPart(campaign)}~${newId()}`,
  worldId: (id) => `campaign-criterion:${id}`,
  made: (data, id) => ({
    criterionId: id.split('~')[1] ?? '',
    type: data.keyword === undefined ? (data.location === undefined ? 'LANGUAGE' : 'LOCATION') : 'KEYWORD',
    status: 'ENABLED',
    heldParent: lastPart(data.campaign),
  }),
  check: (data, draft, path) => draft.needs(kinds.campaign, words(data.campaign), [...path, { name: 'campaign' }]),
};
