import { accountKeyOf } from '../../base/account-key.ts';
import { counted } from '../../base/counted.ts';
import { join } from '../../base/schema/faults.ts';
import { createWarnings, type Warning, type Warnings } from '../../base/schema/unknown-fields.ts';
import type { PlannedLaunch } from '../../launch/hooks.ts';
import type { Plan } from '../../launch/plan/plan.ts';
import { withSource } from '../../ports/evidence.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import type { CheckRow } from '../../ports/platform-checks.ts';
import { onceFor } from '../../records/once-for.ts';
import type { Steps } from '../../records/steps.ts';

/** A picture whose ratio is this near shows whole. */
const TOLERANCE = 0.03;

type Rows<A extends CheckRow['about']> = readonly Extract<CheckRow, { readonly about: A }>[];

type SortedRows = {
  readonly [A in 'ratio' | 'length' | 'duration' | 'matrix' | 'learning']: Rows<A>;
};

const sorted: (rows: readonly CheckRow[]) => SortedRows = onceFor((rows) => ({
  ratio: rowsOf(rows, 'ratio'),
  // The others are refused by the rules of the platform.
  length: rowsOf(rows, 'length').filter(({ advice }) => advice),
  duration: rowsOf(rows, 'duration'),
  matrix: rowsOf(rows, 'matrix'),
  learning: rowsOf(rows, 'learning'),
}));

const NO_ROWS: readonly CheckRow[] = [];

const rowsOf = <A extends CheckRow['about']>(rows: readonly CheckRow[], about: A): Rows<A> =>
  rows.filter((row): row is Rows<A>[number] => row.about === about);

export function* evidenceWarnings({
  ads,
  definitions,
  adSets,
  media,
}: Pick<PlannedLaunch, 'ads' | 'definitions' | 'adSets' | 'media'>): Steps<Warning[]> {
  const warnings = createWarnings((count) => ({
    path: 'ads',
    code: 'checks',
    message: `There ${count === 1 ? 'is 1 more warning' : `are ${count} more warnings`} of checks by evidence.`,
  }));
  // One warning for each ad set.
  const learning = new Set<string>();
  for (const ad of ads) {
    yield;
    const rows = sorted(definitions[ad.platform]?.launch?.checks ?? NO_ROWS);
    const known = adSets.get(accountKeyOf(ad));
    warnOfRatios(warnings, ad, rows.ratio);
    warnOfLengths(warnings, ad, rows.length);
    warnOfDurations(warnings, ad, rows.duration, media);
    ad.adSets.forEach(({ id }, position) => {
      const adSet = known?.get(id);
      if (adSet === undefined) return;
      const place = () => join(ad.adSetsPath, position);
      warnOfMatrix(warnings, ad, { adSet, place, rows: rows.matrix });
      if (!learning.has(id) && warnOfLearning(warnings, ad, { adSet, place, rows: rows.learning }))
        learning.add(id);
    });
  }
  return warnings.list();
}

function warnOfLengths(warnings: Warnings, ad: LaunchAd, rows: Rows<'length'>): void {
  if (ad.type === 'postBoost') return;
  for (const row of rows) {
    const { field, most, types, says } = row;
    const words =
      field === 'title' || field === 'description' || field === 'adName' ? ad[field] : undefined;
    // A text has at most as many characters as code units.
    if (words === undefined || words.length <= most) continue;
    const length = [...words].length;
    if (length <= most || types?.includes(ad.type) === false) continue;
    const message = withSource(`${says} This one has ${length}.`, row);
    warnings.add(() => ({ path: join(ad.path, field), code: 'text_too_long', message }));
  }
}

function warnOfRatios(warnings: Warnings, ad: LaunchAd, rows: Rows<'ratio'>): void {
  if (ad.type === 'postBoost') return;
  ad.media.forEach(({ ratio, type, filename }, position) => {
    if (ratio === undefined) return;
    const isFor = ({ media }: Rows<'ratio'>[number]) => media === undefined || media === type;
    if (rows.some((row) => isNear(ratio, row.ratio) && isFor(row))) return;
    const fitting = rows.filter(isFor);
    const [first] = fitting;
    if (first === undefined) return;
    warnings.add(() => {
      const shown = fitting.map((row) => `${row.placement} ${toldRatio(row.ratio)}`).join(', ');
      const message = `${filename || 'This file'} is ${toldRatio(ratio)}. No placement is known to show it whole: ${shown}.`;
      return {
        path: join(ad.path, `media[${position}].url`),
        code: 'ratio_by_placement',
        message: withSource(message, first),
      };
    });
  });
}

