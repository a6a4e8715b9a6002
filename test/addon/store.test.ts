// @module-tag process
import { afterAll, beforeAll } from 'vitest';
import { type ErrorCode, SlipwayError } from '../../core/errors.ts';
import type { Store } from '../../core/ports/store.ts';
import { type StoreBackend, storeSuite } from '../../testing/store.suite.ts';
import { type Playground, startPlayground } from './addon-fixture.ts';
import { fromWire, toWire } from './wire-value.ts';

/** The sheet store inside Apps Script, on the add-on's own tables: built as the add-on is, every call an execution of its own. */

let playground: Playground;
beforeAll(async () => {
  playground = await startPlayground('http://127.0.0.1:9', { entry: 'test/addon/store-script.ts' });
});
afterAll(() => playground?.stop());

async function ask(...call: unknown[]): Promise<never> {
  const outcome = await playground.run('storeCall', [JSON.stringify(toWire(call))]);
  if (!outcome.ok) throw new Error(outcome.error);
  const { value, error } = fromWire(JSON.parse(String(outcome.value))) as {
    value?: unknown;
    error?: { name: string; message: string; code?: ErrorCode };
  };
  if (error === undefined) return value as never;
  if (error.code !== undefined) throw new SlipwayError(error.code, error.message);
  throw error.name === 'TypeError' ? new TypeError(error.message) : new Error(error.message);
}

const open = async (): Promise<Store> => ({
  get: (kind, companyId, id) => ask('get', kind, companyId, id),
  find: (kind, companyId, query) => ask('find', kind, companyId, query),
  count: (kind, companyId, query) => ask('count', kind, companyId, query),
  commit: (writes) => ask('commit', writes),
  close: async () => {},
});

const backend: StoreBackend = {
  async create() {
    await playground.reset();
    await playground.control('set', { newSheetRows: 5 });
    return {
      open,
      async readBack(kindName, companyId, id) {
        const { cells } = await playground.look(`slipway ${kindName}`);
        const [header = [], ...rows] = cells.map((row) => row.map(({ shown }) => shown));
        const row = rows.find((each) => each[header.indexOf('company')] === companyId && each[header.indexOf('id')] === id);
        const texts = row?.filter((_, column) => header[column]?.startsWith('json'));
        if (texts === undefined) return undefined;
        const { version, doc } = JSON.parse(texts.map((text, i) => (i === 0 ? text : text.slice(1))).join(''));
        return { version, text: JSON.stringify(doc) };
      },
      remove: async () => {},
    };
  },
  skip: { processes: 'only Apps Script opens a spreadsheet; cuts.test.ts ends its executions' },
};

storeSuite('Apps Script sheet', backend);
