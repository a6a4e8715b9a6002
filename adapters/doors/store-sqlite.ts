export { openSqliteStore, type SqliteOptions } from '../store/sqlite.ts';
