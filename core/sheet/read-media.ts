import type { Content } from './cells.ts';
import { MAX_CARDS } from './column.ts';

/** A row as people count, and a numbered column, from 0. */
export interface MediaSlot {
  readonly row: number;
  readonly index: number;
}

interface RowContents {
  readonly number: number;
  readonly contents: ReadonlyMap<string, Content>;
}

type Item = { [field: string]: unknown };

/** Row by row, in each row by the columns' numbers; by position where every item has one. */
export function joinMedia(rows: readonly RowContents[]): { items: Item[]; slots: MediaSlot[] } {
  const found: { readonly item: Item; readonly slot: MediaSlot }[] = [];
  for (const { number: row, contents } of rows) {
    const byIndex: { [index: number]: Item } = {};
    for (const [key, content] of contents) {
      if (!key.startsWith('media[')) continue;
      const [, index, field] = /^media\[(\d+)\]\.(\w+)$/.exec(key) ?? [];
      if (index === undefined || field === undefined || content.state !== 'filled') continue;
      const at = Number(index);
      byIndex[at] = { ...byIndex[at], [field]: content.value };
    }
    for (let index = 0; index < MAX_CARDS; index++) {
      const item = byIndex[index];
      if (item !== undefined) found.push({ item: withPostFlags(item), slot: { row, index } });
    }
  }
  if (found.length > 1 && found.every(({ item }) => typeof item.carouselIndex === 'number'))
    found.sort((a, b) => Number(a.item.carouselIndex) - Number(b.item.carouselIndex));
  return { items: found.map(({ item }) => item), slots: found.map(({ slot }) => slot) };
}

/** A named post is to be boosted: the interface wants that said three times. */
const withPostFlags = (item: Item): Item =>
  item.effectiveStoryId === undefined
    ? item
    : { existingAd: true, existingPrimaryAd: true, isExistingPost: true, ...item };
