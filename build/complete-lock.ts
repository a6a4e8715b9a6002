import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { completedLock, type LockFile, lockFaults, type Published } from './lock-file.ts';

/**
 * `npm run lock:complete`, after dependencies changed: npm at times leaves packages for other
 * systems, or their integrity, out of package-lock.json. Fills them in from the registry, and says
 * which of them the registry does not hold.
 */
const FILE = 'package-lock.json';
const FIELDS = [
  'version',
  'dist.integrity',
  'cpu',
  'libc',
  'license',
  'os',
  'engines',
  'optionalDependencies',
  'scripts',
];

async function view(spec: string): Promise<Published> {
  const { stdout } = await promisify(execFile)('npm', ['view', spec, ...FIELDS, '--json']).catch(
    () => ({ stdout: '' }),
  );
  const found = stdout.trim() === '' ? [] : [JSON.parse(stdout)].flat();
  const { 'dist.integrity': integrity, version, scripts = {}, ...rest } = found.at(-1) ?? {};
  if (integrity === undefined)
    throw new Error(
      `The registry does not hold ${spec}. Take the newest version of the package that needs it whose packages are all there.`,
    );
  // Without this mark npm would not run them.
  const runs = ['preinstall', 'install', 'postinstall'].some((script) => script in scripts);
  return { version, integrity, ...(runs && { hasInstallScript: true }), ...rest };
}

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as LockFile;
const faults = lockFaults(lock);
try {
  if (faults.length > 0)
    writeFileSync(FILE, `${JSON.stringify(await completedLock(lock, view), null, 2)}\n`);
  console.log(
    faults.length === 0 ? 'package-lock.json is complete.' : `Filled in:\n${faults.join('\n')}`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
