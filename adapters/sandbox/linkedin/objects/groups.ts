import type { Entity, JsonObject } from '../../entity.ts';
import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { World } from '../../world.ts';
import {
  accountOf,
  byKeys,
  byToken,
  changed,
  checkKnown,
  checkMoney,
  checkSchedule,
  choiceOf,
  coded,
  type Endpoint,
  type Endpoints,
  found,
  invalid,
  kinds,
  made,
  newNumber,
  numberOf,
  objectOf,
  ok,
  ownedBy,
  patchOf,
  reading,
  recordOf,
  type Turn,
  text,
  textOf,
  texts,
  words,
  writableAccount,
  writing,
} from '../wire.ts';
import { groupRow, isGone, listable, rowOf, startOf, statusWord } from './states.ts';

const statuses = names('ACTIVE PAUSED DRAFT ARCHIVED COMPLETED CANCELED PENDING_DELETION REMOVED');
const objectives = names(`
  WEBSITE_CONVERSION WEBSITE_VISIT WEBSITE_TRAFFIC LEAD_GENERATION BRAND_AWARENESS ENGAGEMENT VIDEO_VIEW JOB_APPLICANT
  CONVERSATION_STARTER TALENT_LEAD CREATIVE_ENGAGEMENT
`);
const leastBudget = 10;

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
      throw coded('ONLY_DRAFT_CAMPAIGNS_ALLOWED_IN_DRAFT_CAMPAIGN_GROUPS', 'The campaign group is a draft.', 'status');
    if (parent.data.objectiveType !== undefined && parent.data.objectiveType !== body.objectiveType)
      throw coded('INVALID_CAMPAIGN_CONFIGURATION', 'The objective is not that of the campaign group.', 'objectiveType');
    choiceOf(body, 'type', ['SPONSORED_UPDATES', 'TEXT_AD', 'DYNAMIC', 'SPONSORED_INMAILS']);
    choiceOf(body, 'objectiveType', objectives);
    choiceOf(body, 'costType', ['CPM', 'CPC', 'CPV']);
    choiceOf(body, 'politicalIntent', ['NOT_POLITICAL', 'POLITICAL', 'NOT_DECLARED']);
    objectOf(body, 'locale');
    objectOf(body, 'targetingCriteria');
    if (body.dailyBudget === undefined && body.totalBudget === undefined)
      throw coded('CONDITIONAL_MISSING_FIELD', 'A campaign needs a daily or a total budget.', 'dailyBudget');
    return { ...body, group_id: parent.id };
  },
};

function checkCommon(turn: Turn, account: Entity, body: JsonObject): void {
  if (textOf(body, 'account') !== `urn:li:sponsoredAccount:${account.id}`)
    throw coded('ACCOUNT_ID_MISMATCH_IN_PARAM_AND_BODY', 'The body names another account.', 'account');
  textOf(body, 'name', 100);
  choiceOf(body, 'status', ['ACTIVE', 'PAUSED', 'DRAFT']);
  checkSchedule(body.runSchedule, turn.world.now());
  for (const name of ['dailyBudget', 'totalBudget']) checkMoney(body[name], name, words(account.data.currency), leastBudget);
}

const list = ({ kind }: Noun): Endpoint => ({
  known: names('q search ids pageSize pageToken fields sort'),
  scopes: reading,
  run(turn) {
    const account = accountOf(turn);
    const { query, world } = turn;
    const ids = texts(query, 'ids');
    if (ids !== undefined)
      return ok(
        byKeys(ids, (id) => {
          const entity = ownedBy(turn, account, kind, id);
          return entity === undefined || statusWord(entity) === 'REMOVED' ? undefined : groupRow(world, entity);
        }),
      );
    if (text(query, 'q') !== 'search') throw invalid('The finder must be search.', 'q');
    const keep = filterOf(turn);
    const rows = listable(turn, kind, account.id).filter(keep);
    return ok(
      byToken(
        query,
        rows.map((entity) => groupRow(world, entity)),
        1_000,
      ),
    );
  },
});

