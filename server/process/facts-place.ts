export interface FactsPlace {
  readonly type: 'duckdb';
  readonly path: string;
}

export const factsPlaceOf = (text: string): FactsPlace => ({
  type: 'duckdb',
  path: text.slice('duckdb:'.length),
});
