import { expect, test } from 'vitest';
import { bundled, playedBy } from '../simulate/mutations.ts';
import { findNode } from './node.ts';

test('stories are the same in Bun and in Node, byte for byte', async () => {
  const file = await bundled('same');
  const options = ['--seed', 'both', '--stories', '40'];
  const [bun, node] = [
    await playedBy('bun', file, options),
    await playedBy(findNode().path, file, options),
  ];
  expect([bun.stories, bun.failures]).toEqual([40, 0]);
  expect(node.digest).toBe(bun.digest);
});
