import { describe, expect, test } from 'vitest';
import { browserAdvice, findBrowser, type Machine } from './browser.ts';

const PACKAGED = {
  executablePath: '/packaged/chromium',
  env: { LD_LIBRARY_PATH: '/packaged/lib' },
};

/** A machine that has the given programs. */
const machine = (
  platform: NodeJS.Platform,
  arch: string,
  programs: readonly string[],
  more: Partial<Machine> = {},
): Machine => ({
  platform,
  arch,
  env: {
    PATH: '/usr/local/bin:/usr/bin',
    PROGRAMFILES: 'C:\\Program Files',
    LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local',
  },
  home: '/Users/ada',
  isProgram: (path) => programs.includes(path),
  packaged: async () => PACKAGED,
  downloaded: async () => '/cache/ms-playwright/chrome',
  ...more,
});

describe('the browser of the tests', () => {
  test('is the one SLIPWAY_BROWSER names, before all others; a name that leads nowhere is told', async () => {
    const env = { SLIPWAY_BROWSER: '/my/chrome' };
    expect(await findBrowser(machine('linux', 'x64', ['/my/chrome'], { env }))).toEqual({
      executablePath: '/my/chrome',
    });
    const lost = findBrowser(machine('linux', 'x64', ['/usr/bin/chromium'], { env }));
    await expect(lost).rejects.toThrow('SLIPWAY_BROWSER says /my/chrome, which is no program');
  });

  test('is the one from npm on Linux on x64, where it runs', async () => {
    expect(await findBrowser(machine('linux', 'x64', ['/usr/bin/chromium']))).toEqual(PACKAGED);
    const broken = machine('linux', 'x64', ['/usr/bin/chromium'], {
      packaged: async () => undefined,
    });
    expect(await findBrowser(broken)).toEqual({ executablePath: '/usr/bin/chromium' });
  });

  test.each([
    ['linux', 'arm64', '/usr/bin/chromium'],
    ['linux', 'arm64', '/usr/local/bin/google-chrome-stable'],
    ['linux', 'arm64', '/snap/bin/chromium'],
    ['linux', 'x64', '/opt/google/chrome/chrome'],
    ['darwin', 'arm64', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['darwin', 'x64', '/Users/ada/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['darwin', 'arm64', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
    ['win32', 'x64', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
    ['win32', 'arm64', 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe'],
    ['win32', 'x64', 'C:\\Users\\ada\\AppData\\Local\\Chromium\\Application\\chrome.exe'],
    ['darwin', 'arm64', '/cache/ms-playwright/chrome'],
  ] as const)('on %s on %s is one that is installed: %s', async (platform, arch, path) => {
    const here = machine(platform, arch, [path], { packaged: async () => undefined });
    expect(await findBrowser(here)).toEqual({ executablePath: path });
  });

  test.each(['linux', 'darwin', 'win32'] as const)(
    'is none on %s where there is none, and there are ways to get one',
    async (platform) => {
      expect(await findBrowser(machine(platform, 'arm64', []))).toBeUndefined();
      expect(browserAdvice(platform)).toMatch(
        /(apt-get|brew|winget) install .*, or npx .*, or SLIPWAY_BROWSER=/,
      );
    },
  );
});
