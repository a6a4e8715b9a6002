// @module-tag process
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawn } from '../processes.ts';
import { ROOT } from '../runtime/built-package.ts';
import { findNode } from '../runtime/node.ts';
import { bytesIn, mostOf, productionPackages } from './sizes.ts';

const BINARIES = join(ROOT, 'node_modules/.bin');

/** The sources as a checkout has them: nothing built, and the dependencies installed. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-checkout-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const pack = (folder: string) => promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: folder });
const tarballs = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.tgz'));

describe('npm pack in a fresh checkout', { timeout: 180_000 }, () => {
  let source: string;
  let installed: string;
  beforeAll(async () => {
    source = checkout();
    await pack(source);
    installed = mkdtempSync(join(tmpdir(), 'slipway-installed-'));
    execFileSync('tar', ['-xzf', join(source, tarballs(source)[0] ?? ''), '-C', installed]);
    symlinkSync(join(ROOT, 'node_modules'), join(installed, 'node_modules'));
    // As npm does with every command it installs.
    chmodSync(command(), 0o755);
  }, 180_000);
  afterAll(() => {
    for (const folder of [source, installed]) rmSync(folder, { recursive: true, force: true });
  });

  const command = (): string => join(installed, 'package/dist/server/cli/main.js');
  /** Where Node is and Bun is not. */
  const withoutBun = (): { readonly PATH: string; readonly HOME: string } => {
    const folder = mkdtempSync(join(installed, 'path-'));
    symlinkSync(findNode().path, join(folder, 'node'));
    return { PATH: folder, HOME: folder };
  };

  test('builds first: the package has its code, its dashboard and the pages that README leads to', () => {
    const files = readdirSync(join(installed, 'package'), { recursive: true, encoding: 'utf8' });
    for (const file of [
      'server/embed/embed.js',
      'server/cli/main.js',
      'server/dashboard/app.js',
      'server/dashboard/index.html',
      'core/index.js',
    ])
      expect(files).toContain(join('dist', file));
    for (const file of [
      ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'GLOSSARY.md', 'SECURITY.md'],
      ...['server/SCALING.md', 'core/launch/README.md', 'server/dashboard/pictures/batch-light.png'],
    ])
      expect(files).toContain(file);
    expect(files.filter((file) => /^(node_modules|build|test\/(?!bench))|tsbuildinfo/.test(file))).toEqual([]);
  });

  test('weighs no more than was recorded, packed, and installed with what it depends on', () => {
    const packed = statSync(join(source, tarballs(source)[0] ?? '')).size;
    expect(packed, 'bytes packed, see test/build/recorded-sizes.json').toBeLessThanOrEqual(mostOf('packedBytes'));
    const folders = [join(installed, 'package'), ...productionPackages(ROOT).map((path) => join(ROOT, path))];
    const bytes = folders.reduce((sum, folder) => sum + bytesIn(folder), 0);
    expect(bytes, 'bytes installed, see test/build/recorded-sizes.json').toBeLessThanOrEqual(mostOf('installedBytes'));
  });

  test('the command starts in Node where there is no Bun, and says what serving needs', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const run = (...args: string[]) => promisify(execFile)(command(), args, { env: withoutBun() });
    expect((await run('--version')).stdout).toBe(`${version}\n`);
    expect((await run('launch', '--template')).stdout).toContain('Ad account');
    for (const name of ['serve', 'worker', 'sandbox'])
      await expect(run(name)).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringMatching(new RegExp(`slipway ${name} needs Bun, .*npm install -g bun`)),
      });
  });

  test('the command goes on in Bun where there is one, serves the dashboard, and ends when asked', async () => {
    const env = { ...withoutBun(), SLIPWAY_LOG: 'off', SLIPWAY_DRAIN_SECONDS: '0' };
    const child = spawn(command(), ['serve', '--port', '0', '--data', join(installed, 'data'), '--json'], {
      env: { ...env, PATH: `${env.PATH}:${BINARIES}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = new Promise((resolve) => child.once('exit', resolve));
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (text) => resolve(String(text)));
      void exit.then((code) => reject(new Error(`It ended with ${code}.`)));
    });
    const { url } = JSON.parse(line) as { url: string };
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(await (await fetch(`${url}/`)).text()) ?? [];
    expect((await fetch(new URL(script ?? 'none', `${url}/`))).headers.get('content-type')).toContain('javascript');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    await expect(fetch(`${url}/`)).rejects.toThrow();
  });

  test('fails, and makes no package, when the code does not compile; what only tests need may be broken', async () => {
    for (const name of tarballs(source)) rmSync(join(source, name));
    writeFileSync(join(source, 'test/broken.ts'), 'export const broken: number = "text";\n');
    await pack(source);
    expect(tarballs(source)).toHaveLength(1);
    for (const name of tarballs(source)) rmSync(join(source, name));
    writeFileSync(join(source, 'server/broken.ts'), 'export const broken: number = "text";\n');
    await expect(pack(source)).rejects.toMatchObject({ stdout: expect.stringContaining('server/broken.ts') });
    expect(tarballs(source)).toEqual([]);
  });
});
