import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import {
  ADDON_FOLDER,
  buildAddon,
  claspCommand,
  STANDALONE_FOLDER,
  writeProject,
} from './addon.ts';
import { FIRST_LINE } from './addon-bundle.ts';

/**
 * `npm run addon:push -- --server https://ads.example.com [--script ID] [--drive] [--replace]`:
 * builds the add-on for a server and pushes it to an Apps Script project with clasp. The project's
 * id is remembered in .slipway/addon-script.
 * `npm run addon:push -- --standalone [--script ID] [--drive]`: the same for an add-on that works
 * by itself, with a project of its own.
 *
 * A push replaces everything in the project, so that it looks first: where anything in it is not
 * Slipway's, nothing is pushed, unless `--replace`.
 */

/** Runs clasp on a project; what it prints is told. */
export type Clasp = (
  project: string,
  ...args: readonly string[]
) => { readonly status: number; readonly output: string };

/** Throws this with what the person at the terminal is to do. */
class Refusal extends Error {}

const CODE = 'Code.js';

interface Options {
  readonly clasp: Clasp;
  /** Where ids of projects are remembered. */
  readonly memory: string;
  readonly environment?: { readonly [name: string]: string | undefined };
  readonly build?: typeof buildAddon;
}

/** Answers what to say at the end. Throws in words for the person at the terminal. */
export async function push(
  given: readonly string[],
  { clasp, memory, environment = {}, build = buildAddon }: Options,
): Promise<string> {
  const { server: named, script: id, standalone, drive, replace } = optionsIn(given);
  const remembered = join(memory, standalone ? 'addon-script-standalone' : 'addon-script');
  const folder = standalone ? STANDALONE_FOLDER : ADDON_FOLDER;
  const server = standalone ? undefined : (named ?? environment.SLIPWAY_ADDON_SERVER);
  if (server === undefined && !standalone)
    throw new Refusal(
      'Say which server the add-on talks to: npm run addon:push -- --server https://ads.example.com (or --standalone for one without a server)',
    );
  const script =
    id === undefined
      ? existsSync(remembered) && (await readFile(remembered, 'utf8')).trim()
      : scriptIdIn(id);
  if (!script)
    throw new Refusal(
      `Say which Apps Script project to push to, once: npm run addon:push -- ${standalone ? '--standalone' : '--server …'} --script ID. The id is under Project settings in the script editor.`,
    );
  await build({ ...(server !== undefined && { server }), folder, drive });
  const foreign = await foreignParts(clasp, script);
  if (foreign.length > 0 && !replace)
    throw new Refusal(
      `This project has parts that are not Slipway's: ${foreign.join(', ')}. A push would delete them. Make another project (in a new spreadsheet, Extensions > Apps Script) and give its id, or say --replace to have them deleted.`,
    );
  run(clasp, await writeProject(folder, script), 'push', '--force');
  // Nothing is remembered before it worked.
  await mkdir(dirname(remembered), { recursive: true });
  await writeFile(remembered, `${script}\n`);
  return 'Pushed. Reload the spreadsheet.';
}

function optionsIn(given: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...given],
      options: {
        server: { type: 'string' },
        script: { type: 'string' },
        standalone: { type: 'boolean', default: false },
        drive: { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new Refusal(
      `${(error as Error).message} It takes --server, --standalone, --script, --drive and --replace.`,
    );
  }
}

/** An id, or the address of the script editor, which has it. */
function scriptIdIn(text: string): string {
  const id = /\/(?:projects|d)\/([\w-]+)/.exec(text)?.[1] ?? text.trim();
  if (/^[\w-]{30,}$/.test(id)) return id;
  throw new Refusal(
    `“${text}” is no id of an Apps Script project. In the script editor choose Project settings and copy the Script ID: letters, digits, - and _, more than fifty of them.`,
  );
}

/** What a new project begins with. */
const UNTOUCHED = /^\s*(function myFunction\(\)\s*\{\s*\}\s*)?$/;

/**
 * What a push would take away of the project: files that neither Slipway nor Google put there,
 * whatever stands beside them, and what somebody added to the manifest.
 */
async function foreignParts(clasp: Clasp, script: string): Promise<string[]> {
  const parent = await mkdtemp(join(tmpdir(), 'slipway-pull-'));
  try {
    const folder = join(parent, 'script');
    await mkdir(folder);
    run(clasp, await writeProject(folder, script), 'pull');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => ({
        name: relative(folder, join(parentPath, name)),
        text: readFileSync(join(parentPath, name), 'utf8'),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const ours = files.some(({ name, text }) => name === CODE && text.startsWith(FIRST_LINE))
      ? [CODE, 'sidebar.html']
      : [];
    return files.flatMap(({ name, text }) =>
      name === 'appsscript.json'
        ? addedTo(text)
        : ours.includes(name) || UNTOUCHED.test(text)
          ? []
          : [name],
    );
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** Libraries and services of Google that a manifest names: the manifest of the add-on has none. */
function addedTo(manifest: string): string[] {
  const { dependencies = {} } = JSON.parse(manifest) as {
    dependencies?: {
      libraries?: { userSymbol?: string }[];
      enabledAdvancedServices?: { userSymbol?: string }[];
    };
  };
  const names = [
    ...(dependencies.libraries ?? []),
    ...(dependencies.enabledAdvancedServices ?? []),
  ].map(({ userSymbol }) => userSymbol ?? 'one without a name');
  return names.length === 0
    ? []
    : [`appsscript.json (libraries and services: ${names.join(', ')})`];
}

function run(clasp: Clasp, project: string, ...args: readonly string[]): void {
  const { status, output } = clasp(project, ...args);
  if (/No credentials|not logged in|invalid_grant/i.test(output))
    throw new Refusal(
      'clasp is not logged in to Google, or its login has ended. Run: npx clasp login',
    );
  if (/API has not been used|usersettings/i.test(output))
    throw new Refusal(
      'The Apps Script API is off for your Google account. Switch it on: https://script.google.com/home/usersettings',
    );
  if (/not found|404|Invalid script ?id|permission/i.test(output) && status !== 0)
    throw new Refusal(
      `Google does not know this project, or it is not yours: look under Project settings in the script editor.\n${output.trim()}`,
    );
  if (status !== 0) throw new Refusal(`clasp ${args[0]} failed:\n${output.trim()}`);
}

if (import.meta.main) {
  const clasp: Clasp = (project, ...args) => {
    const [command, all] = claspCommand(project, ...args);
    const { status, stdout, stderr } = spawnSync(command, all, { encoding: 'utf8' });
    return { status: status ?? 1, output: `${stdout}${stderr}` };
  };
  await push(process.argv.slice(2), { clasp, memory: '.slipway', environment: process.env }).then(
    console.log,
    (error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
