import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildAddon } from '../../build/addon.ts';
import { FIRST_LINE } from '../../build/addon-bundle.ts';
import { answersIn } from '../../build/addon-probe.ts';
import { type Clasp, push } from '../../build/addon-push.ts';

/**
 * A push looks before it replaces, and says what to do. clasp is played here: it needs a Google
 * account.
 */

const ID = '1abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456';
const SERVER = ['--server', 'https://ads.example.com'];
let memory: string;
let ran: string[];

beforeEach(async () => {
  memory = await mkdtemp(join(tmpdir(), 'slipway-push-'));
  ran = [];
});
afterEach(() => rm(memory, { recursive: true, force: true }));

/** A project online with these files, or one that clasp refuses. */
const online =
  (files: { readonly [name: string]: string } | string): Clasp =>
  (project, command = '') => {
    ran.push(command);
    if (typeof files === 'string') return { status: 1, output: files };
    const folder = join(dirname(project), 'script');
    if (command === 'pull')
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
    return { status: 0, output: 'Done.' };
  };

const build = async () => ({});
const pushed = (args: readonly string[], files: Parameters<typeof online>[0]) =>
  push(args, { clasp: online(files), memory, build: build as never });
const isRemembered = (): boolean => existsSync(join(memory, 'addon-script'));

test('a new project, and one that is Slipway’s already, are pushed to and remembered', async () => {
  const blank = { 'Code.js': 'function myFunction() {\n  \n}\n', 'appsscript.json': '{}' };
  await pushed([...SERVER, '--script', ID], blank);
  expect(ran).toEqual(['pull', 'push']);
  expect(await readFile(join(memory, 'addon-script'), 'utf8')).toBe(`${ID}\n`);
  await pushed([`--server=https://ads.example.com`], {
    'Code.js': `${FIRST_LINE}\nvar x;`,
    'sidebar.html': '<p>',
  });
  expect(ran).toEqual(['pull', 'push', 'pull', 'push']);
});

test('a script that somebody wrote stays, unless it is to be replaced', async () => {
  const theirs = { 'Code.js': 'function payroll() { return 1; }', 'Helpers.js': 'var a = 1;' };
  await expect(pushed([...SERVER, '--script', ID], theirs)).rejects.toThrow(
    /not Slipway's: Code\.js, Helpers\.js\. A push would delete them\..* or say --replace/,
  );
  expect([ran, isRemembered()]).toEqual([['pull'], false]);
  await pushed([...SERVER, '--script', ID, '--replace'], theirs);
  expect(ran).toEqual(['pull', 'pull', 'push']);
});

test.each([
  [{ 'Payroll.js': 'var a = 1;' }, 'Payroll.js'],
  [{ 'lib/rates.js': 'var b = 1;', 'page.html': '<p>' }, 'lib/rates.js, page.html'],
  [
    {
      'appsscript.json':
        '{"dependencies":{"libraries":[{"userSymbol":"Cheerio"}],"enabledAdvancedServices":[{"userSymbol":"Gmail"}]}}',
    },
    'appsscript.json (libraries and services: Cheerio, Gmail)',
  ],
])('beside our own files %j stays too', async (theirs, names) => {
  const ours = {
    'Code.js': `${FIRST_LINE}\nvar x;`,
    'sidebar.html': '<p>',
    'appsscript.json': '{}',
  };
  await expect(pushed([...SERVER, '--script', ID], { ...ours, ...theirs })).rejects.toThrow(
    `not Slipway's: ${names}. `,
  );
  expect([ran, isRemembered()]).toEqual([['pull'], false]);
});

test('a page that was there before the add-on is not taken for ours', async () => {
  const theirs = { 'Code.js': 'function myFunction() {}', 'sidebar.html': '<p>Payroll' };
  await expect(pushed([...SERVER, '--script', ID], theirs)).rejects.toThrow(
    "not Slipway's: sidebar.html.",
  );
});

test.each([
  [[...SERVER, '--script', 'not a script id!!'], {}, 'is no id of an Apps Script project'],
  [[...SERVER, '--script', ID], 'No credentials found.', 'Run: npx clasp login'],
  [
    [...SERVER, '--script', ID],
    'Requested entity was not found.',
    'Google does not know this project',
  ],
  [['--script', ID], {}, 'Say which server'],
  [SERVER, {}, '--server … --script ID'],
  [['--standalone'], {}, '--standalone --script ID'],
  [
    [...SERVER, '--scrpt', ID],
    {},
    'It takes --server, --standalone, --script, --drive and --replace.',
  ],
])('%j says what to do, and remembers nothing', async (args, files, words) => {
  await expect(pushed(args, files as never)).rejects.toThrow(words);
  expect([ran.includes('push'), isRemembered()]).toEqual([false, false]);
});

test('the address of the script editor is as good as the id', async () => {
  await pushed([...SERVER, '--script', `https://script.google.com/home/projects/${ID}/edit`], {});
  expect(await readFile(join(memory, 'addon-script'), 'utf8')).toBe(`${ID}\n`);
});

test('an address that Google does not reach is not built for', async () => {
  for (const host of ['localhost:4000', '127.0.0.1', '192.168.1.5', 'slipway.local'])
    await expect(
      buildAddon({ server: `https://${host}`, folder: join(memory, 'x') }),
    ).rejects.toThrow('Google does not reach');
});

test('the probe records answers and nothing else', async () => {
  const file = join(memory, 'answers.json');
  expect(await answersIn(file)).toBeUndefined();
  for (const text of ['no JSON', '{}', '[]']) {
    await writeFile(file, text);
    expect(await answersIn(file)).toBeUndefined();
  }
  await writeFile(file, JSON.stringify({ 'whole rows are named so': { answer: '3:3' } }));
  expect(await answersIn(file)).toBeDefined();
});
