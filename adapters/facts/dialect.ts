import type { SqlValue } from '../store/sql.ts';
import type { FactTable } from './roll-ups.ts';

/** Where databases differ. */
export interface FactsDialect {
  /** A table's name with the schema it is in. */
  table(name: FactTable | 'fact_past' | 'fact_coverage' | 'fact_account' | 'fact_entity'): string;
  /** The n-th parameter, from 1. */
  place(n: number): string;
  /** `expression` is in the list that parameter n holds. */
  inList(expression: string, n: number, type: 'number' | 'text'): string;
  list(values: readonly (string | number)[]): SqlValue;
  /** From a day's number. */
  week(day: string): string;
  month(day: string): string;
  /** An exact sum as a floating-point number. */
  real(expression: string): string;
  /** A sum that may be summed again without losing anything. */
  whole(expression: string): string;
  /** The order text is compared in: by code point. */
  readonly collation: string;
  /**
   * Whether rows are stored in the order of their key (SQLite). Summing by a prefix of it first
   * needs no sorting: by campaign over 1,000,000 rows that takes 0.3 s instead of 0.7 s.
   */
  readonly clustered: boolean;
}
