import { isObject } from '../../../kit/json.ts';
import type { JsonObject, Table } from '../../../types.ts';
import { kinds, lacking, lastPart, type PathPart, refusal, words } from '../../wire.ts';
import {
  adGroupCriterionShapes,
  campaignCriterionShapes,
  criterionType,
  each,
  type Message,
  message,
} from '../shapes.ts';
import { at, inCampaign, type Service, statuses, urls } from './service.ts';

type Shapes = Table<Message>;

const messagesOf = (shapes: Shapes): Message =>
  Object.fromEntries(Object.entries(shapes).map(([name, fields]) => [name, message(fields)]));

const kindIn = (data: JsonObject, shapes: Shapes) =>
  Object.keys(shapes).filter((name) => data[name] !== undefined);

/** Exactly one criterion; a schedule has all its times, six a day at most. */
function checkCriterion(
  data: JsonObject,
  shapes: Shapes,
  others: readonly JsonObject[],
  path: readonly PathPart[],
): void {
  const [kind, ...more] = kindIn(data, shapes);
  if (kind === undefined || more.length > 0) throw lacking(at(path, 'criterion'));
  if (kind === 'keyword') checkKeyword(data, others, path);
  const { adSchedule } = data;
  if (!isObject(adSchedule)) return;
  for (const name of ['dayOfWeek', 'startHour', 'startMinute', 'endHour', 'endMinute'])
    if (adSchedule[name] === undefined)
      throw refusal(
        'fieldError',
        'REQUIRED',
        'The required field was not present.',
        at(path, 'ad_schedule', name),
      );
  const sameDay = others.filter(
    (other) => isObject(other.adSchedule) && other.adSchedule.dayOfWeek === adSchedule.dayOfWeek,
  );
  if (sameDay.length >= 6)
    throw refusal(
      'criterionError',
      'AD_SCHEDULE_EXCEEDED_INTERVALS_PER_DAY_LIMIT',
      'Too many intervals.',
      {
        ...at(path, 'ad_schedule'),
      },
    );
}

export const criteria: Service = {
  collection: 'adGroupCriteria',
  name: 'adGroupCriterion',
  kind: kinds.criterion,
  fields: {
    resourceName: 'text',
    adGroup: 'text',
    status: statuses,
    negative: 'bool',
    bidModifier: 'double',
    cpcBidMicros: 'int',
    cpmBidMicros: 'int',
    cpvBidMicros: 'int',
    percentCpcBidMicros: 'int',
    finalUrls: each('text'),
    finalMobileUrls: each('text'),
    ...urls,
    ...messagesOf(adGroupCriterionShapes),
  },
  required: ['adGroup'],
  immutable: ['adGroup', 'negative', ...Object.keys(adGroupCriterionShapes)],
  updates: true,
  removes: true,
  above: ({ adGroup }) => [words(adGroup)],
  idOf: ({ adGroup }, newId) => `${lastPart(adGroup)}~${newId()}`,
  worldId: (id) => `criterion:${id}`,
  made: (data, id) => ({
    criterionId: id.split('~')[1] ?? '',
    type: criterionType(kindIn(data, adGroupCriterionShapes)[0] ?? ''),
    status: data.status ?? 'ENABLED',
    heldParent: lastPart(data.adGroup),
    ...(data.negative !== true &&
      data.keyword !== undefined && {
        qualityInfo: { qualityScore: 5 + (Number(id.split('~')[1]) % 5) },
      }),
  }),
  check(data, draft, path, isNew) {
    draft.needs(kinds.adGroup, words(data.adGroup), [...path, { name: 'ad_group' }]);
    if (isNew)
      checkCriterion(
        data,
        adGroupCriterionShapes,
        draft.living(kinds.criterion, words(data.adGroup)),
        path,
      );
  },
};

function checkKeyword(
  { keyword: word, negative }: JsonObject,
  others: readonly JsonObject[],
  path: readonly PathPart[],
): void {
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
    throw refusal(
      'mutateError',
      'RESOURCE_ALREADY_EXISTS',
      'The resource being created already exists.',
      at(path, 'keyword'),
    );
}

export const campaignCriteria: Service = {
  collection: 'campaignCriteria',
  name: 'campaignCriterion',
  kind: kinds.campaignCriterion,
  fields: {
    resourceName: 'text',
    campaign: 'text',
    negative: 'bool',
    bidModifier: 'double',
    status: statuses,
    ...messagesOf(campaignCriterionShapes),
  },
  required: ['campaign'],
  immutable: ['campaign', 'negative', ...Object.keys(campaignCriterionShapes)],
  updates: true,
  removes: true,
  above: inCampaign,
  idOf: ({ campaign }, newId) => `${lastPart(campaign)}~${newId()}`,
  worldId: (id) => `campaign-criterion:${id}`,
  made: (data, id) => ({
    criterionId: id.split('~')[1] ?? '',
    type: criterionType(kindIn(data, campaignCriterionShapes)[0] ?? ''),
    status: data.status ?? 'ENABLED',
    heldParent: lastPart(data.campaign),
  }),
  check(data, draft, path, isNew) {
    draft.needs(kinds.campaign, words(data.campaign), [...path, { name: 'campaign' }]);
    if (isNew)
      checkCriterion(
        data,
        campaignCriterionShapes,
        draft.living(kinds.campaignCriterion, words(data.campaign)),
        path,
      );
  },
};
