import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { ADDON_FOLDER, buildAddon, claspCommand, STANDALONE_FOLDER, writeProject } from './addon.ts';

/**
 * `npm run addon:push -- --server https://ads.example.com [--script ID] [--drive]`: builds the add-on for a server and pushes it
 * to an Apps Script project with clasp. The project's id is remembered in .slipway/addon-script.
 * `npm run addon:push -- --standalone [--script ID] [--drive]`: the same for an add-on that works by itself, with a project of its own.
 */
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

const standalone = process.argv.includes('--standalone');
const remembered = standalone ? '.slipway/addon-script-standalone' : '.slipway/addon-script';
const folder = standalone ? STANDALONE_FOLDER : ADDON_FOLDER;

const server = standalone ? undefined : (option('--server') ?? process.env.SLIPWAY_ADDON_SERVER);
if (server === undefined && !standalone) {
  console.error(
    'Say which server the add-on talks to: npm run addon:push -- --server https://ads.example.com (or --standalone for one without a server)',
  );
  process.exit(1);
}
const given = option('--script');
const script = given ?? (existsSync(remembered) ? (await readFile(remembered, 'utf8')).trim() : undefined);
if (script === undefined) {
  console.error(
    'Say which Apps Script project to push to, once: npm run addon:push -- --server … --script ID. The id is under Project settings in the script editor.',
  );
  process.exit(1);
}
await buildAddon({ ...(server !== undefined && { server }), folder, drive: process.argv.includes('--drive') }).catch(
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
if (given !== undefined) {
  await mkdir('.slipway', { recursive: true });
  await writeFile(remembered, `${given}\n`);
}
const [command, args] = claspCommand(await writeProject(folder, script), 'push', '--force');
const { status } = spawnSync(command, args, { stdio: 'inherit' });
process.exit(status ?? 1);
