import type { LaunchType } from '../ports/launch-ad.ts';
import type { CheckRow } from '../ports/platform-checks.ts';
import type { LaunchRules, PlatformDefinition } from '../ports/platform-definition.ts';
import { type Column, type Template, typeOf } from './column.ts';

/** A column of a new launch sheet, and how many of it. */
interface ShownColumn {
  readonly column: Column;
  readonly count: number;
}

/**
 * The columns of a launch sheet for ads of a platform: its own that the ads need stand with the ad
 * sets.
 */
export function columnsOf(
  columns: readonly Column[],
  template: Template,
  platform: Pick<PlatformDefinition, 'id' | 'launch'> | undefined,
): ShownColumn[] {
  const { id, launch } = platform ?? {};
  const usedBy = new Map(
    (launch?.fields ?? []).map(({ name, usedBy: types = [] }) => [name, types]),
  );
  const isInFront = ({ key }: Column): boolean =>
    (usedBy.get(key) ?? []).some((type) => template === 'all' || type === typeOf(template));
  const shown = columns
    .filter((column) => launch === undefined || isOffered(column, launch, id))
    .map((column): ShownColumn => {
      const { shown: by } = column;
      const count = by === 'always' ? 1 : (by[template] ?? by[typeOf(template) ?? 'all'] ?? 0);
      const described =
        launch === undefined ? column : withLengths(column, template, launch.checks ?? []);
      return {
        column: described,
        count: isInFront(column) ? 1 : countOf(column, count, template, launch),
      };
    })
    .filter(({ count }) => count > 0);
  const front = shown.filter(({ column }) => isInFront(column));
  const others = shown.filter(({ column }) => !isInFront(column));
  const at = others.findIndex(({ column }) => column.key === 'adSets') + 1;
  return [...others.slice(0, at), ...front, ...others.slice(at)];
}

function isOffered(
  { key, of, platform }: Column,
  launch: LaunchRules,
  id: string | undefined,
): boolean {
  if (platform !== undefined) return platform === id;
  // The account of the sheet tells the platform.
  if (key === 'adAccountType' || launch.unused?.includes(key) === true) return false;
  if (key === 'cta' && launch.callsToAction.length === 0) return false;
  const has: readonly string[] = [...launch.types, ...launch.extras, launch.identity];
  return of === undefined || has.includes(of);
}

const severalMedia: readonly LaunchType[] = ['multi', 'carousel', 'flexible'];

/** Media only where the type shows some, and several only where some type takes several. */
function countOf(
  { key }: Column,
  count: number,
  template: Template,
  launch: LaunchRules | undefined,
): number {
  if (launch === undefined || !key.startsWith('media[n]')) return count;
  const type = typeOf(template);
  if (type !== undefined && launch.withoutMedia?.includes(type) === true) return 0;
  return launch.types.some((type) => severalMedia.includes(type)) ? count : Math.min(count, 1);
}

/** With what the platform says of the length of its text. */
function withLengths(column: Column, template: Template, checks: readonly CheckRow[]): Column {
  const type = typeOf(template);
  const says = checks.flatMap((check) => {
    const isMeant =
      check.about === 'length' &&
      check.field === column.key &&
      !column.note.includes(String(check.most));
    return isMeant &&
      (check.types === undefined || type === undefined || check.types.includes(type))
      ? check.says
      : [];
  });
  return says.length === 0
    ? column
    : { ...column, note: [column.note, ...new Set(says)].join(' ') };
}
