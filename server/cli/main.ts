#!/usr/bin/env bun
import { runCommandLine } from './run.ts';

// Whoever reads the output may have seen enough of it: `slipway report | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** The `slipway` command. */
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, process.stdout, process.stderr);
