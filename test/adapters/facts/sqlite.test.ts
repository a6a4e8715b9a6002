import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteFacts } from '../../../adapters/facts/sqlite.ts';
import { factsConformance } from '../../conformance/facts.suite.ts';

factsConformance('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-facts-'));
  const facts = await openSqliteFacts(join(folder, 'facts.db'));
  return { facts, remove: () => rm(folder, { recursive: true }) };
});
