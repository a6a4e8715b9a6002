export { openPostgresStore, type PostgresOptions, type PostgresStore } from '../store/postgres.ts';
