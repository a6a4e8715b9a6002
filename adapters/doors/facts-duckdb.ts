export { openDuckdbFacts } from '../facts/duckdb.ts';
