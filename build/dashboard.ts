import { mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { bundleDashboard } from '../server/dashboard/bundle.ts';

/**
 * Writes the dashboard's files to where the built server looks for them. Part of the build, after
 * the compiler.
 */

/** What a first visit may weigh, compressed. */
const BUDGET = 90 * 1024;

const folder = 'dist/server/dashboard';
const { page, script, style, parts = {} } = await bundleDashboard();
await mkdir(folder, { recursive: true });
/** Parts that the script needs before anything is shown. */
const isFirst = (name: string): boolean => script.includes(`from"./${name}"`);
let weight = 0;
for (const [name, text] of Object.entries({
  'index.html': page,
  'app.js': script,
  'app.css': style,
  ...parts,
})) {
  await writeFile(`${folder}/${name}`, text);
  if (parts[name] === undefined || isFirst(name)) weight += gzipSync(text).length;
}
if (weight > BUDGET)
  throw new Error(`The dashboard weighs ${weight} bytes compressed; it may weigh ${BUDGET}.`);
console.log(`dashboard: ${(weight / 1024).toFixed(1)} KiB compressed`);
