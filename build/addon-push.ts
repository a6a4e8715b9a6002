import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { buildAddon, claspCommand, writeProject } from './addon.ts';

/**
 * `npm run addon:push -- --server https://ads.example.com [--script ID] [--drive]`: builds the add-on for a server and pushes it
 * to an Apps Script project with clasp. The project's id is remembered in .slipway/addon-script.
 */
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

const REMEMBERED = '.slipway/addon-script';
const FOLDER = 'dist/sheets-addon';

const server = option('--server') ?? process.env.SLIPWAY_ADDON_SERVER;
if (server === undefined) {
  console.error('Say which server the add-on talks to: npm run addon:push -- --server https://ads.example.com');
  process.exit(1);
}
const given = option('--script');
const script = given ?? (existsSync(REMEMBERED) ? (await readFile(REMEMBERED, 'utf8')).trim() : undefined);
if (script === undefined) {
  console.error(
    'Say which Apps Script project to push to, once: npm run addon:push -- --server … --script ID. The id is under Project settings in the script editor.',
  );
  process.exit(1);
}
await buildAddon({ server, folder: FOLDER, drive: process.argv.includes('--drive') }).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
if (given !== undefined) {
  await mkdir('.slipway', { recursive: true });
  await writeFile(REMEMBERED, `${given}\n`);
}
const [command, args] = claspCommand(await writeProject(FOLDER, script), 'push', '--force');
const { status } = spawnSync(command, args, { stdio: 'inherit' });
process.exit(status ?? 1);
