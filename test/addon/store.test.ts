import { afterAll, beforeAll } from 'vitest';
import { readLog } from '../../adapters/store/sheet-log-blocks.ts';
import type { StoreBackend } from '../../adapters/testing/store/ground.ts';
import { storeSuite } from '../../adapters/testing/store.suite.ts';
import { type ErrorCode, SlipwayError } from '../../core/base/errors.ts';
import type { Store } from '../../core/ports/store.ts';
import { type Playground, startPlayground } from './addon-fixture.ts';
import { fromWire, toWire } from './wire-value.ts';

/**
 * The sheet stores inside Apps Script, one kind a tab as the add-on has it and all in one log as
 * standalone mode has it: built as the add-on is, every call an execution of its own.
 */

let playground: Playground;
beforeAll(async () => {
  playground = await startPlayground('http://127.0.0.1:9', { entry: 'test/addon/store-script.ts' });
});
afterAll(() => playground?.stop());

type Function = 'storeCall' | 'logCall';

async function ask(name: Function, ...call: unknown[]): Promise<never> {
  const outcome = await playground.run(name, [JSON.stringify(toWire(call))]);
  if (!outcome.ok) throw new Error(outcome.error);
  const { value, error } = fromWire(JSON.parse(String(outcome.value))) as {
    value?: unknown;
    error?: { name: string; message: string; code?: ErrorCode };
  };
  if (error === undefined) return value as never;
  if (error.code !== undefined) throw new SlipwayError(error.code, error.message);
  throw error.name === 'TypeError' ? new TypeError(error.message) : new Error(error.message);
}

const opener = (name: Function) => async (): Promise<Store> => ({
  get: (kind, companyId, id) => ask(name, 'get', kind, companyId, id),
  find: (kind, companyId, query) => ask(name, 'find', kind, companyId, query),
  count: (kind, companyId, query) => ask(name, 'count', kind, companyId, query),
  commit: (writes) => ask(name, 'commit', writes),
  close: async () => {},
});

const fresh = async (): Promise<void> => {
  await playground.reset();
  await playground.control('set', { newSheetRows: 5 });
};

const skip = {
  processes: 'only Apps Script opens a spreadsheet; cuts.test.ts ends its executions',
};

const backend: StoreBackend = {
  async create() {
    await fresh();
    return {
      open: opener('storeCall'),
      async readBack(kindName, companyId, id) {
        const { cells } = await playground.look(`slipway ${kindName}`);
        const [header = [], ...rows] = cells.map((row) => row.map(({ shown }) => shown));
        const row = rows.find(
          (each) =>
            each[header.indexOf('company')] === companyId && each[header.indexOf('id')] === id,
        );
        const texts = row?.filter((_, column) => header[column]?.startsWith('json'));
        if (texts === undefined) return undefined;
        const { version, doc } = JSON.parse(
          texts.map((text, i) => (i === 0 ? text : text.slice(1))).join(''),
        );
        return { version, text: JSON.stringify(doc) };
      },
      remove: async () => {},
    };
  },
  skip,
};

const logBackend: StoreBackend = {
  async create() {
    await fresh();
    return {
      open: opener('logCall'),
      async readBack(kindName, companyId, id) {
        const { cells } = await playground.look('slipway store');
        const { changes } = readLog(cells.map(([cell]) => cell?.shown ?? ''));
        const found = changes.filter(
          (change) => change.kind === kindName && change.company === companyId && change.id === id,
        );
        const { version = 0, doc } = found[found.length - 1] ?? {};
        return doc && { version, text: JSON.stringify(doc) };
      },
      remove: async () => {},
    };
  },
  skip,
};

storeSuite('Apps Script sheet', backend);
storeSuite('Apps Script log', logBackend);
