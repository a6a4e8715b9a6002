import { createSheetStore } from '../../../adapters/store/sheet.ts';
import type { StoreBackend } from '../../../adapters/testing/store/ground.ts';
import { storeSuite } from '../../../adapters/testing/store.suite.ts';
import { recordsSuite } from '../../conformance/records.suite.ts';
import { createMemorySpreadsheet } from './memory-table.ts';

const backend: StoreBackend = {
  async create() {
    const spreadsheet = createMemorySpreadsheet();
    return {
      open: async () => createSheetStore({ table: spreadsheet.open() }),
      async readBack(kindName, companyId, id) {
        const [header = [], ...rows] = spreadsheet.cells(`slipway ${kindName}`);
        const row = rows.find(
          (cells) =>
            cells[header.indexOf('company')] === companyId && cells[header.indexOf('id')] === id,
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
  skip: {
    processes: 'only Apps Script opens a spreadsheet; sheet-cuts.test.ts ends it at every write',
  },
};

storeSuite('Sheet', backend);
recordsSuite('Sheet', backend);
