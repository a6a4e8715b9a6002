import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/process/config.ts';

/**
 * deploy/get.sh as a person runs it, with a stand-in for docker that writes down what it was asked
 * for.
 */

const root = join(import.meta.dirname, '../..');
const script = join(root, 'deploy/get.sh');
const all = mkdtempSync(join(tmpdir(), 'slipway-get-'));
afterAll(() => rmSync(all, { recursive: true, force: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(all, 'machine-'));
});

const DOCKER = `#!/bin/sh
printf '%s\\n' "$*" >> "$ASKED"
case "$*" in
  "compose version") exit "\${COMPOSE_FAILS:-0}" ;;
  info) exit "\${DAEMON_FAILS:-0}" ;;
  "compose pull") exit "\${PULL_FAILS:-0}" ;;
  "compose up"*) exit "\${UP_FAILS:-0}" ;;
  "compose logs slipway") echo 'slipway-1  | Your admin key, shown only now: ak_test' ;;
esac
`;

interface Machine {
  readonly docker?: boolean;
  readonly env?: { readonly [name: string]: string };
  readonly script?: string;
  readonly cwd?: string;
}

function run(
  args: readonly string[],
  { docker = true, env = {}, script: file = script, cwd = folder }: Machine = {},
) {
  const bin = mkdtempSync(join(folder, 'bin-'));
  const asked = join(folder, 'asked');
  if (docker) {
    writeFileSync(join(bin, 'docker'), DOCKER);
    chmodSync(join(bin, 'docker'), 0o755);
  }
  // Programs of the system besides docker.
  for (const name of ['sed', 'od', 'tr', 'ls', 'mkdir', 'cat', 'mv']) {
    const path = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${path} "$@"\n`, { mode: 0o755 });
  }
  const { status, stdout, stderr } = spawnSync('/bin/sh', [file, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: bin, ASKED: asked, ...env },
  });
  const calls = existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : [];
  rmSync(asked, { force: true });
  return { status, stdout, stderr, calls };
}

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const variables = (): { readonly [name: string]: string } =>
  Object.fromEntries(
    read('slipway/.env')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

test('reads well to shellcheck, where there is one', ({ skip }) => {
  const { error, status, stdout } = spawnSync('shellcheck', [script], { encoding: 'utf8' });
  if (error !== undefined) skip('shellcheck is not installed here (Debian: shellcheck)');
  expect([status, stdout]).toEqual([0, '']);
});

test('has the compose file of the repository, and the version of the package', () => {
  const text = readFileSync(script, 'utf8');
  expect(/<< 'END'\n([\s\S]*?)^END$/m.exec(text)?.[1]).toBe(
    readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'),
  );
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  expect(text).toContain(`\nVERSION=${version}\n`);
});

describe('a new installation', () => {
  test('to try it: secrets that only its owner reads, simulated platforms, this machine alone', () => {
    const { status, stdout, stderr, calls } = run(['--demo', '--build', root]);
    expect([status, stderr]).toEqual([0, '']);
    expect(statSync(join(folder, 'slipway/.env')).mode & 0o777).toBe(0o600);
    const env = variables();
    expect(env).toMatchObject({
      IMAGE: 'slipway',
      COMPOSE_PROFILES: '',
      SLIPWAY_PLATFORMS: 'sandbox',
    });
    const secrets = [env.SLIPWAY_SECRET, env.POSTGRES_PASSWORD, env.SLIPWAY_METRICS_TOKEN];
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(secrets).size).toBe(3);
    const [build, up] = calls.filter((call) => /^(build|compose up)/.test(call));
    expect(build).toBe(
      `build --file ${root}/build/Dockerfile --tag slipway:${env.VERSION} ${root}`,
    );
    expect(up).toMatch(/^compose up -d --wait/);
    expect(stdout).toContain('Slipway runs at http://127.0.0.1:4000');
    expect(stdout).toContain('ak_test');
  });

  test('has settings that the service takes, with a domain and without', () => {
    run(['--demo', '--image', 'example.com/slipway', '--no-start']);
    expect(readConfig([], variables()).publicUrl).toBe('http://127.0.0.1:4000');
    rmSync(join(folder, 'slipway'), { recursive: true });
    run(['--domain', 'ads.example.com', '--image', 'example.com/slipway', '--no-start']);
    expect(readConfig([], variables()).publicUrl).toBe('https://ads.example.com');
    expect(variables()).toMatchObject({ DOMAIN: 'ads.example.com', COMPOSE_PROFILES: 'tls' });
  });

  test('is not written over anything', () => {
    mkdirSync(join(folder, 'slipway'));
    writeFileSync(join(folder, 'slipway/mine'), 'mine');
    const { status, stderr, calls } = run(['--demo', '--build', root]);
    expect([status, calls]).toEqual([1, []]);
    expect(stderr).toContain('slipway is not empty; nothing was changed.');
    expect(existsSync(join(folder, 'slipway/.env'))).toBe(false);
  });

  test.each([
    [[], 'What for?'],
    [['--demo'], 'Which image?'],
    [['--demo', '--build', '/'], 'is not a clone of the repository'],
    [['--demo', '--build', root, '--version', 'latest'], 'latest is not a version.'],
    [['--domain', 'https://ads.example.com', '--build', root], 'is not a domain name.'],
    [['--domain', 'ads', '--build', root], 'is not a public domain name.'],
    [['--domain'], '--domain needs a value.'],
    [['--demo', '--port', '80a', '--build', root], '80a is not a port.'],
    [['--force'], 'There is no flag --force.'],
  ])('%j is refused, and nothing is made', (args, said) => {
    const { status, stderr } = run(args);
    expect([status, existsSync(join(folder, 'slipway'))]).toEqual([1, false]);
    expect(stderr).toContain(said);
  });

  test.each([
    ['Docker is not installed.', { docker: false }],
    ['Docker has no compose.', { env: { COMPOSE_FAILS: '1' } }],
    ['Docker does not answer.', { env: { DAEMON_FAILS: '1' } }],
  ])('%s It says so before it makes anything', (said, machine) => {
    const { status, stderr } = run(['--demo', '--build', root], machine);
    expect([status, existsSync(join(folder, 'slipway'))]).toEqual([1, false]);
    expect(stderr).toContain(said);
  });

  test('that does not become healthy says where its log is', () => {
    const { status, stderr } = run(['--demo', '--build', root], { env: { UP_FAILS: '1' } });
    expect(status).toBe(1);
    expect(stderr).toContain('docker compose logs slipway');
  });
});

describe('an upgrade', () => {
  test('changes one line, fetches the image and starts it', () => {
    run(['--demo', '--image', 'example.com/slipway', '--no-start']);
    const before = read('slipway/.env');
    const { status, calls } = run(['--upgrade', '0.3.1']);
    expect(status).toBe(0);
    expect(read('slipway/.env')).toBe(before.replace(/^VERSION=.*$/m, 'VERSION=0.3.1'));
    expect(statSync(join(folder, 'slipway/.env')).mode & 0o777).toBe(0o600);
    expect(calls.filter((call) => /pull|up/.test(call))).toEqual([
      'compose pull',
      expect.stringMatching(/^compose up -d/),
    ]);
  });

  test('with the script in its own folder builds the image again from the same clone', () => {
    const clone = join(folder, 'clone');
    mkdirSync(join(clone, 'build'), { recursive: true });
    writeFileSync(join(clone, 'build/Dockerfile'), '');
    const checkOut = (version: string) =>
      writeFileSync(join(clone, 'package.json'), `{\n  "version": "${version}",\n}\n`);
    checkOut('0.2.0');
    const { stdout } = run(['--demo', '--build', clone, '--no-start']);
    expect(stdout).toContain(`Build it: docker build --file ${clone}/build/Dockerfile`);
    const before = read('slipway/.env');
    const own = { script: 'get.sh', cwd: join(folder, 'slipway') };
    const early = run(['--upgrade', '0.3.1'], own);
    expect([early.status, early.stderr, read('slipway/.env')]).toEqual([
      1,
      expect.stringContaining('has version 0.2.0, not 0.3.1'),
      before,
    ]);
    checkOut('0.3.1');
    const { status, calls } = run(['--upgrade', '0.3.1'], own);
    expect([status, variables().VERSION]).toEqual([0, '0.3.1']);
    expect(calls.filter((call) => /^(build|compose (pull|up))/.test(call))).toEqual([
      `build --file ${clone}/build/Dockerfile --tag slipway:0.3.1 ${clone}`,
      expect.stringMatching(/^compose up -d/),
    ]);
  });

  test('whose image cannot be fetched leaves the installation as it was', () => {
    run(['--demo', '--image', 'example.com/slipway', '--no-start']);
    const before = read('slipway/.env');
    const { status } = run(['--upgrade', '9.9.9'], { env: { PULL_FAILS: '1' } });
    expect([status, read('slipway/.env')]).toEqual([1, before]);
  });

  test('of nothing is refused', () => {
    const { status, stderr } = run(['--upgrade', '0.3.1']);
    expect([status, stderr.includes('There is no installation in slipway')]).toEqual([1, true]);
  });
});
