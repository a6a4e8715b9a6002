import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What a program prints, by way of a file: npm ends before a pipe has taken a list as long as ours.
 */
export function listed(program: string, args: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-packed-'));
  const file = join(folder, 'list');
  const out = openSync(file, 'w');
  try {
    execFileSync(program, args, { stdio: ['ignore', out, 'inherit'] });
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(out);
    rmSync(folder, { recursive: true, force: true });
  }
}
