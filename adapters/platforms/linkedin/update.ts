import { PlatformError } from '../../../core/base/errors.ts';
import { failureOf } from '../kit/edits.ts';
import { asRow, at, numeric, said, text } from '../kit/json.ts';
import { own, patched, startField, type UpdatedField, updateOf } from '../kit/updates.ts';
import type {
  Access,
  Api,
  Clock,
  EntityType,
  Params,
  Patch,
  PlatformFailure,
  Row,
  UpdateCapability,
} from '../types.ts';
import { bidOf, moneyOf } from './money.ts';
import { objectPath, readRows, shapes } from './read/objects.ts';
import { littleText, plainText, readPosts } from './read/posts.ts';
import { mayBe } from './urns.ts';
import { partialUpdate, patchOf } from './wire/client.ts';
import { encoded } from './wire/restli.ts';

/**
 * A creative keeps its post; the post's commentary and landing page can be changed (LinkedIn's
 * collection for Posts, "Update a Post", li-lms-2022-08, in api-evangelist/linkedin@c3e92e4), its
 * title and media cannot.
 */
export function createUpdate({
  clock,
  calls,
  wire,
}: Api & { readonly clock: Clock }): UpdateCapability {
  const plain = { name: own('name'), startTime: startField(clock), endTime: own('endTime') };
  return updateOf(
    {
      campaign: plain,
      adSet: {
        ...plain,
        bidAmount: own('bidAmount', {
          refusal: (row) => (bidOf(row) === undefined ? noBid : undefined),
        }),
      },
      ad: {
        name: own('name'),
        primaryTexts: own('primaryTexts', ofPost('commentary')),
        link: own('link', ofPost('contentLandingPage')),
      },
    },
    {
      read,
      factsOf: (access, type, row, id) => ({ ...shapes.facts(access, type, row), id }),
      async write(access, type, id, patch) {
        const { post, object } = sentOf(access, patch, await read(access, type, id));
        const { urn, fields: changed } = post;
        const writesPost = Object.keys(changed).length > 0;
        if (writesPost)
          await calls.write(access, `posts/${encoded(urn)}`, patchOf(changed), partialUpdate);
        if (Object.keys(object).length === 0) return;
        const failure = await failureOf(() =>
          calls.write(access, objectPath(access, type, id), patchOf(object), partialUpdate),
        );
        if (failure !== undefined)
          throw new PlatformError(writesPost ? halfDone(failure, patch) : failure);
      },
    },
  );

  async function read(access: Access, type: EntityType, id: string): Promise<Row> {
    const row = mayBe(type, id) ? (await readRows(calls, access, type, [id])).get(id) : undefined;
    if (row === undefined) throw wire.notFound(id);
    const { start, end } = asRow(row.runSchedule) ?? {};
    if (type !== 'ad')
      return { ...row, startTime: numeric(start), endTime: numeric(end), bidAmount: bidOf(row) };
    const urn = said(row, 'content', 'reference');
    const post: Row = (await readPosts(calls, access, urn === '' ? [] : [urn])).get(urn) ?? {};
    return {
      ...row,
      post,
      primaryTexts: text(post.commentary) === undefined ? [] : [plainText(said(post.commentary))],
      link: text(post.contentLandingPage) ?? text(at(post, 'content', 'article', 'source')),
    };
  }
}

const ofPost = (member: string): Partial<UpdatedField> => ({
  refusal: (row) => (text(at(row.post, member)) === undefined ? notInPost : undefined),
  warns: () => postChanges,
});

const notInPost = {
  code: 'not_in_post',
  message:
    'The post of this ad holds it in a part that LinkedIn keeps as it is. Launch a new ad, then pause this one.',
};
const postChanges = {
  code: 'post_changes',
  message:
    'The post itself changes, wherever it is shown, in other ads too. It keeps its likes and comments.',
};
const noBid = {
  code: 'no_bid',
  message:
    'LinkedIn bids by itself here: a campaign without a bid of its own does not get one later. Make a new campaign with a bid.',
};

function halfDone(failure: PlatformFailure, patch: Patch): PlatformFailure {
  const names = (inPost: boolean) =>
    patch
      .flatMap(({ field }) => (['primaryTexts', 'link'].includes(field) === inPost ? [field] : []))
      .join(', ');
  const rest =
    failure.class === 'transient'
      ? `whether the ad itself was changed (${names(false)}) is not known`
      : `but not the ad itself (${names(false)})`;
  return {
    ...failure,
    message: `The post of the ad was changed (${names(true)}), ${rest}: ${failure.message}`,
    fix: `${failure.fix} Then send the same change again: what is changed already stays as it is.`,
  };
}

/** A schedule is replaced whole. */
function sentOf(
  access: Access,
  patch: Patch,
  row: Row,
): { readonly object: Params; readonly post: { readonly urn: string; readonly fields: Params } } {
  const { startTime, endTime, bidAmount, primaryTexts, link, ...rest } = patched(patch);
  const { startTime: start = row.startTime, endTime: end = row.endTime } = patched(patch);
  return {
    object: {
      ...rest,
      ...((startTime !== undefined || endTime !== undefined) && {
        runSchedule: { start, ...(numeric(end) !== undefined && { end }) },
      }),
      ...(bidAmount !== undefined && { unitCost: moneyOf(access, Number(bidAmount)) }),
    },
    post: {
      urn: said(row, 'content', 'reference'),
      fields: {
        ...(Array.isArray(primaryTexts) && { commentary: littleText(said(primaryTexts[0])) }),
        ...(link !== undefined && { contentLandingPage: link }),
      },
    },
  };
}
