import { type Measures, sumOf } from '../../kit/metrics.ts';

export interface Total extends Measures {
  readonly conversions: number;
  readonly sales: number;
}

/** `isSettled`: their conversions are known. Sums of sums keep what is known. */
export function totalOf(parts: readonly (Measures | Total)[], isSettled?: boolean): Total {
  const sum = sumOf(parts.map((measures) => ({ measures })));
  if (isSettled !== undefined)
    return { ...sum, conversions: isSettled ? sum.results : 0, sales: isSettled ? sum.value : 0 };
  const known = (name: 'conversions' | 'sales') =>
    parts.reduce((all, part) => all + (name in part ? (part as Total)[name] : 0), 0);
  return { ...sum, conversions: known('conversions'), sales: known('sales') };
}
