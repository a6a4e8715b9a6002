import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Prints what importing the package has loaded, and what was loaded after each way to open it, as one line of JSON. */

const [folder, withSqlite] = process.argv.slice(2);
const list = join(folder, 'loaded');
if (!process.versions.bun) {
  writeFileSync(list, '');
  process.env.LOADED_FILE = list;
  register('./loaded-hook.mjs', import.meta.url);
}
const files = () =>
  process.versions.bun
    ? Object.keys(require.cache)
    : readFileSync(list, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((url) => fileURLToPath(url));
const own = realpathSync(fileURLToPath(import.meta.url));
const loaded = () =>
  [...new Set(files().map((file) => realpathSync(file)))].filter((file) => file !== own);

const { createSlipway } = await import('slipway');
const imported = loaded();
const bytesOf = (list) => list.reduce((sum, file) => sum + statSync(file).size, 0);
const open = async (options) => {
  await (await createSlipway(options)).close();
  return loaded();
};
const live = await open({ platforms: 'live' });
console.log(
  JSON.stringify({
    imported: imported.length,
    opened: live.length,
    bytes: bytesOf(live),
    stages: {
      import: imported,
      live,
      memory: await open({}),
      ...(withSqlite === 'true' && {
        sqlite: await open({ database: `sqlite:${join(folder, 'slipway.db')}` }),
      }),
    },
  }),
);
