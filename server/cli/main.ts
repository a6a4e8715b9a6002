#!/usr/bin/env bun
import { runCommandLine } from './run.ts';

/** The `slipway` command. */
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, process.stdout, process.stderr);
