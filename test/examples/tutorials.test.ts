import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareEnvironment, spawn } from '../processes.ts';
import { ROOT } from '../runtime/built-package.ts';
import { type BunProcess, startBun } from '../server/bun-process.ts';

/**
 * The blocks that a tutorial marks with `run`, in their order, typed into a shell beside a service
 * that has just been started.
 */

interface Block {
  readonly script: string;
  /**
   * What the page shows below it: lines that are printed in this order, where … stands for
   * anything.
   */
  readonly prints?: string;
}

const blocksOf = (page: string): Block[] =>
  [
    ...readFileSync(join(ROOT, page), 'utf8').matchAll(
      /^```sh run\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```)?/gm,
    ),
  ].map(([, script = '', prints]) => ({ script, ...(prints !== undefined && { prints }) }));

const BETWEEN = '--- the next block ---';
const plain = (text: string): string => text.replace(/[ \t]+/g, ' ').trim();
/** As a line that a page shows would be printed. */
const asPrinted = (line: string): RegExp =>
  new RegExp(
    `^${plain(line)
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );

/** The lines of a page that were not printed, each after those before it. */
function missing(prints: string, out: string): readonly string[] {
  const printed = out.split('\n').map(plain);
  let from = 0;
  return plain(prints)
    .split('\n')
    .filter((line) => {
      const at = printed.findIndex((each, i) => i >= from && asPrinted(line).test(each));
      if (at >= 0) from = at + 1;
      return at < 0;
    });
}
/**
 * The second block of README's command line, as it stands but for the name of the command, the key
 * and an answer.
 */
const readmeCommands = (): string =>
  (
    /In a second terminal:\n\n```sh\n([\s\S]*?)^```/m.exec(
      readFileSync(join(ROOT, 'README.md'), 'utf8'),
    )?.[1] ?? ''
  )
    .replace(/^slipway\(\) .*\nexport .*\n/, '')
    .replace(/undo 1 /, 'undo 1 --yes ');

describe('with a fresh service', () => {
  let folder: string;
  let service: BunProcess;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'slipway-tutorial-'));
    mkdirSync(join(folder, 'bin'));
    const program = `#!/bin/sh\nexec '${ROOT}/node_modules/.bin/bun' '${ROOT}/server/cli/main.ts' "$@"\n`;
    writeFileSync(join(folder, 'bin/slipway'), program, { mode: 0o755 });
    symlinkSync(join(ROOT, 'server'), join(folder, 'server'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Types a script into a shell that stops at the first command that fails. */
  const typed = async (
    script: string,
  ): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> => {
    service = startBun(
      'server/main.ts',
      ['--data', mkdtempSync(join(folder, 'data-')), '--port', '0'],
      {},
    );
    await service.said('Your admin key');
    const url = /answers at (\S+?):? /.exec(service.out())?.[1] ?? '';
    const key = /ak_\w+/.exec(service.out())?.[0] ?? '';
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: {
        ...bareEnvironment(),
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
        SLIPWAY_URL: url,
        SLIPWAY_KEY: key,
        NO_COLOR: '1',
      },
    });
    let [out, err] = ['', ''];
    shell.stdout.on('data', (data) => (out += data));
    shell.stderr.on('data', (data) => (err += data));
    const code = await new Promise<number | null>((resolve) => shell.once('close', resolve));
    service.child.kill('SIGKILL');
    await service.exit;
    return { code, out, err };
  };

  test.each([
    ['first-launch-cli', ['created paused', 'All 3 ads launched.', 'Impressions']],
    ['first-launch-api', ['platformCalls', 'adsmanager.facebook.com', '"pause"']],
    ['first-plan-with-a-model', ['ak_']],
  ])('the blocks of %s do what the page says', async (name, said) => {
    const blocks = blocksOf(`docs/tutorials/${name}.md`);
    expect(blocks.length).toBeGreaterThan(0);
    const { code, out, err } = await typed(
      blocks.map(({ script }) => script).join(`\necho '${BETWEEN}'\n`),
    );
    expect({ code, err }, out).toEqual({ code: 0, err: expect.any(String) });
    const parts = out.split(BETWEEN);
    const untrue = blocks.flatMap(({ prints = '' }, i) =>
      prints === '' ? [] : missing(prints, parts[i] ?? ''),
    );
    expect(untrue, out).toEqual([]);
    for (const text of said) expect(out).toContain(text);
  });

  test('the commands of README run in their order without waiting for a limit', async () => {
    const { code, out, err } = await typed(readmeCommands());
    expect({ code, err }, out).toEqual({ code: 0, err: expect.any(String) });
    expect(service.err()).toContain('"status":202');
    expect(service.err()).not.toContain('"status":429');
    expect(out).toContain('All 3 ads launched.');
  });
});