function warnOfDurations(
  warnings: Warnings,
  ad: LaunchAd,
  rows: Rows<'duration'>,
  mediaFacts: PlannedLaunch['media'],
): void {
  if (rows.length === 0) return;
  ad.media.forEach(({ url = '', type, filename }, position) => {
    const facts = type === 'video' ? mediaFacts(url) : undefined;
    const seconds = facts === undefined || facts === 'missing' ? undefined : facts.durationSeconds;
    if (seconds === undefined) return;
    const broken = rows.find(
      ({ least = 0, most = Number.POSITIVE_INFINITY }) =>
        seconds < least || seconds > most + ALMOST,
    );
    if (broken !== undefined)
      warnings.add(() => ({
        path: join(ad.path, `media[${position}].url`),
        code: 'duration_by_placement',
        message: withSource(
          `${broken.says} ${filename || 'This file'} takes ${Math.round(seconds * 10) / 10} seconds.`,
          broken,
        ),
      }));
  });
}

/** Lengths in files are not whole: 60.04 seconds are 60. */
const ALMOST = 0.1;

const isNear = (ratio: number, wanted: number) => Math.abs(ratio / wanted - 1) <= TOLERANCE;

const names: readonly (readonly [number, string])[] = [
  [9 / 16, '9:16'],
  [2 / 3, '2:3'],
  [4 / 5, '4:5'],
  [1, '1:1'],
  [1.91, '1.91:1'],
  [16 / 9, '16:9'],
];

const toldRatio = (ratio: number) =>
  names.find(([named]) => isNear(ratio, named))?.[1] ?? `${Math.round(ratio * 100) / 100}:1`;

function warnOfMatrix(
  warnings: Warnings,
  ad: LaunchAd,
  {
    adSet,
    place,
    rows,
  }: { readonly adSet: AdSet; readonly place: () => string; readonly rows: Rows<'matrix'> },
): void {
  for (const row of rows)
    if (
      ad.media.length >= (row.leastMedia ?? 0) &&
      row.types?.includes(ad.type) &&
      row.objectives !== undefined &&
      !row.objectives.includes(adSet.objective)
    )
      warnings.add(() => ({
        path: place(),
        code: 'objective_mismatch',
        message: withSource(
          `${row.says} The campaign of ${adSet.name} has ${adSet.objective || 'none that is known'}.`,
          row,
        ),
      }));
}

function warnOfLearning(
  warnings: Warnings,
  ad: LaunchAd,
  {
    adSet,
    place,
    rows,
  }: { readonly adSet: AdSet; readonly place: () => string; readonly rows: Rows<'learning'> },
): boolean {
  if (ad.paused || adSet.status !== 'ACTIVE' || adSet.adCount === 0) return false;
  const row = rows.find(({ change, learning }) => change === 'newAd' && learning === 'resets');
  if (row === undefined) return false;
  const message = withSource(
    `${row.says} ${adSet.name} is on and holds ${counted(adSet.adCount, 'ad')}: learning starts over if one of them delivers.`,
    row,
  );
  warnings.add(() => ({ path: place(), code: 'learning_reset', message }));
  return true;
}

export function sameNameWarnings({ ads, operations }: Plan): Warning[] {
  const warnings = createWarnings((count) => ({
    path: 'ads',
    code: 'ads',
    message: `There ${count === 1 ? 'is 1 more ad' : `are ${count} more ads`} whose name another one has.`,
  }));
  const firsts = new Map<string, number>();
  const told = new Set<number>();
  for (const { kind, account, adIndex, adSetId, name } of operations) {
    const ad = ads[adIndex];
    if (kind !== 'ad' || name === undefined || ad === undefined) continue;
    const key = `${account}\n${adSetId}\n${name}`;
    const first = firsts.get(key) ?? adIndex;
    firsts.set(key, first);
    if (first === adIndex || told.has(adIndex)) continue;
    told.add(adIndex);
    warnings.add(() => ({
      path: join(ad.path, 'adName'),
      code: 'same_name',
      message: `Ad ${first + 1} of this launch is called “${name.slice(0, 80)}” too, in the same ad set. {{index}} in a name tells them apart.`,
    }));
  }
  return warnings.list();
}
