/** Where figures are kept, where that is not the database. */
export interface FactsPlace {
  readonly type: 'duckdb';
  readonly path: string;
}

/** From `duckdb:FILE`. */
export const factsPlaceOf = (text: string): FactsPlace => ({ type: 'duckdb', path: text.slice('duckdb:'.length) });
