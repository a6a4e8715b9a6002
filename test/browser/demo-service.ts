import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { spawn } from '../processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm run demo` in a process of its own, once it has said all it has to say. */
export interface DemoService {
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

export async function startDemo(): Promise<DemoService> {
  const child = spawn(
    join(root, 'node_modules/.bin/bun'),
    [join(root, 'server/cli/main.ts'), 'demo'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NO_COLOR: '1' },
    },
  );
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    const [, url] = /Dashboard\s+(\S+)/.exec(text) ?? [];
    const [, key] = /Key\s+(ak_\w+)/.exec(text) ?? [];
    if (url === undefined || key === undefined || !text.includes('Ctrl-C')) continue;
    return {
      url,
      key,
      stop: () => {
        child.kill('SIGINT');
        return exit;
      },
    };
  }
  throw new Error(`The demo ended early:\n${text}`);
}

export const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;
export type Look = keyof typeof LOOKS;

/** Signs a browser in with a key. */
export async function signIn(context: BrowserContext, url: string, key: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/dashboard/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ key }),
  });
  const [, value] = /^slipway_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  if (value === undefined) throw new Error(`The dashboard answered ${response.status} to a key.`);
  await context.addCookies([{ name: 'slipway_session', value, url }]);
}
