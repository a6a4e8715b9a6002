import { NARROW } from '../../parts/table.tsx';
import { FIGURES, type Figure } from './data.ts';
import type { View } from './view.ts';

/** Columns of the table in their order: figures, and what stands around them. */
export type Column = 'box' | 'switch' | 'name' | 'state' | 'budget' | 'more' | Figure;

/** On a telephone figures stand beside the name. Ads have no budget. */
export function columnsOf({ level, columns }: View): readonly Column[] {
  const budget = level === 'ad' ? [] : (['budget'] as const);
  return innerWidth > NARROW
    ? ['box', 'switch', 'name', 'state', ...budget, ...columns, 'more']
    : ['box', 'name', ...columns, 'state', ...budget, 'switch', 'more'];
}

export const isFigure = (column: Column): column is Figure =>
  FIGURES.some((figure) => figure === column);

export const WIDTHS = { box: 40, switch: 54, state: 122, budget: 116, more: 50 } as const;

const KEY = 'slipway-name-width';
export const LEAST_NAME = 150;
export const MOST_NAME = 640;

/** How wide this person likes names. */
export function keptNameWidth(): number {
  const kept = Number(localStorage.getItem(KEY));
  return kept >= LEAST_NAME && kept <= MOST_NAME ? kept : innerWidth > NARROW ? 260 : 190;
}

export const keepNameWidth = (width: number): void => localStorage.setItem(KEY, String(width));
