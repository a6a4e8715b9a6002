// @module-tag postgres

import { storeSuite } from '../../../adapters/testing/store.suite.ts';
import { recordsSuite } from '../../conformance/records.suite.ts';
import { postgresBackend } from '../../postgres/under-test.ts';

storeSuite('Postgres', postgresBackend());
recordsSuite('Postgres', postgresBackend());
