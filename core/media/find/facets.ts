import { type MediaRecord, plainNameOf } from '../records.ts';
import { ratioOf } from './idea.ts';
import { lookBands } from './look.ts';

/** Values of one index that a file is found by; a search asks for all of its facets. */

type Found = Omit<MediaRecord, 'facets' | 'seconds'>;

/** Of one file. */
const MOST_PARTS = 300;
const MOST_ACCOUNTS = 50;
/** Parts of a question asked of the index; the rest is filtered. */
const MOST_ASKED = 12;

export const tagFacet = (tag: string): string => `tag:${tag}`;
export const boardFacet = (board: string): string => `board:${board}`;
export const ratioFacet = (ratio: string): string => `ratio:${ratio}`;
export const typeFacet = (type: string): string => `type:${type}`;
export const ideaFacet = (idea: string): string => `idea:${idea}`;
export const usedFacet = (used: boolean): string => `used:${used ? 'yes' : 'no'}`;
export const lookFacet = (band: string): string => `look:${band}`;
export const usedInFacet = (account: string): string => `in:${account}`;

export function withFacets(media: Found): MediaRecord {
  const { tags = [], boards = [], usedIn = [], dimensions, type, idea } = media;
  const ratio = ratioOf(dimensions);
  const facets = [
    ...tags.map(tagFacet),
    ...boards.map(boardFacet),
    ...(ratio === undefined ? [] : [ratioFacet(ratio)]),
    typeFacet(type),
    ...(idea === undefined ? [] : [ideaFacet(idea)]),
    usedFacet(usedIn.length > 0),
    ...usedIn.slice(0, MOST_ACCOUNTS).map(usedInFacet),
    ...(media.look === undefined ? [] : lookBands(media.look).map(lookFacet)),
    ...partsOf(textOf(media)),
  ];
  const { duration } = dimensions;
  return {
    ...media,
    facets: [...new Set(facets)],
    ...(duration !== undefined && { seconds: duration }),
  };
}

/** What `q` searches. */
export const textOf = ({ title = '', originalName, tags = [], ...names }: Found): string =>
  [...new Set([title, originalName, plainNameOf(names), ...tags].map(plainWords))].join('\n');

/** Small letters, with one blank between words: `Sun_Set-01.png` is found by `sun set 01`. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]/u)
    .filter((word) => word !== '')
    .join(' ');

/** Three characters in a row, and the first one and two of every word. */
function partsOf(text: string): readonly string[] {
  const parts = new Set<string>();
  for (const line of text.split('\n')) {
    for (const word of line.split(' ')) {
      const [first = '', second = ''] = word;
      if (first !== '') parts.add(part(first));
      if (second !== '') parts.add(part(first + second));
    }
    for (const each of threes(line)) parts.add(each);
    if (parts.size >= MOST_PARTS) break;
  }
  return [...parts].slice(0, MOST_PARTS);
}

/** Short, because a file has many of them. */
const part = (text: string): string => `~${text}`;

function threes(text: string): readonly string[] {
  const characters = [...text];
  return characters.slice(2).map((_, at) => part(characters.slice(at, at + 3).join('')));
}

/**
 * The index values of a text. One or two characters match the beginnings of words; for longer texts
 * the found files must still be checked, unless they have only one part (`isExact`).
 */
export function textFacets(q: string): {
  readonly facets: readonly string[];
  readonly isExact: boolean;
} {
  const length = [...q].length;
  if (length === 0) return { facets: [], isExact: true };
  if (length <= 3) return { facets: [part(q)], isExact: true };
  return { facets: [...new Set(threes(q))].slice(0, MOST_ASKED), isExact: false };
}
