import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bareEnvironment, spawn } from '../processes.ts';
import { packagedNode } from '../tools/nodes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const node = packagedNode(process.env.SERVER_NODE === '22' ? 22 : 24);

/**
 * Tests of what differs in Node: its server, its fetch, its files and its SQLite.
 * `SERVER_TESTS=all` runs every file of test/server, which takes about ten minutes;
 * `SERVER_NODE=22` runs them in Node 22 instead of 24.
 */
const FILES = [
  'cdn',
  'cli-launch',
  'doctor',
  'document',
  'embed',
  'embed-doors',
  'envelopes',
  'health',
  'roles',
  'session',
  'uploads',
].map((name) => `test/server/${name}.test.ts`);
const files = process.env.SERVER_TESTS === 'all' ? ['test/server'] : FILES;

test.skipIf(node === undefined)('tests of the service pass in Node', async () => {
  const child = spawn(
    node?.path ?? '',
    ['node_modules/vitest/vitest.mjs', 'run', ...files, '--reporter=dot'],
    {
      cwd: root,
      env: { ...bareEnvironment(), TMPDIR: tmpdir(), NO_COLOR: '1', PARTS_OF_TESTS: 'main' },
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect([code, said.slice(-4000)]).toEqual([0, expect.stringMatching(/Test Files +\d+ passed/)]);
});
