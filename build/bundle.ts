import { build } from 'esbuild';
import { entries } from './built-files.ts';

/**
 * Writes the modules of the package: one for each door and program, and the parts they share. What
 * is imported with a function is a part of its own, loaded when it is called. Part of the build,
 * after the compiler has written the types.
 */
await build({
  entryPoints: entries(),
  outbase: '.',
  outdir: 'dist',
  chunkNames: 'server/parts/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  packages: 'external',
  // The compiler's paths lead to the sources of the packages beside this one.
  external: ['bun', 'bun:*', 'slipway-sandbox', 'slipway-sandbox/*'],
  logLevel: 'warning',
});
