import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportParquet } from '../../adapters/exports/parquet.ts';
import { createDiskPlace } from '../../adapters/exports/parquet-place.ts';
import { openFacts } from './open-facts.ts';
import { company, factsAccount } from './reports-world.ts';

/**
 * A process of its own: writes everything as Parquet once, and once more, and prints one line,
 * `{ rows, again, bytes, seconds, idle, peak }`, memory in bytes. Arguments as those of
 * `reports-export.ts`.
 */
const [backend = '', source = ''] = process.argv.slice(2);
const facts = await openFacts(backend, source);
const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-parquet-'));
const exported = () => {
  const accounts = [{ key: factsAccount, currency: 'EUR' }];
  return exportParquet({ facts, companyId: company, accounts, place: createDiskPlace(folder) });
};
Bun.gc(true);
const idle = process.memoryUsage.rss();
let peak = idle;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
const started = performance.now();
const { rows } = await exported();
const seconds = (performance.now() - started) / 1000;
clearInterval(watch);
const { rows: again } = await exported();
const bytes = readdirSync(folder, { recursive: true })
  .map((name) => statSync(join(folder, String(name))))
  .filter((entry) => entry.isFile())
  .reduce((sum, { size }) => sum + size, 0);
await facts.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ rows, again, bytes, seconds, idle, peak }));
