import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where systems look for their temporary folder. */
const NAMES = ['TMPDIR', 'TMP', 'TEMP'];

/** A folder for everything the tests of a run put into the temporary one. It goes with the run. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-test-'));
  // The database of the tests runs as another user where the tests run as root.
  chmodSync(folder, 0o755);
  const former = NAMES.map((name) => [name, process.env[name]] as const);
  for (const name of NAMES) process.env[name] = folder;
  return () => {
    for (const [name, value] of former) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
