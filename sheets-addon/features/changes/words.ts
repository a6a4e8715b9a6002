import type { Typed, WantedCells } from '../../../core/features/changes/sheet/cells.ts';
import {
  type ObjectKey,
  type ObjectLayout,
  objectColumns,
  objectWords,
} from '../../../core/features/changes/sheet/columns.ts';
import { marksOf, shownValue } from '../../../core/features/changes/sheet/rows.ts';
import type { Json } from '../../../core/ports/store.ts';
import type { AnswerOf } from '../../../server/client/types.ts';
import { say } from '../../base/say.ts';

/** What rows say of an object. */

export type Plan = AnswerOf<'changes.plan'>;
export type Planned = Plan['changes'][number];

export const headerOf = (field: string): string =>
  objectColumns.find(({ key }) => key === field)?.header ?? field;

const shown = (value: unknown): string | number => shownValue((value ?? null) as Json);

/** What a person typed, beside what was brought in then and now. */
export function typedWords({ key, typed, was, live }: Typed): string {
  const values = { header: headerOf(key), typed, was: shown(was), live: shown(live) };
  return say(values.was === values.live ? 'typedStays' : 'typedStaysOver', values);
}

/** `Name: old → new`, a line each, and what the change costs besides money. */
const linesOf = ({ fields, costs = [] }: Pick<Planned, 'fields' | 'costs'>): string =>
  [
    ...fields.map(({ field, before, after, learning }) => {
      const cost = learning === undefined ? '' : ` (${learning})`;
      return `${headerOf(field)}: ${shown(before)} → ${shown(after)}${cost}`;
    }),
    ...costs,
  ].join('\n');

/** All three values of what others changed meanwhile. */
export const conflictWords = (conflicts: NonNullable<Planned['conflicts']>): string =>
  conflicts
    .map(({ field, was, live, wanted }) =>
      say('conflictValues', {
        header: headerOf(field),
        was: shown(was),
        live: shown(live),
        wanted: shown(wanted),
      }),
    )
    .join('\n');

/** A reason may begin with the name that the API has for a value. */
const inHeaders = (reason: string): string => reason.replace(/^\w+/, headerOf);

export const refusedCells = (message: string): WantedCells => ({
  state: objectWords.refused,
  told: message,
  marked: '',
  shaded: '',
});

export function plannedCells(
  layout: ObjectLayout,
  { plan, fields, costs, conflicts = [], reason = '' }: Planned,
): WantedCells {
  const keys = (all: readonly { readonly field: string }[]): string =>
    marksOf(
      layout,
      all.map(({ field }) => field as ObjectKey),
    );
  switch (plan) {
    case 'change':
      return {
        state: objectWords.planned,
        told: linesOf({ fields, costs }),
        marked: '',
        shaded: keys(fields),
      };
    case 'conflict':
      return {
        state: objectWords.conflict,
        told: conflictWords(conflicts),
        marked: keys(conflicts),
        shaded: '',
      };
    case 'refused':
      return refusedCells(inHeaders(reason));
    case 'nothing':
      return { state: objectWords.nothing, told: '', marked: '', shaded: '' };
  }
}
