import type { FactGroup, FactQuery, Measure } from '../../core/ports/facts.ts';
import { compareText } from '../../core/report/compare.ts';

type OrderValue = number | readonly string[] | null;

export function orderValue(
  by: NonNullable<FactQuery['order']>['by'],
  { group, entity, sums, resultType }: FactGroup,
): OrderValue {
  if ('dimension' in by) return [group[by.dimension] ?? ''];
  if ('name' in by)
    return [
      entity[
        ({ campaignId: 'campaignName', adsetId: 'adsetName', adId: 'adName' } as const)[by.name]
      ] ?? '',
      group[by.name] ?? '',
    ];
  const sum = (measure: Measure): number | null =>
    measure === 'results' && resultType === null ? null : (sums[measure] ?? 0);
  if ('measure' in by) return sum(by.measure);
  const [of, per] = [sum(by.of), sum(by.per)];
  return of === null || per === null || per === 0 ? null : of / per;
}

export function compareValues(a: OrderValue, b: OrderValue, direction: 'asc' | 'desc'): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const difference =
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : compareLists(a as readonly string[], b as readonly string[]);
  return direction === 'asc' ? difference : -difference;
}

export function compareLists(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = compareText(a[i] ?? '', b[i] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}
