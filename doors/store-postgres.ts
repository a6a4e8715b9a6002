export { openPostgresStore, type PostgresOptions, type PostgresStore } from '../adapters/store/postgres.ts';
