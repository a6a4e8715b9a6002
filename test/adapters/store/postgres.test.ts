// @module-tag postgres
import { recordsSuite } from '../../conformance/records.suite.ts';
import { storeSuite } from '../../conformance/store.suite.ts';
import { postgresBackend } from '../../postgres/under-test.ts';

storeSuite('Postgres', postgresBackend());
recordsSuite('Postgres', postgresBackend());
