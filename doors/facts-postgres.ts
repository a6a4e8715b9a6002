export { openPostgresFacts } from '../adapters/facts/postgres.ts';
