// Proves the store beside it with the suite that every backend of Slipway passes:  npx vitest run
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeSuite } from 'slipway/testing';
import { openJournalStore } from './journal-store.mjs';

storeSuite('journal', {
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'journal-'));
    const path = join(folder, 'journal.jsonl');
    return {
      open: () => openJournalStore({ path }),
      // How other processes open it: the suite kills some of them.
      opener: {
        module: new URL('./journal-store.mjs', import.meta.url).href,
        open: 'openJournalStore',
        options: { path },
      },
      remove: async () => rmSync(folder, { recursive: true }),
    };
  },
  skip: { readBack: 'a journal holds every version of a document' },
});
