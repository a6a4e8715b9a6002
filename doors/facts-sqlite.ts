export { openSqliteFacts } from '../adapters/facts/sqlite.ts';
