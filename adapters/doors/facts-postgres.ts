export { openPostgresFacts } from '../facts/postgres.ts';
