import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../../../adapters/store/sqlite.ts';
import type { StoreBackend } from '../../../adapters/testing/store/ground.ts';
import { storeSuite } from '../../../adapters/testing/store.suite.ts';
import { recordsSuite } from '../../conformance/records.suite.ts';

const backend: StoreBackend = {
  async create() {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-sqlite-'));
    const path = join(folder, 'data.db');
    return {
      open: () => openSqliteStore({ path }),
      async readBack(kindName, companyId, id) {
        const database = new DatabaseSync(path);
        const row = database
          .prepare(
            'SELECT version, doc AS text FROM documents WHERE kind = ? AND company = ? AND id = ?',
          )
          .get(kindName, companyId, id);
        database.close();
        return (row ?? undefined) as { version: number; text: string } | undefined;
      },
      opener: {
        module: new URL('../../../adapters/store/sqlite.ts', import.meta.url).href,
        open: 'openSqliteStore',
        options: { path },
      },
      remove: () => rm(folder, { recursive: true }),
    };
  },
};

storeSuite('SQLite', backend);
recordsSuite('SQLite', backend);
