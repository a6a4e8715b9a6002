import * as v from 'valibot';
import { answer, listOf, pageQuery } from '../../base/schema/envelope.ts';
import { nameText, shortText, wholeNumber } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { asList, textList } from '../../base/schema/query-lists.ts';
import { ratioNames } from '../../media/find/idea.ts';
import { mediaItem, mediaQuery } from '../../media/schema.ts';

const tag = v.pipe(
  shortText(60),
  v.toLowerCase(),
  v.check((text) => !text.includes(','), 'A tag has no commas.'),
);

export const newBoard = v.object({
  name: nameText(200),
  description: v.optional(shortText(2_000)),
});
export const boardChanges = v.partial(newBoard);
export const board = v.object({
  id: v.string(),
  name: v.string(),
  description: v.optional(v.string()),
  assets: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type Board = v.InferOutput<typeof board>;

const truth = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'], 'Give true or false.')]),
  v.transform((given) => given === true || given === 'true'),
);

export const libraryQuery = v.object({
  ...pageQuery,
  q: v.optional(
    v.pipe(
      mediaQuery.entries.q.wrapped,
      v.description(
        'Part of a file name, a title or a tag; one or two characters: how a word begins.',
      ),
    ),
  ),
  type: mediaQuery.entries.type,
  tag: v.optional(
    v.pipe(
      textList,
      v.maxLength(10, 'At most 10 tags.'),
      v.transform((tags) => tags.map((each) => each.toLowerCase())),
      asList({ type: 'string' }, 'Only files that have all of these tags.'),
    ),
  ),
  board: v.optional(v.pipe(shortText(100), v.description('Only files on this board.'))),
  ratio: v.optional(v.picklist(ratioNames, `A ratio is one of ${ratioNames.join(', ')}.`)),
  idea: v.optional(v.pipe(shortText(200), v.description('Only renditions of this idea.'))),
  minSeconds: v.optional(
    wholeNumber(0, 86_400, { description: 'Only videos of at least this many seconds.' }),
  ),
  maxSeconds: v.optional(
    wholeNumber(0, 86_400, { description: 'Only videos of at most this many seconds.' }),
  ),
  usedIn: v.optional(
    v.pipe(
      shortText(100),
      v.description('Only files that ads launched here show in this ad account.'),
    ),
  ),
  used: v.optional(v.pipe(truth, v.description('Whether an ad that was launched here shows it.'))),
});
export type LibraryQuery = v.InferOutput<typeof libraryQuery>;

const ratio = v.nullable(v.picklist(ratioNames));

const asset = v.object({
  ...mediaItem.entries,
  title: v.nullable(v.string()),
  tags: v.array(v.string()),
  /** Shared by the renditions of one idea: the name without marks like 9x16, or as it was set. */
  idea: v.string(),
  /** Null for an unusual one. */
  ratio,
  used: v.boolean(),
  renditions: v.array(
    v.object({ id: v.number(), url: v.string(), type: mediaItem.entries.type, ratio }),
  ),
});
export type LibraryAsset = v.InferOutput<typeof asset>;
export const libraryAssetList = listOf(asset);

const oneAsset = v.object({
  ...asset.entries,
  boards: v.array(v.string()),
  usedIn: v.object({
    total: v.number(),
    ads: v.array(
      v.object({
        platform: v.string(),
        accountId: v.string(),
        adId: v.string(),
        adBatchId: v.number(),
      }),
    ),
  }),
  /**
   * Files that look almost the same, at most 20: `distance` is the bits of 64 in which they differ.
   */
  similar: v.array(
    v.object({
      id: v.number(),
      url: v.string(),
      sha256: v.string(),
      type: mediaItem.entries.type,
      distance: v.number(),
    }),
  ),
  copies: v.array(
    v.object({
      platform: v.string(),
      accountId: v.string(),
      type: v.picklist(['image', 'video']),
      ref: v.string(),
    }),
  ),
});
export type OneLibraryAsset = v.InferOutput<typeof oneAsset>;
export const oneLibraryAsset = answer(oneAsset.entries);

export const assetChanges = v.object({
  /** Null takes it away. */
  title: v.optional(v.nullable(nameText(200))),
  tags: v.optional(
    v.pipe(
      listOfAtMost(tag, 50, 'tags'),
      v.transform((tags) => [...new Set(tags)]),
    ),
  ),
  /** Files with the same idea are renditions of each other. Null: what the file's name says. */
  idea: v.optional(v.nullable(shortText(200))),
});

export const tagList = answer({
  data: v.array(v.object({ tag: v.string(), assets: v.number() })),
  count: v.number(),
});
