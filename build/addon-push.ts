import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { buildAddon } from './addon.ts';

/**
 * `npm run addon:push -- --server https://ads.example.com [--script ID]`: builds the add-on for a server and pushes it
 * to an Apps Script project with clasp. The project's id is remembered in .slipway/clasp.json.
 */
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

const PROJECT = '.slipway/clasp.json';

const server = option('--server') ?? process.env.SLIPWAY_ADDON_SERVER;
const script = option('--script');
if (server === undefined) {
  console.error('Say which server the add-on talks to: npm run addon:push -- --server https://ads.example.com');
  process.exit(1);
}
if (script !== undefined) {
  await mkdir('.slipway', { recursive: true });
  await writeFile(PROJECT, `${JSON.stringify({ scriptId: script, rootDir: '../dist/sheets-addon' }, null, 2)}\n`);
}
if (!existsSync(PROJECT)) {
  console.error(
    'Say which Apps Script project to push to, once: npm run addon:push -- --server … --script ID. The id is under Project settings in the script editor.',
  );
  process.exit(1);
}
await buildAddon({ server, folder: 'dist/sheets-addon' }).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const { status } = spawnSync('npx', ['clasp', '--project', PROJECT, 'push', '--force'], { stdio: 'inherit' });
process.exit(status ?? 1);
