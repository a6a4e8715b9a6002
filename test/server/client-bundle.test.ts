import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What is told to a browser, minified. Most of it is a row for each operation: where it is, and
 * what its answer is. It was 35 KB before what exists could be changed in rows.
 */
const MOST_BYTES = 36 * 1024;

const bundled = (entry: string) =>
  build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    // Modules of Node cannot be resolved for this one.
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
    outdir: 'out',
  });

test('the page of the dashboard has the client in it, and no schema', async () => {
  const { metafile } = await bundled('server/dashboard/page/main.tsx');
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain('server/client/client.ts');
  expect(inputs.filter((file) => /valibot|^core\/operations\//.test(file))).toEqual([]);
});

test('a bundle of the client has nothing of core, no schema and nothing of Node in it, and is small', async () => {
  const { metafile, outputFiles } = await bundled('server/client/client.ts');
  const inputs = Object.keys(metafile.inputs);
  const others = inputs.filter(
    (file) =>
      !file.startsWith('server/client/') && !file.startsWith('node_modules/eventsource-parser/'),
  );
  // Plain data: where each operation is, those of single platforms included.
  const data = /^(server\/routes\/table|adapters\/platforms\/(\w+\/)?places)\.ts$/;
  expect(others.filter((file) => !data.test(file))).toEqual([]);
  expect(inputs.length).toBeGreaterThan(8);
  const [file] = outputFiles;
  expect(file?.contents.length).toBeLessThan(MOST_BYTES);
});
