import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { isProgram } from '../../server/cli/base/programs.ts';
import { unpackChromium } from './packaged-chromium.ts';

/** A browser to start, and what the one from npm wants besides its path. */
export interface FoundBrowser {
  readonly executablePath: string;
  readonly env?: { readonly [name: string]: string };
}

/** What the search looks at, for tests to change. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly home: string;
  isProgram(path: string): boolean;
  /** The browser from npm, if it runs here. */
  packaged(): Promise<FoundBrowser | undefined>;
  /** Where `npx playwright-core install chromium` puts its browser. */
  downloaded(): Promise<string>;
}

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  home: homedir(),
  isProgram,
  packaged: unpackChromium,
  downloaded: async () => (await import('playwright-core')).chromium.executablePath(),
};

/**
 * The browser that SLIPWAY_BROWSER names; else the one from npm, a program for Linux on x64; else
 * an installed Chrome, Chromium or Edge; else nothing. Throws when SLIPWAY_BROWSER names no
 * program.
 */
export async function findBrowser(
  machine: Machine = thisMachine,
): Promise<FoundBrowser | undefined> {
  const named = machine.env.SLIPWAY_BROWSER;
  if (named) {
    if (machine.isProgram(named)) return { executablePath: named };
    throw new Error(
      `SLIPWAY_BROWSER says ${named}, which is no program. Give the path of a Chrome, Chromium or Edge.`,
    );
  }
  const packaged =
    machine.platform === 'linux' && machine.arch === 'x64' ? await machine.packaged() : undefined;
  if (packaged !== undefined) return packaged;
  for (const executablePath of [...usualPlaces(machine), await machine.downloaded()])
    if (machine.isProgram(executablePath)) return { executablePath };
  return undefined;
}

function usualPlaces({ platform, env, home }: Machine): string[] {
  if (platform === 'win32') {
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
    ];
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) =>
        [...programs, 'Microsoft\\Edge\\Application\\msedge.exe'].map((each) =>
          win32.join(folder, each),
        ),
      );
  }
  if (platform === 'darwin')
    return ['/Applications', posix.join(home, 'Applications')].flatMap((folder) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) =>
        posix.join(folder, `${name}.app/Contents/MacOS/${name}`),
      ),
    );
  const names = [
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge-stable',
    'microsoft-edge',
  ];
  const folders = [
    ...(env.PATH ?? '').split(':').filter((folder) => folder !== ''),
    '/usr/bin',
    '/snap/bin',
  ];
  return [
    ...folders.flatMap((folder) => names.map((name) => posix.join(folder, name))),
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
  ];
}

/** How whoever sits at this machine gets a browser. */
export function browserAdvice(platform: NodeJS.Platform): string {
  const installed: { readonly [name: string]: string } = {
    linux: 'sudo apt-get install chromium (or your distribution’s Chromium)',
    darwin: 'brew install --cask google-chrome',
    win32: 'winget install Google.Chrome',
  };
  return [
    installed[platform],
    'npx playwright-core install chromium',
    'SLIPWAY_BROWSER=/path/of/a/browser',
  ]
    .filter((way) => way !== undefined)
    .join(', or ');
}
