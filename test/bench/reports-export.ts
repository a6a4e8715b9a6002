import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskExports } from '../../adapters/exports/disk.ts';
import { getExport, startExport } from '../../core/features/exports/exports.ts';
import { exportQueue } from '../../core/features/exports/records.ts';
import { runExport } from '../../core/features/exports/run-export.ts';
import { openFacts } from './open-facts.ts';
import { account, company, from, portsOver, to } from './reports-world.ts';

/**
 * A process of its own, so that its memory is the export's alone: exports everything once and
 * prints one line, `{ rows, bytes, seconds, cold, idle, peak }`, memory in bytes. Arguments:
 * `sqlite` FILE, `postgres` URL or `duckdb` FILE.
 */
const [backend = '', place = ''] = process.argv.slice(2);
const facts = await openFacts(backend, place);
const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-export-'));
const ports = { ...(await portsOver(facts)), exportFiles: createDiskExports(folder) };
const exported = async (endDate: string, note: () => void = () => undefined): Promise<string> => {
  const { exportId } = await startExport(
    ports,
    { companyId: company, keyId: 'bench' },
    { accountIds: [account], startDate: from, endDate, format: 'csv' },
  );
  const job = { queue: exportQueue, companyId: company, subject: exportId, dueAt: 0, attempts: 0 };
  while ((await runExport(ports, job)) !== undefined) note();
  return exportId;
};
Bun.gc(true);
const cold = process.memoryUsage.rss();
// Everything is loaded and has been used once, by an export of one day, before the idle memory is
// read.
await exported(from);
Bun.gc(true);
const idle = process.memoryUsage.rss();
let peak = idle;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);

const started = performance.now();
const exportId = await exported(to, () => {
  peak = Math.max(peak, process.memoryUsage.rss());
});
const seconds = (performance.now() - started) / 1000;
clearInterval(watch);
const { status, rows, bytes } = await getExport(ports, company, exportId);
if (status !== 'success') throw new Error(`The export ended as ${status}.`);
await facts.close();
rmSync(folder, { recursive: true });
console.log(
  JSON.stringify({
    rows,
    bytes,
    seconds,
    cold,
    idle,
    peak: Math.max(peak, process.memoryUsage.rss()),
  }),
);
