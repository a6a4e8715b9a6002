import { isObject, within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { checkKnown, choiceOf, objectOf, patchOf, textOf } from '../fields.ts';
import { byKeys, byPlace, text, texts } from '../query.ts';
import { invalid, notFound, Refusal } from '../refusals.ts';
import {
  changed,
  type Endpoints,
  kinds,
  made,
  ok,
  organizationOf,
  posting,
  restliMethod,
  type Turn,
  words,
} from '../wire.ts';
import { checkUsable } from './files.ts';

export const labels = names(
  'APPLY DOWNLOAD VIEW_QUOTE LEARN_MORE SIGN_UP SUBSCRIBE REGISTER REQUEST_DEMO JOIN ATTEND',
);
const fields = names(`
  author commentary visibility lifecycleState isReshareDisabledByAuthor contentCallToActionLabel contentLandingPage content
  adContext
`);

export const postEndpoints: Endpoints = {
  'GET posts': {
    known: names('q author ids count start sortBy viewContext dscAdAccount dscAdTypes'),
    run(turn) {
      const { world, query } = turn;
      const ids = texts(query, 'ids');
      if (ids !== undefined) return ok(byKeys(ids, (id) => postRow(visible(turn, id))));
      if (text(query, 'q') === 'dscAdAccount') return ok(byPlace(query, ofAccount(turn), 100));
      if (text(query, 'q') !== 'author')
        throw invalid('The finder must be author or dscAdAccount.', 'q');
      const author = organizationOf(turn, text(query, 'author') ?? '', 'author');
      const sortBy = text(query, 'sortBy') ?? 'LAST_MODIFIED';
      if (!['LAST_MODIFIED', 'CREATED'].includes(sortBy))
        throw invalid('sortBy must be LAST_MODIFIED or CREATED.', 'sortBy');
      const rows = world
        .entities(kinds.post, author.id)
        .filter(({ data }) => data.adContext === undefined)
        .sort((a, b) => b.created - a.created)
        .flatMap((post) => postRow(post) ?? []);
      return ok(byPlace(query, rows, 100));
    },
  },
  'GET posts/{id}': {
    known: ['viewContext'],
    run(turn) {
      const row = postRow(visible(turn, turn.ids.id ?? ''));
      if (row === undefined) throw notFound(turn.ids.id ?? '');
      return ok(row);
    },
  },
  'POST posts/{id}': {
    known: [],
    also: posting,
    run(turn) {
      if (restliMethod(turn) !== 'PARTIAL_UPDATE')
        throw invalid('X-RestLi-Method must be PARTIAL_UPDATE.');
      const post = visible(turn, turn.ids.id ?? '');
      if (post === undefined) throw notFound(turn.ids.id ?? '');
      const set = patchOf(turn.body);
      checkKnown(set, [
        'commentary',
        'contentCallToActionLabel',
        'contentLandingPage',
        'lifecycleState',
        'adContext',
      ]);
      checkButton({ ...post.data, ...set });
      const { commentary } = set;
      turn.world.change(post.id, {
        ...set,
        ...(commentary !== undefined && { commentary: asRead(words(commentary)) }),
      });
      return changed;
    },
  },
  'POST posts': {
    known: [],
    also: posting,
    run(turn) {
      checkKnown(turn.body, [...fields, 'distribution']);
      return made(addPost(turn, turn.body).id);
    },
  },
};

const sponsored = names('VIDEO STANDARD CAROUSEL JOB_POSTING NATIVE_DOCUMENT EVENT');

/** Posts that were made as ads, newest first. */
function ofAccount({ world, company, query }: Turn): readonly JsonObject[] {
  const account = text(query, 'dscAdAccount');
  if (account === undefined) throw invalid('dscAdAccount is required.', 'dscAdAccount');
  const types = texts(query, 'dscAdTypes');
  const unknown = types?.find((type) => !sponsored.includes(type));
  if (unknown !== undefined) throw invalid(`dscAdTypes: ${unknown} is not one.`, 'dscAdTypes');
  return world
    .entities(kinds.post)
    .filter((post) => post.company === company && contextOf(post).dscAdAccount === account)
    .map((post) => [post, adTypeOf(post)] as const)
    .filter(([, type]) => types?.includes(type) ?? true)
    .sort(([a], [b]) => b.created - a.created)
    .flatMap(([post, dscAdType]) => {
      const row = postRow(post);
      return row === undefined
        ? []
        : [{ ...row, adContext: { ...contextOf(post), dscAdType, isDsc: true } }];
    });
}

const contextOf = ({ data }: Entity): JsonObject =>
  isObject(data.adContext) ? data.adContext : {};

function adTypeOf(post: Entity): string {
  const format = formatOf(post);
  return format === 'SINGLE_VIDEO'
    ? 'VIDEO'
    : format === 'STANDARD_UPDATE'
      ? 'STANDARD'
      : 'NATIVE_DOCUMENT';
}

function visible({ world, company }: Turn, id: string) {
  const post = world.get(id);
  return post?.kind === kinds.post && post.company === company ? post : undefined;
}

const postRow = (post: Entity | undefined): JsonObject | undefined =>
  post && {
    id: post.id,
    ...post.data,
    createdAt: post.created,
    publishedAt: post.created,
    lastModifiedAt: post.updated,
  };

/** Throws `Refusal`. */
export function addPost(turn: Turn, post: JsonObject): Entity {
  const { world } = turn;
  const author = organizationOf(turn, textOf(post, 'author'), 'author');
  checkContext(post);
  choiceOf(post, 'visibility', ['PUBLIC', 'CONNECTIONS']);
  choiceOf(post, 'lifecycleState', ['PUBLISHED']);
  checkButton(post);
  checkContent(turn, post);
  return world.add({
    id: `urn:li:share:7${String(world.sequence()).padStart(18, '0')}`,
    kind: kinds.post,
    company: turn.company,
    parents: [author.id],
    data: { ...post, commentary: asRead(words(post.commentary)) },
  });
}

function checkButton(post: JsonObject): void {
  if (post.contentCallToActionLabel !== undefined) {
    choiceOf(post, 'contentCallToActionLabel', labels);
    if (post.contentLandingPage === undefined)
      throw new Refusal({
        status: 422,
        message: 'contentLandingPage is required with contentCallToActionLabel.',
        field: 'contentLandingPage',
      });
  }
  if (
    post.contentLandingPage !== undefined &&
    !/^https?:\/\/[^\s/]+/.test(textOf(post, 'contentLandingPage'))
  )
    throw new Refusal({
      status: 422,
      message: 'contentLandingPage is not an address.',
      field: 'contentLandingPage',
    });
}

/** Refuses fields that the platform sets. */
function checkContext(post: JsonObject) {
  if (post.adContext === undefined) return;
  const context = objectOf(post, 'adContext');
  const own = ['dscAdType', 'isDsc'].find((name) => context[name] !== undefined);
  if (own !== undefined)
    throw new Refusal({
      status: 422,
      message: `adContext.${own} is read-only.`,
      field: `adContext.${own}`,
    });
  checkKnown(context, ['dscAdAccount', 'dscStatus', 'dscName'], 'adContext.');
}

function checkContent(turn: Turn, post: JsonObject): void {
  const content = objectOf(post, 'content');
  checkKnown(content, ['media', 'article'], 'content.');
  const { media } = content;
  if (media === undefined) return;
  if (!isObject(media)) throw invalid('content.media must be an object.', 'content.media');
  checkKnown(media, ['id', 'title', 'altText'], 'content.media.');
  checkUsable(turn, textOf(media, 'id'));
}

const reserved = /(?<!\\)(?:\\\\)*([|{}@[\]()<>*_~]|#(?![\p{L}\p{N}]))/u;

/** Text ends at a reserved character without a backslash. */
function asRead(commentary: string) {
  const match = reserved.exec(commentary);
  return match === null ? commentary : commentary.slice(0, match.index);
}

export const seedPost = (
  world: World,
  author: Entity,
  post: Pick<Entity, 'id' | 'created' | 'data'>,
) => world.add({ kind: kinds.post, ...within(author), ...post });

export function formatOf(post: Entity) {
  const content = post.data.content;
  const media = isObject(content) && isObject(content.media) ? words(content.media.id) : '';
  if (media.startsWith('urn:li:video:')) return 'SINGLE_VIDEO';
  return media.startsWith('urn:li:document:')
    ? 'SPONSORED_UPDATE_NATIVE_DOCUMENT'
    : 'STANDARD_UPDATE';
}
