import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../adapters/store/sqlite.ts';
import { kind } from '../core/ports/store.ts';

/** `npm run demo`: a hello that went through an SQLite file. */
const greetings = kind<{ readonly text: string }>('greeting');
const folder = await mkdtemp(join(tmpdir(), 'slipway-demo-'));
const store = await openSqliteStore({ path: join(folder, 'slipway.db'), kinds: [greetings] });
await store.commit([
  { kind: greetings, companyId: 'demo', id: 'hello', expect: 'absent', doc: { text: 'Hello from the store.' } },
]);
console.log((await store.get(greetings, 'demo', 'hello'))?.doc.text);
await store.close();
await rm(folder, { recursive: true });
