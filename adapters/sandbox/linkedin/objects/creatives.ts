import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { below } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { checkKnown, choiceOf, objectOf, textOf } from '../fields.ts';
import { text, texts } from '../query.ts';
import { denied, invalid, Refusal } from '../refusals.ts';
import {
  type Endpoint,
  type Endpoints,
  kinds,
  made,
  newNumber,
  numberOf,
  ownedBy,
  restliMethod,
  type Turn,
  words,
  writableAccount,
  writing,
} from '../wire.ts';
import { formId } from './leads.ts';
import { addPost, formatOf, labels } from './posts.ts';
import { creativeRow, endpointsOf, isGone, statusWord } from './states.ts';

const statuses = names('ACTIVE PAUSED DRAFT ARCHIVED CANCELED PENDING_DELETION REMOVED');
/** Creatives per campaign, and how many may be active. */
const capacity = 100;
const activeCapacity = 15;
const reviewMs = 5_000;

function filterOf({ query, headers }: Turn): (entity: Entity) => boolean {
  if (text(query, 'q') !== 'criteria') throw invalid('The finder must be criteria.', 'q');
  if (restliMethod({ headers }) !== 'FINDER') throw invalid('X-RestLi-Method must be FINDER.');
  const campaigns = texts(query, 'campaigns')?.map(numberOf);
  const wanted = texts(query, 'intendedStatuses');
  const unknown = wanted?.find((each) => !statuses.includes(each));
  if (unknown !== undefined)
    throw invalid(`intendedStatuses ${unknown} is not one.`, 'intendedStatuses');
  return (entity) =>
    (campaigns?.includes(words(entity.data.campaign_id)) ?? true) &&
    (wanted?.includes(statusWord(entity)) ?? true);
}

const create: Endpoint = {
  known: ['action'],
  scopes: writing,
  run(turn) {
    const account = writableAccount(turn);
    const action = text(turn.query, 'action');
    if (action !== undefined && action !== 'createInline')
      throw invalid(`There is no action ${action}.`, 'action');
    const isInline = action === 'createInline';
    if (isInline) checkKnown(turn.body, ['creative']);
    const creative = isInline ? objectOf(turn.body, 'creative') : turn.body;
    checkKnown(creative, [
      'campaign',
      'intendedStatus',
      'name',
      'leadgenCallToAction',
      isInline ? 'inlineContent' : 'content',
    ]);
    const campaign = campaignFor(turn, account, creative);
    const form = formIn(creative, account, campaign);
    const post = isInline ? inlinePost(turn, account, creative) : referredPost(turn, creative);
    checkFormat(turn.world, campaign, post);
    const entity = addCreative(turn.world, campaign, {
      ...(creative.name !== undefined &&
        !turn.fired.has('name-not-kept') && { name: textOf(creative, 'name') }),
      intendedStatus: words(creative.intendedStatus),
      content: { reference: post.id },
      ...(form !== undefined && { leadgenCallToAction: form }),
      ...(turn.fired.has('ad-disapproved') && { rejected: true }),
    });
    return turn.fired.has('id-in-body')
      ? { status: 201, body: { value: entity.id } }
      : made(entity.id);
  },
};

/**
 * A button that opens a form of the account (public callers of the creatives API; LinkedIn's own
 * page was not seen).
 */
function formIn(creative: JsonObject, account: Entity, campaign: Entity): JsonObject | undefined {
  if (creative.leadgenCallToAction === undefined) return undefined;
  const form = objectOf(creative, 'leadgenCallToAction');
  checkKnown(form, ['destination', 'label'], 'leadgenCallToAction.');
  if (textOf(form, 'destination') !== `urn:li:adForm:${formId(account.id)}`)
    throw invalid(
      'leadgenCallToAction.destination is no form of this account.',
      'leadgenCallToAction',
    );
  choiceOf(form, 'label', labels);
  if (campaign.data.objectiveType !== 'LEAD_GENERATION')
    throw invalid(
      'Only campaigns with the objective LEAD_GENERATION take a form.',
      'leadgenCallToAction',
    );
  return form;
}

/** Checks everything before a post is made. */
function campaignFor(turn: Turn, account: Entity, creative: JsonObject): Entity {
  const campaign = ownedBy(turn, account, kinds.campaign, numberOf(textOf(creative, 'campaign')));
  if (campaign === undefined || isGone(campaign))
    throw invalid('campaign does not exist.', 'campaign');
  const intended = textOf(creative, 'intendedStatus');
  if (!statuses.includes(intended))
    throw invalid(`intendedStatus ${intended} is not one.`, 'intendedStatus');
  // What was never reviewed cannot be paused.
  if (intended !== 'ACTIVE' && intended !== 'DRAFT')
    throw invalid(
      `A creative without a review cannot be created as ${intended}.`,
      'intendedStatus',
    );
  const held = turn.world.entities(kinds.creative, campaign.id).filter((each) => !isGone(each));
  if (held.length >= capacity)
    throw invalid(`A campaign can have at most ${capacity} creatives.`, 'campaign');
  if (intended === 'ACTIVE') checkActive(held);
  return campaign;
}

