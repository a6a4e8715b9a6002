import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { README_SAID, readmeProgram } from '../examples/readme.ts';
import { spawn } from '../processes.ts';
import { npmPack, type PackedPackage, ROOT } from '../runtime/built-package.ts';
import { createEmptyProject, linkPackage } from '../runtime/empty-project.ts';
import { findNode, hasSqlite } from '../runtime/node.ts';
import { packedPackage } from '../runtime/packed-package.ts';
import { runProgram, runtimes } from '../runtime/runtimes.ts';
import { packagedNode } from '../tools/nodes.ts';
import { bytesIn, mostOf, productionPackages } from './sizes.ts';

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

type Result = { readonly name: string; readonly message: string };

/** A picture of one dot. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const BINARIES = join(ROOT, 'node_modules/.bin');

describe('npm pack in a fresh checkout', () => {
  let packed: PackedPackage;
  let installed: string;
  beforeAll(async () => {
    packed = await packedPackage();
    installed = createEmptyProject(packed.tarball);
    // As npm does with every command it installs.
    chmodSync(command(), 0o755);
  });
  afterAll(() => rmSync(installed, { recursive: true, force: true }));

  const command = (): string => join(installed, 'node_modules/slipway/dist/server/cli/main.js');
  /** Where Node is and Bun is not. */
  const withoutBun = (): { readonly PATH: string; readonly HOME: string } => {
    const folder = mkdtempSync(join(installed, 'path-'));
    symlinkSync(findNode().path, join(folder, 'node'));
    return { PATH: folder, HOME: folder };
  };

  test('builds first: the package has its code, its dashboard and the pages that README leads to', () => {
    const files = readdirSync(join(installed, 'node_modules/slipway'), {
      recursive: true,
      encoding: 'utf8',
    });
    for (const file of [
      'server/embed/embed.js',
      'server/cli/main.js',
      'server/dashboard/app.js',
      'server/dashboard/index.html',
      'core/index.js',
    ])
      expect(files).toContain(join('dist', file));
    for (const file of [
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'GLOSSARY.md',
      'SECURITY.md',
      'docs/live/meta.md',
      'core/launch/README.md',
    ])
      expect(files).toContain(file);
    expect(
      files.filter((file) =>
        /^(node_modules|build|test\/(?!bench))|tsbuildinfo|tsconfig|\.png$/.test(file),
      ),
    ).toEqual([]);
  });

  test('weighs no more than was recorded, packed, and installed with what it cannot do without', () => {
    expect(
      statSync(packed.tarball).size,
      'bytes packed, see test/build/recorded-sizes.json',
    ).toBeLessThanOrEqual(mostOf('packedBytes'));
    const folders = [
      join(installed, 'node_modules/slipway'),
      ...productionPackages(ROOT, 'optional').map((path) => join(ROOT, path)),
    ];
    const bytes = folders.reduce((sum, folder) => sum + bytesIn(folder), 0);
    expect(bytes, 'bytes installed, see test/build/recorded-sizes.json').toBeLessThanOrEqual(
      mostOf('installedBytes'),
    );
  });

  test('has the simulated platforms in a package of their own, of at most 5 MB with what it needs', () => {
    const own = join(installed, 'node_modules/slipway-sandbox');
    const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
      dependencies: object;
    };
    const needed = Object.keys(dependencies);
    expect(needed.length).toBeLessThanOrEqual(3);
    const folders = [own, ...needed.map((name) => join(ROOT, 'node_modules', name))];
    expect(folders.reduce((sum, folder) => sum + bytesIn(folder), 0)).toBeLessThanOrEqual(
      5_000_000,
    );
    const ofService = filesOf(join(installed, 'node_modules/slipway/dist')).filter((file) =>
      file.endsWith('.js'),
    );
    expect(
      ofService.filter((file) => readFileSync(file, 'utf8').includes('_sandbox/openapi.json')),
    ).toEqual([]);
  });

  test('says in every runtime which package a call needs where the optional ones were left out', async () => {
    const bare = createEmptyProject(packed.tarball, 'optional');
    writeFileSync(
      join(bare, 'without.mjs'),
      `import { createSlipway } from 'slipway';
       const told = async (work) => work().then(() => 'done', ({ code, message, details }) => [code, details?.[0]?.code, message]);
       const slipway = await createSlipway({ platforms: 'live' });
       const picture = new Uint8Array(Array.from(atob('${PIXEL}'), (letter) => letter.charCodeAt(0)));
       const told1 = await told(() => slipway.media.upload({ name: 'dot.png', content: picture }));
       await slipway.close();
       const url = 'postgres://me@127.0.0.1:1/none';
       const told2 = await told(() => createSlipway({ database: url, folder: process.argv[2], secret: 'x'.repeat(40) }));
       const told3 = await told(() => createSlipway({}));
       console.log(JSON.stringify([told1, told2, told3]));`,
    );
    const needs = (use: string, name: string) => [
      'unavailable',
      'part_missing',
      `${use} needs the package ${name}, which is not installed here. Install it beside slipway: npm install ${name}`,
    ];
    for (const runtime of runtimes) {
      if (runtime.command === undefined) continue;
      const [picture, postgres, sandbox] = await runProgram(runtime, bare, [
        'without.mjs',
        mkdtempSync(join(bare, 'data-')),
      ]);
      const [, library = 'none'] = /package (sharp|mediainfo\.js),/.exec(picture[2]) ?? [];
      expect([runtime.name, picture]).toEqual([
        runtime.name,
        needs('Reading pictures and videos', library),
      ]);
      expect([runtime.name, postgres]).toEqual([runtime.name, needs('Postgres', 'pg')]);
      expect([runtime.name, sandbox]).toEqual([
        runtime.name,
        needs('The simulation of platforms', 'slipway-sandbox'),
      ]);
    }
    rmSync(bare, { recursive: true, force: true });
  });

  test('the command starts in Node where there is no Bun', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    const run = (...args: string[]) => promisify(execFile)(command(), args, { env: withoutBun() });
    expect((await run('--version')).stdout).toBe(`${version}\n`);
    expect((await run('launch', '--template')).stdout).toContain('Ad account');
  });

  test.skipIf(hasSqlite(findNode().version))(
    'a Node without SQLite says so where it would have to serve on it',
    async () => {
      const run = promisify(execFile)(
        findNode().path,
        [command(), 'serve', '--port', '0', '--data', join(installed, 'older')],
        {
          env: withoutBun(),
        },
      );
      await expect(run).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /has no SQLite\. Use Node 22\.13 or newer, Bun or Deno, or give Slipway a Postgres/,
        ),
      });
    },
  );

  describe.each([22, 24] as const)('in Node %i, without Bun', (major) => {
    const node = packagedNode(major);
    const startIn = async (args: readonly string[]) => {
      const env = { ...withoutBun(), SLIPWAY_LOG: 'off', SLIPWAY_DRAIN_SECONDS: '0' };
      const child = spawn(node?.path ?? '', [command(), ...args], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
      let [out, err] = ['', ''];
      child.stderr.on('data', (text) => {
        err += text;
      });
      const line = await new Promise<string>((resolve, reject) => {
        child.stdout.on('data', (text) => {
          out += text;
          if (out.includes('\n')) resolve(out);
        });
        void exit.then((code) => reject(new Error(`It ended with ${code}: ${err}`)));
      });
      return { child, exit, line, err: () => err };
    };

    test.skipIf(node === undefined)(
      'the service launches, streams, refuses and ends as in Bun',
      async () => {
        const data = join(installed, `data-${major}`);
        const { child, exit, line, err } = await startIn([
          'serve',
          '--port',
          '0',
          '--data',
          data,
          '--json',
        ]);
        const { url, adminKey } = JSON.parse(line) as { url: string; adminKey: string };
        const authorization = `Bearer ${adminKey}`;
        const [, script] =
          /<script[^>]* src="([^"]+)"/.exec(await (await fetch(`${url}/`)).text()) ?? [];
        expect(
          (await fetch(new URL(script ?? 'none', `${url}/`))).headers.get('content-type'),
        ).toContain('javascript');
        expect(await (await fetch(`${url}/docs/live/meta`)).text()).toContain('<h1');

        const slipway = (...args: string[]) =>
          promisify(execFile)(node?.path ?? '', [command(), ...args], {
            cwd: installed,
            env: { ...withoutBun(), SLIPWAY_URL: url, SLIPWAY_KEY: adminKey },
          });
        const file = join(installed, `ads-${major}.csv`);
        writeFileSync(file, (await slipway('launch', '--example')).stdout);
        expect((await slipway('launch', file, '--watch')).stdout).toContain('3');
        const events = await (
          await fetch(`${url}/v1/batches/1/events`, { headers: { authorization } })
        ).text();
        expect(events).toMatch(/^event: /m);

        // What is set on one answer is not on the next.
        const headers = {
          authorization,
          'content-type': 'application/json',
          'idempotency-key': 'once',
        };
        const make = () =>
          fetch(`${url}/v1/workspaces`, { method: 'POST', headers, body: '{"name":"Agency"}' });
        const replays = [
          await make(),
          await make(),
          await fetch(`${url}/v1/me`, { headers: { authorization } }),
        ];
        expect(replays.map((answer) => answer.headers.get('idempotent-replay'))).toEqual([
          null,
          'true',
          null,
        ]);
        expect(new Set(replays.map((answer) => answer.headers.get('x-request-id'))).size).toBe(3);

        const large = await fetch(`${url}/v1/workspaces`, {
          method: 'POST',
          headers,
          body: 'x'.repeat(5 * 1024 * 1024),
        });
        expect(large.status).toBe(413);
        expect(
          await (await fetch(`${url}/metrics`, { headers: { authorization } })).text(),
        ).toContain('slipway_build_info');
        child.kill('SIGTERM');
        expect([await exit, err()]).toEqual([0, '']);
        await expect(fetch(`${url}/`)).rejects.toThrow();
      },
    );

    test.skipIf(node === undefined)(
      'the simulated platforms answer alone, and cut a connection when they are asked to',
      async () => {
        const { child, line } = await startIn(['sandbox', '--port', '0', '--json']);
        const { url, token } = JSON.parse(line) as { url: string; token: string };
        const me = () => fetch(`${url}/meta/me?access_token=${token}`);
        expect((await me()).status).toBe(200);
        // Every time: a client asks again where its connection is cut.
        const rule = { platform: 'meta', fault: 'connection-cut' };
        await fetch(`${url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(rule) });
        await expect(me()).rejects.toThrow();
        child.kill('SIGKILL');
      },
    );

    test.skipIf(node === undefined)('the demo launches its file', async () => {
      const { stdout } = await promisify(execFile)(
        node?.path ?? '',
        [command(), 'demo', '--exit'],
        {
          cwd: installed,
          env: { ...withoutBun(), NO_COLOR: '1' },
        },
      );
      expect(stdout).toMatch(/^\s+all\s+\d+\s+\d+$/m);
    });
  });

  test('the command goes on in Bun where there is one, serves the dashboard, and ends when asked', async () => {
    const env = { ...withoutBun(), SLIPWAY_LOG: 'off', SLIPWAY_DRAIN_SECONDS: '0' };
    const child = spawn(
      command(),
      ['serve', '--port', '0', '--data', join(installed, 'data'), '--json'],
      {
        env: { ...env, PATH: `${env.PATH}:${BINARIES}` },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exit = new Promise((resolve) => child.once('exit', resolve));
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (text) => resolve(String(text)));
      void exit.then((code) => reject(new Error(`It ended with ${code}.`)));
    });
    const { url } = JSON.parse(line) as { url: string };
    const [, script] =
      /<script[^>]* src="([^"]+)"/.exec(await (await fetch(`${url}/`)).text()) ?? [];
    expect(
      (await fetch(new URL(script ?? 'none', `${url}/`))).headers.get('content-type'),
    ).toContain('javascript');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    await expect(fetch(`${url}/`)).rejects.toThrow();
  });

  test('lets every door be imported, and nothing behind them', async () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly exports: object;
    };
    // Its suites import vitest, which wants to be there.
    const doors = Object.keys(exports).filter(
      (door) => !['./package.json', './testing'].includes(door),
    );
    const behind = [
      './adapters/store/memory',
      './dist/core/index.js',
      './core/errors',
      './adapters/doors/store-memory',
    ];
    writeFileSync(
      join(installed, 'doors.mjs'),
      `const tried = process.argv.slice(2).map(async (door) => {
         const found = await import('slipway' + door.slice(1)).catch(({ code }) => code);
         return [door, typeof found === 'string' ? found : Object.keys(found).length > 0];
       });
       console.log(JSON.stringify(Object.fromEntries(await Promise.all(tried))));`,
    );
    const { stdout } = await promisify(execFile)(
      findNode().path,
      ['doors.mjs', ...doors, ...behind],
      { cwd: installed },
    );
    expect(JSON.parse(stdout)).toEqual({
      ...Object.fromEntries(doors.map((door) => [door, true])),
      ...Object.fromEntries(behind.map((path) => [path, 'ERR_PACKAGE_PATH_NOT_EXPORTED'])),
    });
    expect(doors.length).toBeGreaterThan(10);
  });

  for (const runtime of runtimes)
    test.runIf(runtime.command !== undefined)(
      `runs what the page for embedders says in an empty project, in ${runtime.name}${runtime.sqlite ? '' : ', which has no SQLite, in memory'}`,
      { tags: [...runtime.tags] },
      async () => {
        const database = runtime.sqlite ? 'sqlite' : 'memory';
        writeFileSync(
          join(installed, `${database}.mjs`),
          readmeProgram(readFileSync(join(ROOT, 'docs/tutorials/embed.md'), 'utf8'), database),
        );
        const data = mkdtempSync(join(installed, 'readme-'));
        const said = await runProgram(runtime, installed, [`${database}.mjs`, data]);
        expect(said).toEqual({ ...README_SAID, ...(runtime.sqlite && { sameCompany: true }) });
      },
    );

  test('proves a store and a platform of a program of its own, with vitest beside it', async () => {
    for (const name of ['vitest', 'fast-check']) linkPackage(installed, `node_modules/${name}`);
    for (const name of ['store', 'platform'])
      cpSync(join(ROOT, 'examples', name), join(installed, name), { recursive: true });
    const vitest = [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      '.',
      '--reporter=json',
    ];
    const run = await promisify(execFile)(
      findNode().path,
      [...vitest, '--testTimeout=60000', 'store', 'platform'],
      {
        cwd: installed,
        maxBuffer: 64 * 1024 * 1024,
      },
    ).catch((error: { readonly stdout: string }) => error);
    const { testResults, numFailedTests, numPassedTests } = JSON.parse(run.stdout);
    expect(
      testResults.map(({ name, message }: Result) => [basename(name), message]).sort(),
    ).toEqual([
      ['journal-store.test.mjs', ''],
      ['platform.test.ts', ''],
    ]);
    expect(numFailedTests).toBe(0);
    expect(numPassedTests).toBeGreaterThan(80);
  });

  test('fails, and makes no package, when the code does not compile', async () => {
    writeFileSync(
      join(packed.source, 'server/broken.ts'),
      'export const broken: number = "text";\n',
    );
    await expect(npmPack(packed.source, 'broken')).rejects.toMatchObject({
      stdout: expect.stringContaining('server/broken.ts'),
    });
    expect(readdirSync(join(packed.source, 'dist/tarballs/broken'))).toEqual([]);
  });
});