function filterOf({ query }: Turn): (entity: Entity) => boolean {
  const search = recordOf(query, 'search') ?? {};
  checkKnownSearch(Object.keys(search));
  const values = (name: string): readonly string[] | undefined => {
    const criterion = recordOf(search, name);
    return criterion === undefined ? undefined : (texts(criterion, 'values') ?? []);
  };
  const wanted = values('status');
  const unknown = wanted?.find((each) => !statuses.includes(each));
  if (unknown !== undefined) throw invalid(`status ${unknown} is not one.`, 'search.status');
  const groups = values('campaignGroup')?.map(numberOf);
  return (entity) => (wanted?.includes(statusWord(entity)) ?? true) && (groups?.includes(words(entity.data.group_id)) ?? true);
}

const criteria = names('status campaignGroup id name type test');

function checkKnownSearch(asked: readonly string[]): void {
  const unknown = asked.find((name) => !criteria.includes(name));
  if (unknown !== undefined) throw invalid(`search.${unknown} is not a criterion.`, 'search');
}

const create = (noun: Noun): Endpoint => ({
  known: [],
  scopes: writing,
  run(turn) {
    const account = writableAccount(turn);
    const entity = addGroup(turn.world, account, noun.kind, { data: noun.check(turn, account, turn.body) });
    return made(entity.id);
  },
});

const read = ({ kind }: Noun): Endpoint => ({
  known: ['fields'],
  scopes: reading,
  run: (turn) => ok(rowOf(turn.world, found(turn, accountOf(turn), kind, turn.ids.id ?? ''))),
});

const change = ({ kind }: Noun): Endpoint => ({
  known: [],
  scopes: writing,
  run(turn) {
    const account = writableAccount(turn);
    const entity = found(turn, account, kind, turn.ids.id ?? '');
    if (turn.headers.get('x-restli-method') !== 'PARTIAL_UPDATE') throw invalid('X-RestLi-Method must be PARTIAL_UPDATE.');
    if (isGone(entity)) throw coded('STATUS_CHANGE_NOT_ALLOWED', 'The object is deleted.', 'status');
    const set = patchOf(turn.body);
    checkKnown(set, ['name', 'status', 'runSchedule', 'dailyBudget', 'totalBudget']);
    if (set.name !== undefined) textOf(set, 'name', 100);
    if (set.status !== undefined) choiceOf(set, 'status', statuses);
    if (set.runSchedule !== undefined) checkSchedule(set.runSchedule, turn.world.now(), startOf(entity));
    for (const name of ['dailyBudget', 'totalBudget']) checkMoney(set[name], name, words(account.data.currency), leastBudget);
    turn.world.change(entity.id, {
      ...set,
      ...(set.status !== undefined && { spans: spansAfter(spansOf(entity), set.status === 'ACTIVE', turn.world.now()) }),
    });
    return changed;
  },
});

const remove = ({ kind }: Noun): Endpoint => ({
  known: [],
  scopes: writing,
  run(turn) {
    const entity = found(turn, writableAccount(turn), kind, turn.ids.id ?? '');
    if (statusWord(entity) !== 'DRAFT') throw coded('DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS', 'Only drafts can be deleted.');
    turn.world.remove(entity.id);
    return changed;
  },
});

const endpointsOf = (noun: Noun): Endpoints => ({
  [`GET adAccounts/{account}/${noun.collection}`]: list(noun),
  [`POST adAccounts/{account}/${noun.collection}`]: create(noun),
  [`GET adAccounts/{account}/${noun.collection}/{id}`]: read(noun),
  [`POST adAccounts/{account}/${noun.collection}/{id}`]: change(noun),
  [`DELETE adAccounts/{account}/${noun.collection}/{id}`]: remove(noun),
});

export const groupEndpoints: Endpoints = { ...endpointsOf(group), ...endpointsOf(campaign) };

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
