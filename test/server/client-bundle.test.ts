// @module-tag process
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is told to a browser, minified. */
const MOST_BYTES = 20 * 1024;

test('a bundle of the client has nothing of core, no schema and nothing of Node in it, and is small', async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: ['server/client/client.ts'],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    // Modules of Node cannot be resolved for this one.
    platform: 'browser',
    metafile: true,
    outdir: 'out',
  });
  const inputs = Object.keys(metafile.inputs);
  const others = inputs.filter(
    (file) => !file.startsWith('server/client/') && !file.startsWith('node_modules/eventsource-parser/'),
  );
  expect(others).toEqual(['server/routes/table.ts']);
  expect(inputs.length).toBeGreaterThan(8);
  const [file] = outputFiles;
  expect(file?.contents.length).toBeLessThan(MOST_BYTES);
});
