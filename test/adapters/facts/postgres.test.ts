// @module-tag postgres
import { openPostgresFacts } from '../../../adapters/facts/postgres.ts';
import { factsConformance } from '../../conformance/facts.suite.ts';
import { createDatabase } from '../../postgres/database.ts';

factsConformance('postgres', async () => {
  const { url, drop } = await createDatabase();
  return { facts: await openPostgresFacts({ url }), remove: drop };
});
