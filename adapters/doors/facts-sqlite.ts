export { openSqliteFacts } from '../facts/sqlite.ts';
