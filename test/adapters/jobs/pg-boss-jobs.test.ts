// @module-tag postgres
import { testJobs } from '../../conformance/jobs.suite.ts';
import { pgBossUnderTest } from '../../postgres/under-test.ts';

testJobs('pg-boss', () => pgBossUnderTest());
