import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Run by npm after it has installed the tools. The packages of Node bring a command `node`, which would come before the machine's
 * own in every script: tests start these programs by their paths, and the link goes.
 */
for (const end of ['', '.cmd', '.ps1'])
  rmSync(fileURLToPath(new URL(`../../node_modules/.bin/node${end}`, import.meta.url)), {
    force: true,
  });
