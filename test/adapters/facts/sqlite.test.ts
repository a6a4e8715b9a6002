import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteFacts } from '../../../adapters/facts/sqlite.ts';
import { openSqliteStore } from '../../../adapters/store/sqlite.ts';
import { kind } from '../../../core/ports/store.ts';
import { factsConformance } from '../../conformance/facts.suite.ts';

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'slipway-facts-'));

for (const cache of [true, false])
  factsConformance(cache ? 'sqlite' : 'sqlite without memory', async () => {
    const path = await folder();
    const facts = await openSqliteFacts(join(path, 'facts.db'), { cache });
    return { facts, remove: () => rm(path, { recursive: true }) };
  });

it('SQLite facts share a file with the documents and are there when it is opened again', async () => {
  const path = await folder();
  const file = join(path, 'slipway.db');
  const scope = { accountId: 'act_1', from: '2026-11-01', to: '2026-11-01', breakdown: 'none' } as const;
  const store = await openSqliteStore({ path: file });
  const facts = await openSqliteFacts(file);
  await facts.put('c1', scope, [], 5);
  await store.commit([{ kind: kind('thing'), companyId: 'c1', id: '1', expect: 'absent', doc: {} }]);
  await facts.close();
  const again = await openSqliteFacts(file);
  expect(await again.coverage('c1', scope)).toEqual([{ day: '2026-11-01', fetchedAt: 5 }]);
  await again.close();
  await store.close();
  await rm(path, { recursive: true });
});
