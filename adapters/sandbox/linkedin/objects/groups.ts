import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { checkKnown, checkMoney, checkSchedule, choiceOf, objectOf, textOf } from '../fields.ts';
import { recordOf, text, texts } from '../query.ts';
import { coded, invalid } from '../refusals.ts';
import {
  type Endpoints,
  kinds,
  made,
  newNumber,
  numberOf,
  ownedBy,
  type Turn,
  words,
  writableAccount,
  writing,
} from '../wire.ts';
import { endpointsOf, groupRow, isGone, startOf, statusWord } from './states.ts';

const statuses = names('ACTIVE PAUSED DRAFT ARCHIVED COMPLETED CANCELED PENDING_DELETION REMOVED');
const objectives = names(`
  WEBSITE_CONVERSION WEBSITE_VISIT WEBSITE_TRAFFIC LEAD_GENERATION BRAND_AWARENESS ENGAGEMENT VIDEO_VIEW JOB_APPLICANT
  CONVERSATION_STARTER TALENT_LEAD CREATIVE_ENGAGEMENT
`);
const leastBudget = 10;
const leastBid = 2;

const groupFields = names('account name status runSchedule totalBudget dailyBudget objectiveType');
const campaignFields = names(`
  account campaignGroup name type status objectiveType costType unitCost dailyBudget totalBudget locale targetingCriteria
  associatedEntity format creativeSelection offsiteDeliveryEnabled politicalIntent optimizationTargetType runSchedule
  audienceExpansionEnabled
`);

interface Noun {
  readonly kind: string;
  readonly collection: string;
  check(turn: Turn, account: Entity, body: JsonObject): JsonObject;
}

const group: Noun = {
  kind: kinds.group,
  collection: 'adCampaignGroups',
  check(turn, account, body) {
    checkKnown(body, groupFields);
    checkCommon(turn, account, body);
    return body;
  },
};

const campaign: Noun = {
  kind: kinds.campaign,
  collection: 'adCampaigns',
  check(turn, account, body) {
    checkKnown(body, campaignFields);
    checkCommon(turn, account, body);
    const parent = ownedBy(turn, account, kinds.group, numberOf(textOf(body, 'campaignGroup')));
    if (parent === undefined || isGone(parent))
      throw coded('FIELD_VALUE_DOES_NOT_EXIST', 'campaignGroup does not exist.', 'campaignGroup');
    if (parent.data.status === 'DRAFT' && body.status !== 'DRAFT')
      throw coded(
        'ONLY_DRAFT_CAMPAIGNS_ALLOWED_IN_DRAFT_CAMPAIGN_GROUPS',
        'The campaign group is a draft.',
        'status',
      );
    if (parent.data.objectiveType !== undefined && parent.data.objectiveType !== body.objectiveType)
      throw coded(
        'INVALID_CAMPAIGN_CONFIGURATION',
        'The objective is not that of the campaign group.',
        'objectiveType',
      );
    choiceOf(body, 'type', ['SPONSORED_UPDATES', 'TEXT_AD', 'DYNAMIC', 'SPONSORED_INMAILS']);
    choiceOf(body, 'objectiveType', objectives);
    choiceOf(body, 'costType', ['CPM', 'CPC', 'CPV']);
    choiceOf(body, 'politicalIntent', ['NOT_POLITICAL', 'POLITICAL', 'NOT_DECLARED']);
    objectOf(body, 'locale');
    objectOf(body, 'targetingCriteria');
    if (body.dailyBudget === undefined && body.totalBudget === undefined)
      throw coded(
        'CONDITIONAL_MISSING_FIELD',
        'A campaign needs a daily or a total budget.',
        'dailyBudget',
      );
    return { ...body, group_id: parent.id };
  },
};

function checkCommon(turn: Turn, account: Entity, body: JsonObject): void {
  if (textOf(body, 'account') !== `urn:li:sponsoredAccount:${account.id}`)
    throw coded(
      'ACCOUNT_ID_MISMATCH_IN_PARAM_AND_BODY',
      'The body names another account.',
      'account',
    );
  textOf(body, 'name', 100);
  choiceOf(body, 'status', ['ACTIVE', 'PAUSED', 'DRAFT']);
  checkSchedule(body.runSchedule, turn.world.now());
  for (const name of ['dailyBudget', 'totalBudget'])
    checkMoney(body[name], name, words(account.data.currency), leastBudget);
}

function filterOf({ query }: Turn): (entity: Entity) => boolean {
  if (text(query, 'q') !== 'search') throw invalid('The finder must be search.', 'q');
  const search = recordOf(query, 'search') ?? {};
  checkKnownSearch(Object.keys(search));
  const values = (name: string) => {
    const criterion = recordOf(search, name);
    return criterion === undefined ? undefined : (texts(criterion, 'values') ?? []);
  };
  const wanted = values('status');
  const unknown = wanted?.find((each) => !statuses.includes(each));
  if (unknown !== undefined) throw invalid(`status ${unknown} is not one.`, 'search.status');
  const groups = values('campaignGroup')?.map(numberOf);
  return (entity) =>
    (wanted?.includes(statusWord(entity)) ?? true) &&
    (groups?.includes(words(entity.data.group_id)) ?? true);
}

const criteria = names('status campaignGroup id name type test');

function checkKnownSearch(asked: readonly string[]) {
  const unknown = asked.find((name) => !criteria.includes(name));
  if (unknown !== undefined) throw invalid(`search.${unknown} is not a criterion.`, 'search');
}

const endpoints = (noun: Noun): Endpoints =>
  endpointsOf({
    kind: noun.kind,
    path: noun.collection,
    row: groupRow,
    gone: () => coded('STATUS_CHANGE_NOT_ALLOWED', 'The object is deleted.', 'status'),
    refusal: coded,
    list: {
      known: names('q search ids pageSize pageToken fields sort'),
      most: 1_000,
      filter: filterOf,
    },
    create: {
      known: [],
      scopes: writing,
      run(turn) {
        const account = writableAccount(turn);
        return made(
          addGroup(turn.world, account, noun.kind, { data: noun.check(turn, account, turn.body) })
            .id,
        );
      },
    },
    change({ world }, account, entity, set) {
      checkKnown(set, [
        'name',
        'status',
        'runSchedule',
        'dailyBudget',
        'totalBudget',
        ...(noun === campaign ? ['unitCost'] : []),
      ]);
      checkMoney(set.unitCost, 'unitCost', words(account.data.currency), leastBid);
      if (set.name !== undefined) textOf(set, 'name', 100);
      if (set.status !== undefined) choiceOf(set, 'status', statuses);
      if (set.runSchedule !== undefined)
        checkSchedule(set.runSchedule, world.now(), startOf(entity));
      for (const name of ['dailyBudget', 'totalBudget'])
        checkMoney(set[name], name, words(account.data.currency), leastBudget);
      const spans = spansAfter(spansOf(entity), set.status === 'ACTIVE', world.now());
      return { ...set, ...(set.status !== undefined && { spans }) };
    },
  });

export const groupEndpoints: Endpoints = { ...endpoints(group), ...endpoints(campaign) };

export function addGroup(
  world: World,
  account: Entity,
  kind: string,
  { data, created = world.now() }: { readonly data: JsonObject; readonly created?: number },
): Entity {
  const parents = data.group_id === undefined ? [] : [words(data.group_id)];
  return world.add({
    id: newNumber(world),
    kind,
    ...within(account, ...parents),
    created,
    data: { ...data, spans: spansAfter([], data.status === 'ACTIVE', created) },
  });
}
