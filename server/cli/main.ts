#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runInBun } from './base/in-bun.ts';
import { enterCallersFolder } from './base/standard-input.ts';

// The reader may close the pipe early: `slipway report | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

async function run(): Promise<number> {
  const { runCommandLine } = await import('./run.ts');
  enterCallersFolder(process.env);
  return runCommandLine(process.argv.slice(2), process.env, process.stdout, process.stderr);
}

process.exitCode = (await runInBun(fileURLToPath(import.meta.url))) ?? (await run());
