// @module-tag postgres
import { openPostgresFacts } from '../../../adapters/facts/postgres.ts';
import { factsSuite } from '../../../adapters/testing/facts.suite.ts';
import { createDatabase } from '../../postgres/database.ts';

factsSuite('postgres', async () => {
  const { url, drop } = await createDatabase();
  return { facts: await openPostgresFacts({ url }), remove: drop };
});
