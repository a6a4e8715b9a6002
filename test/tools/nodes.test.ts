import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packagedNode } from './nodes.ts';

test.each([22, 24] as const)(
  'Node %i, where npm has it for the system, is that version',
  (major) => {
    const found = packagedNode(major);
    const name = `node-${major}-${process.platform}-${process.arch}`;
    expect(found !== undefined).toBe(
      existsSync(fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url))),
    );
    if (found !== undefined) expect(found.version).toMatch(new RegExp(`^${major}\\.`));
  },
);

test('scripts go on to use the node of the machine', () => {
  expect(existsSync(fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url)))).toBe(
    false,
  );
  // `bun --bun` puts a link `node` there that all checkouts of the machine share: it leads into the
  // one that ran last.
  expect(process.env.PATH).not.toMatch(/bun-node-/);
});
