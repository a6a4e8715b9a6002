// @module-tag postgres
import { openPostgresStore } from '../../../adapters/store/postgres.ts';
import { recordsSuite } from '../../conformance/records.suite.ts';
import { type StoreBackend, storeSuite } from '../../conformance/store.suite.ts';
import { borrowDatabase } from '../../postgres/database.ts';

const backend: StoreBackend = {
  async create() {
    const { url, query, drop } = await borrowDatabase();
    return {
      open: () => openPostgresStore({ url }),
      async readBack(kindName, companyId, id) {
        const sql = 'SELECT version, doc AS text FROM slipway.documents WHERE kind = $1 AND company = $2 AND id = $3';
        const [row] = await query(sql, [kindName, companyId, id]);
        return row as { version: number; text: string } | undefined;
      },
      opener: { module: 'postgres', open: 'openPostgresStore', options: { url } },
      remove: drop,
    };
  },
};

storeSuite('Postgres', backend);
recordsSuite('Postgres', backend);
