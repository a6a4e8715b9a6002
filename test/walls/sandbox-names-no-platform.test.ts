import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/registry.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((each) =>
    each.isFile() ? [`${folder}/${each.name}`] : [],
  );

/** Of these a registry alone names platforms: one more platform changes nothing else in them. */
const sources = [
  ...['adapters/sandbox', 'adapters/sandbox/kit', 'test/chaos', 'test/soak'].flatMap(filesIn),
  'server/cli/features/launch/demo.ts',
  'server/dashboard/page/features/sandbox/rehearsal.tsx',
  'test/conformance/every-platform.test.ts',
  ...['adapters/testing', 'adapters/testing/platform'].flatMap(filesIn),
].filter((file) => /\.tsx?$/.test(file) && !file.endsWith('/registry.ts'));

const names = platformDefinitions.flatMap(({ id, folder, aliases }) => [id, folder, ...aliases]);
const named = new RegExp(`(?<!import\\.)\\b(${[...new Set(names)].join('|')})\\b`, 'i');

test.each(sources)('%s names no platform', (file) => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  expect(lines.filter((line) => named.test(line))).toEqual([]);
});
