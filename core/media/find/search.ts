import type { PageWindow } from '../../base/schema/envelope.ts';
import type { Store, Stored } from '../../ports/store.ts';
import type { Turns } from '../../ports/turns.ts';
import { type ListPage, pageOf, pageOfMatching } from '../../records/list.ts';
import { type MediaRecord, mediaKind } from '../records.ts';
import {
  boardFacet,
  ideaFacet,
  plainWords,
  ratioFacet,
  tagFacet,
  textFacets,
  textOf,
  typeFacet,
  usedFacet,
  usedInFacet,
} from './facets.ts';
import { indexFiles } from './files.ts';

interface Search {
  readonly q?: string | undefined;
  readonly type?: Parameters<typeof typeFacet>[0] | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly board?: string | undefined;
  readonly ratio?: Parameters<typeof ratioFacet>[0] | undefined;
  readonly idea?: string | undefined;
  readonly minSeconds?: number | undefined;
  readonly maxSeconds?: number | undefined;
  readonly usedIn?: string | undefined;
  readonly used?: boolean | undefined;
}

/**
 * Media by all conditions, newest first, from the indexes. For texts longer than three characters
 * the found files are filtered. `usedIn` is the key of an account.
 */
export async function foundMedia(
  { store, turns }: { readonly store: Store; readonly turns?: Turns },
  companyId: string,
  query: Search,
  window: PageWindow,
): Promise<ListPage<Stored<MediaRecord>>> {
  const q = plainWords(query.q ?? '');
  const text = textFacets(q);
  const has = [...facetsOf(query), ...text.facets];
  const { minSeconds: from, maxSeconds: most } = query;
  const seconds = {
    ...(from !== undefined && { from }),
    ...(most !== undefined && { before: most + ALMOST }),
  };
  const isLength = from !== undefined || most !== undefined;
  if (has.length > 0 || isLength) await indexFiles(store, companyId);
  const asked = {
    where: { ...(has.length > 0 && { facets: { has } }), ...(isLength && { seconds }) },
    order: { by: 'createdAt', direction: 'desc' },
  } as const;
  return text.isExact
    ? pageOf(store, mediaKind, { companyId, query: asked, ...window })
    : pageOfMatching(store, mediaKind, {
        companyId,
        query: asked,
        ...window,
        matches: (media) => textOf(media).includes(q),
        turns,
      });
}

/** Lengths in files are not whole: 15.04 seconds are 15. */
const ALMOST = 0.1;

function facetsOf({ tag = [], board, ratio, type, idea, used, usedIn }: Search): readonly string[] {
  const optional = <V>(value: V | undefined, facet: (value: V) => string): readonly string[] =>
    value === undefined ? [] : [facet(value)];
  return [
    ...tag.map(tagFacet),
    ...optional(board, boardFacet),
    ...optional(ratio, ratioFacet),
    ...optional(type, typeFacet),
    ...optional(idea, ideaFacet),
    ...optional(used, usedFacet),
    ...optional(usedIn, usedInFacet),
  ];
}
