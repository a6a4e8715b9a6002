import { stakeWords } from '../../../core/gate/words.ts';
import type { ComposedLaunch } from '../../../core/sheet/compose-launch.ts';
import { inFileWords } from '../../../core/sheet/locate.ts';
import type { AnswerOf } from '../../../server/client/types.ts';
import { columns } from '../../base/platforms.ts';
import { local, say, sayCount } from '../../base/say.ts';
import { ALREADY_LAUNCHED } from '../../base/service.ts';
import type { LookedAt } from '../../launch/looked-at.ts';

/** What plans say of ads, said of the rows they come from. */

export type Plan = AnswerOf<'plan'>;

/** The first row of an ad of the request with that position, as it stands now. */
function rowFinder(
  looked: LookedAt,
  launches: readonly ComposedLaunch[],
): (request: number, adIndex: number) => number {
  const rows = new Map(
    looked.ads.flatMap(({ keys, rows: numbers }) =>
      keys.map(([key], i) => [key, numbers[i] ?? 0] as const),
    ),
  );
  return (request, adIndex) =>
    rows.get(launches[request]?.record.ads[adIndex]?.rows[0]?.[0] ?? '') ?? 0;
}

/** What will be made, in the order of the rows. */
export function adsIn(
  looked: LookedAt,
  plans: readonly Plan[],
  launches: readonly ComposedLaunch[],
): { readonly row: number; readonly text: string }[] {
  const rowOf = rowFinder(looked, launches);
  return plans.flatMap(({ operations }, i) =>
    operations
      .filter(({ kind }) => kind === 'ad')
      .map(({ adIndex, name = '', adSetName, adSetId = '', launchStatus }) => ({
        row: rowOf(i, adIndex),
        text: say(launchStatus === 'ACTIVE' ? 'createActive' : 'createPaused', {
          ad: name,
          adSet: adSetName ?? adSetId,
        }),
      })),
  );
}

/** What would start to spend, and what the limits of the company forbid. */
export const spendingIn = (plans: readonly Plan[]): string[] =>
  plans.flatMap(({ guards = [], moneyAtStake = [] }) => [
    ...guards.flatMap(({ exceeded, message }) => (exceeded ? message : [])),
    ...moneyAtStake.flatMap((stake) =>
      stake.delivering > 0 ? say('startsToSpend', { stake: stakeWords(stake) ?? '' }) : [],
    ),
  ]);

/** How many ads of the requests were launched already. */
export const repeatsIn = (plans: readonly Plan[]): number =>
  plans.flatMap(({ warnings }) => warnings).filter(({ code }) => code === ALREADY_LAUNCHED).length;

const NAMED_ROWS = 5;

/** What is allowed and probably not meant, once for all rows it is true of. */
export function warningsIn(
  looked: LookedAt,
  plans: readonly Plan[],
  launches: readonly ComposedLaunch[],
): string[] {
  const rowOf = rowFinder(looked, launches);
  const found = new Map<string, Set<number>>();
  plans.forEach(({ warnings }, i) => {
    for (const warning of warnings) {
      const words = local({ ...warning, message: inFileWords(warning, columns()) });
      const rows = found.get(words) ?? new Set();
      found.set(words, rows);
      const [, index] = /^ads\[(\d+)\]/.exec(warning.path) ?? [];
      if (index !== undefined) rows.add(rowOf(i, Number(index)));
    }
  });
  return [...found].map(([words, rows]) => {
    const named = [...rows].slice(0, NAMED_ROWS).join(', ');
    const all =
      rows.size > NAMED_ROWS
        ? say('rowsAndMore', { rows: named, n: rows.size - NAMED_ROWS })
        : named;
    return rows.size === 0 ? words : sayCount('rowsSay', rows.size, { rows: all, words });
  });
}
