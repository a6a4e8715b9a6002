export { openDuckdbFacts } from '../adapters/facts/duckdb.ts';
