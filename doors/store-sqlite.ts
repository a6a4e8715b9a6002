export { openSqliteStore, type SqliteOptions } from '../adapters/store/sqlite.ts';