function checkActive(held: readonly Entity[]) {
  if (held.filter((each) => statusWord(each) === 'ACTIVE').length >= activeCapacity)
    throw invalid(
      `A campaign can have at most ${activeCapacity} active creatives.`,
      'intendedStatus',
    );
}

function inlinePost(turn: Turn, account: Entity, creative: JsonObject): Entity {
  if (!turn.scopes.includes('w_organization_social'))
    throw denied('Not enough permissions: w_organization_social is missing.');
  const content = objectOf(creative, 'inlineContent');
  checkKnown(content, ['post'], 'inlineContent.');
  const post = objectOf(content, 'post');
  checkKnown(post, postFields, 'inlineContent.post.');
  const owner = textOf(objectOf(post, 'adContext'), 'dscAdAccount');
  if (owner !== `urn:li:sponsoredAccount:${account.id}`)
    throw new Refusal({
      status: 422,
      message: 'adContext.dscAdAccount is not the account of the creative.',
      field: 'adContext',
    });
  return addPost(turn, post);
}

const postFields = names(`
  adContext author commentary visibility lifecycleState isReshareDisabledByAuthor contentCallToActionLabel contentLandingPage
  content
`);

function referredPost(turn: Turn, creative: JsonObject): Entity {
  const content = objectOf(creative, 'content');
  checkKnown(content, ['reference'], 'content.');
  const reference = textOf(content, 'reference');
  const post = turn.world.get(reference);
  if (post?.kind !== kinds.post || post.company !== turn.company)
    throw invalid(`content.reference ${reference} does not exist.`, 'content');
  if (post.data.visibility !== 'PUBLIC')
    throw invalid('A post that is not public cannot be sponsored.', 'content');
  return post;
}

/** The first creative fixes the format. */
function checkFormat(world: World, campaign: Entity, post: Entity) {
  const format = formatOf(post);
  if (campaign.data.format === undefined) world.change(campaign.id, { format });
  else if (campaign.data.format !== format)
    throw invalid(
      `The format of the campaign is ${campaign.data.format}: ${format} does not fit.`,
      'content',
    );
}

export const creativeEndpoints: Endpoints = endpointsOf({
  kind: kinds.creative,
  path: 'creatives',
  row: creativeRow,
  gone: () => invalid('The creative is deleted.', 'intendedStatus'),
  refusal: (_code, message) => invalid(message),
  list: {
    known: names(
      'q ids campaigns intendedStatuses contentReferences pageSize pageToken sortOrder fields',
    ),
    most: 100,
    filter: filterOf,
  },
  create,
  change({ world }, _account, entity, set) {
    checkKnown(set, ['intendedStatus', 'name']);
    if (set.name !== undefined) textOf(set, 'name');
    const intended = set.intendedStatus === undefined ? undefined : textOf(set, 'intendedStatus');
    if (intended !== undefined && !statuses.includes(intended))
      throw invalid(`intendedStatus ${intended} is not one.`, 'intendedStatus');
    if (intended === 'ACTIVE' && statusWord(entity) !== 'ACTIVE')
      checkActive(world.entities(kinds.creative, words(entity.data.campaign_id)));
    return {
      ...set,
      ...(intended !== undefined && {
        spans: spansAfter(spansOf(entity), intended === 'ACTIVE', world.now()),
      }),
      // A draft is reviewed when it is switched on.
      ...(intended === 'ACTIVE' &&
        entity.data.reviewed_at === undefined && { reviewed_at: world.now() + reviewMs }),
    };
  },
});

export function addCreative(
  world: World,
  campaign: Entity,
  data: JsonObject,
  created = world.now(),
): Entity {
  const isActive = data.intendedStatus === 'ACTIVE';
  return world.add({
    id: `urn:li:sponsoredCreative:${newNumber(world)}`,
    kind: kinds.creative,
    ...below(campaign),
    created,
    data: {
      ...creativeData(campaign),
      ...data,
      ...(isActive && { reviewed_at: created + reviewMs }),
      spans: spansAfter([], isActive, created),
    },
  });
}

export const creativeData = ({ id, parents }: Entity): JsonObject => ({
  account: `urn:li:sponsoredAccount:${parents[0]}`,
  campaign: `urn:li:sponsoredCampaign:${id}`,
  campaign_id: id,
});
