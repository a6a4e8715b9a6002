import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'acorn';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADDON_FILES,
  BUDGETS,
  buildAddon,
  claspCommand,
  filesToPush,
  STANDALONE_BUDGETS,
  writeProject,
} from '../../build/addon.ts';
import { FIRST_LINE, usedOperations } from '../../build/addon-bundle.ts';
import { lackingIn } from '../../build/apps-script-lint.ts';
import { metricNames } from '../../core/report/metrics.ts';
import { placeOf } from '../../server/routes/table.ts';
import { mostOf } from '../build/sizes.ts';
import { spawn } from '../processes.ts';
import { type Playground, startPlayground } from './addon-fixture.ts';

const SERVER = 'https://ads.example.com';
let folder: string;
let code: string;
let sidebar: string;
let sizes: { readonly [file: string]: number };
let alone: {
  readonly code: string;
  readonly sizes: { readonly [file: string]: number };
  readonly manifest: object;
};
let playground: Playground;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-bundle-'));
  sizes = await buildAddon({ server: `${SERVER}/`, folder });
  code = await readFile(join(folder, 'Code.js'), 'utf8');
  sidebar = await readFile(join(folder, 'sidebar.html'), 'utf8');
  const own = join(folder, 'alone');
  const ownSizes = await buildAddon({ folder: own });
  const [ownCode = '', manifest = ''] = await Promise.all(
    ['Code.js', 'appsscript.json'].map((file) => readFile(join(own, file), 'utf8')),
  );
  alone = { code: ownCode, sizes: ownSizes, manifest: JSON.parse(manifest) };
  await rm(own, { recursive: true });
  playground = await startPlayground('http://127.0.0.1:9');
});
afterAll(async () => {
  await playground?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The global functions of the script, with the comment in front of each. */
function globals(script = code): { name: string; comment: string; parameters: string[] }[] {
  const comments: { end: number; value: string }[] = [];
  const { body } = parse(script, {
    ecmaVersion: 2019,
    onComment: (_, value, __, end) => comments.push({ end, value }),
  });
  return body.flatMap((node) => {
    if (node.type !== 'FunctionDeclaration') return [];
    const comment =
      comments.find(({ end }) => end <= node.start && script.slice(end, node.start).trim() === '')
        ?.value ?? '';
    return [
      {
        name: node.id.name,
        comment,
        parameters: node.params.map((each) => (each.type === 'Identifier' ? each.name : '')),
      },
    ];
  });
}

describe('the bundle', () => {
  test('is ES2019 without async functions, and within its budgets', () => {
    for (const script of [code, alone.code]) {
      expect(() => parse(script, { ecmaVersion: 2019 })).not.toThrow();
      expect(script).not.toMatch(/\basync\s*(function|\()|\bawait\b/);
    }
    for (const [file, most] of Object.entries(BUDGETS))
      expect(sizes[file]).toBeLessThanOrEqual(most);
    for (const [file, most] of Object.entries(STANDALONE_BUDGETS))
      expect(alone.sizes[file]).toBeLessThanOrEqual(most);
    expect(sizes['Code.js'], 'see test/build/recorded-sizes.json').toBeLessThanOrEqual(
      mostOf('addonCode'),
    );
    expect(sizes['sidebar.html'], 'see test/build/recorded-sizes.json').toBeLessThanOrEqual(
      mostOf('addonSidebar'),
    );
    expect(alone.sizes['Code.js'], 'see test/build/recorded-sizes.json').toBeLessThanOrEqual(
      mostOf('standaloneCode'),
    );
  });

  test('has short lines and the names of its sources, so that a stack trace says where it was', () => {
    for (const script of [code, alone.code]) {
      const lines = script.split('\n');
      expect(lines.length).toBeGreaterThan(4_000);
      expect(lines.filter(({ length }) => length > 300).length).toBeLessThan(lines.length / 20);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(5_000);
      expect(script).toContain('function checkSheet(');
      const names = [...script.matchAll(/\bfunction (\w+)\(/g)].map(([, name = '']) => name);
      expect(names.filter((name) => name.length < 3).length).toBeLessThan(5);
    }
  });

  test('has no room for blanks and comments, but for what Sheets and a push read', () => {
    for (const script of [code, alone.code]) {
      const comments: string[] = [];
      parse(script, { ecmaVersion: 2019, onComment: (_, text) => comments.push(text) });
      expect(script.startsWith(`${FIRST_LINE}\n`)).toBe(true);
      expect(comments.filter((text) => !text.includes('@customfunction'))).toHaveLength(1);
      expect(script).not.toMatch(/\n[\t ]+return /);
      expect(script, 'a text that is cut over two lines').not.toMatch(/\\\n/);
    }
  });

  test('uses nothing that Apps Script lacks', () => {
    expect([...lackingIn(code), ...lackingIn(alone.code)]).toEqual([]);
    const young =
      "var own = { at: 1 }; own.at; 'a'.replaceAll('a', 'b'); new URL(x); typeof URL;\nfunction f(Blob) { return Blob; }";
    expect(lackingIn(young)).toEqual(['.replaceAll() in line 1', 'URL in line 1']);
  });

  test('without a server has the same functions, with names that can be read, and may fetch from anywhere', () => {
    expect(globals(alone.code)).toEqual(globals());
    // Names of functions stand in Google's log.
    for (const name of ['submitLaunch', 'runBatch', 'createSheetLogStore'])
      expect(alone.code).toContain(`function ${name}(`);
    expect(alone.manifest).not.toHaveProperty('urlFetchWhitelist');
  });

  test('knows the places of the operations it calls, and no others', () => {
    const places = new Set([...code.matchAll(/"path":"(\/v1\/[^"]*)"/g)].map(([, path]) => path));
    expect([...places].sort()).toEqual(
      [...new Set(usedOperations().map((name) => placeOf(name).path))].sort(),
    );
  });

  test('is what clasp would push, nothing more', async () => {
    expect(await filesToPush(folder)).toEqual([...ADDON_FILES].sort());
  });

  test('is pushed by clasp up to its login, which is all that is missing here', async () => {
    const project = await writeProject(folder, 'not-pushed');
    const [command, args] = claspCommand(project, 'push', '--force');
    const home = await mkdtemp(join(tmpdir(), 'slipway-home-'));
    const push = spawn(command, args, { env: { PATH: process.env.PATH, HOME: home } });
    let told = '';
    for (const stream of [push.stdout, push.stderr])
      stream.on('data', (data: Buffer) => {
        told += data;
      });
    await new Promise((resolve) => push.on('close', resolve));
    await rm(home, { recursive: true, force: true });
    await rm(project, { force: true });
    expect(told).toContain('No credentials found.');
    expect(told).not.toContain('escapes project root');
  });

  test('fetches from its server alone, and says so in its manifest with the scopes it needs', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'appsscript.json'), 'utf8'));
    expect(manifest).toMatchObject({ runtimeVersion: 'V8', urlFetchWhitelist: [`${SERVER}/`] });
    expect(manifest.addOns).toBeUndefined();
    expect(manifest.oauthScopes).toEqual(
      [
        'spreadsheets.currentonly',
        'script.container.ui',
        'script.external_request',
        'script.scriptapp',
      ].map((scope) => `https://www.googleapis.com/auth/${scope}`),
    );
    expect(code).toContain(JSON.stringify(SERVER));
    await expect(
      buildAddon({ server: 'http://ads.example.com', folder: join(folder, 'x') }),
    ).rejects.toThrow('https');
  });

  test('has exactly the global functions that menu, triggers, sidebar and cells call', async () => {
    await playground.run('onOpen', [], { mode: 'NONE' });
    const { menus } = await playground.control<{ menus: { items: { handler: string }[] }[] }>(
      'state',
    );
    const fromMenu = menus.flatMap(({ items }) => items.map(({ handler }) => handler));
    const called = [...sidebar.matchAll(/\("([a-z]\w+)"[,)]/g)].map(([, name]) => name ?? '');
    const names = globals().map(({ name }) => name);
    const reserved = ['onOpen', 'onInstall', 'onEdit', 'runScheduled'];
    const wanted = new Set([
      ...reserved,
      ...fromMenu,
      ...names.filter((name) => called.includes(name)),
      'SLIPWAY_SPEND',
      'SLIPWAY_METRIC',
    ]);
    expect(names.slice().sort()).toEqual([...wanted].sort());
    for (const name of fromMenu) expect(names).toContain(name);
  });

  test('explains its custom functions to whoever types them', () => {
    const custom = globals().filter(({ comment }) => comment.includes('@customfunction'));
    expect(custom.map(({ name, parameters }) => [name, ...parameters])).toEqual([
      ['SLIPWAY_SPEND', 'accounts', 'from', 'to', 'refresh'],
      ['SLIPWAY_METRIC', 'metric', 'accounts', 'from', 'to', 'refresh'],
    ]);
    for (const { comment, parameters } of custom)
      for (const parameter of parameters)
        expect(comment).toMatch(new RegExp(`@param \\{\\S+\\} ${parameter} `));
    for (const metric of metricNames)
      if (metric !== 'cpa') expect(custom[1]?.comment).toContain(metric);
  });

  test('has a sidebar that needs nothing from anywhere and no scriptlet in it', () => {
    expect(sidebar).not.toMatch(/<\?|src=|@import|url\(/);
    expect(sidebar.match(/<\/script/g)).toHaveLength(1);
    expect(sidebar).toContain('<base target="_top">');
    expect(sidebar.slice(sidebar.indexOf('<script>'))).not.toContain('`');
  });
});

describe('the script in Apps Script', () => {
  test('shows its menu where it may do nothing else, and calls no service while it is loaded', async () => {
    expect(await playground.run('onOpen', [], { mode: 'NONE' })).toMatchObject({ ok: true });
    expect(await playground.run('onInstall', [], { mode: 'FULL' })).toMatchObject({ ok: true });
    expect(await playground.run('sidebarState', [], { mode: 'NONE' })).toMatchObject({
      value: { ok: false, problem: { message: expect.stringContaining('permission') } },
    });
  });

  test('gives the sidebar plain values at once, never a promise', async () => {
    const { ok, value } = await playground.run('sidebarState');
    expect([ok, (value as { ok: boolean }).ok]).toEqual([true, true]);
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  test('tells of a lock that others hold, instead of breaking', async () => {
    const connection = JSON.stringify({ key: 'ak_x', companyId: 'co', companyName: 'Acme' });
    await playground.control('set', { lockedByOther: true, user: { connection } });
    expect(await playground.run('sidebarState')).toMatchObject({
      value: { ok: false, problem: { kind: 'wait', message: expect.stringContaining('busy') } },
    });
    await playground.control('set', { lockedByOther: false });
  });

  test('opens the sidebar from the menu, at the view that was asked for', async () => {
    await playground.run('openSettings');
    const { sidebar: shown } = await playground.control<{ sidebar: object }>('state');
    expect(shown).toEqual({ title: 'Slipway', file: 'sidebar' });
    expect(await playground.call('sidebarState')).toMatchObject({ view: 'settings' });
  });

  test('keeps the key with the user, never in the file', async () => {
    await playground.control('set', {
      user: {
        connection: JSON.stringify({ key: 'ak_secret', companyId: 'co', companyName: 'Acme' }),
      },
    });
    await playground.run('checkRowsFromMenu');
    const { properties } = await playground.control<{ properties: { document: object } }>('state');
    expect(JSON.stringify(properties.document)).not.toContain('ak_secret');
    const { sheets } = await playground.look('Sheet1');
    for (const { name } of sheets)
      expect(JSON.stringify(await playground.look(name))).not.toContain('ak_secret');
  });
});
