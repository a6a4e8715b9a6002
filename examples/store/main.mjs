// Slipway on a store of your own, here the journal beside this file:  node main.mjs FOLDER
// What it keeps is there at the next start. Your own store is yours to close.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSlipway } from 'slipway';
import { openJournalStore } from './journal-store.mjs';

const folder = process.argv[2] ?? 'slipway-data';
// In earnest the secret comes from where you keep secrets: it opens what the store holds sealed.
const secret = process.env.SLIPWAY_SECRET ?? 'only for this example';
mkdirSync(folder, { recursive: true });

const store = await openJournalStore({ path: join(folder, 'journal.jsonl') });
const slipway = await createSlipway({ store, folder, secret });
await slipway.keys.create({ name: 'Of this start', scopes: ['read'] });
const { data: keys } = await slipway.keys.list();
const { data: accounts } = await slipway.accounts.list();
console.log(
  JSON.stringify({ companyId: slipway.companyId, keys: keys.length, accounts: accounts.length }),
);
await slipway.close();
await store.close();
