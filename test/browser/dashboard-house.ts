import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { spawn } from '../processes.ts';
import { launchChromium } from './chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A real service with the sandbox inside, and a page of a real browser. */
export interface DashboardHouse {
  readonly url: string;
  readonly adminKey: string;
  readonly page: Page;
  /** What the page complained about, refusals it asked for aside. */
  readonly broken: readonly string[];
  call(path: string, init?: RequestInit): Promise<{ readonly [name: string]: unknown }>;
  signIn(): Promise<void>;
  /** By the menu, until everything is there. */
  goTo(name: string): Promise<void>;
  /** Serious and critical findings of axe, as `rule: element`. */
  findings(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openDashboard(): Promise<DashboardHouse> {
  const { url, adminKey, stop } = await startService();
  const browser = await launchChromium();
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })).newPage();
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) broken.push(message.text());
  });
  return {
    url,
    adminKey,
    page,
    broken,
    async call(path, init = {}) {
      const headers = {
        authorization: `Bearer ${adminKey}`,
        ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
      };
      return (await (await fetch(`${url}${path}`, { ...init, headers })).json()) as { [name: string]: unknown };
    },
    async signIn() {
      await page.goto(url);
      await page.getByLabel('API key').fill(adminKey);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
    },
    async goTo(name) {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.locator('.waiting').first().waitFor({ state: 'detached' });
    },
    async findings() {
      await page.evaluate(axe);
      return page.evaluate(async () => {
        // Loaded just above, into the page.
        const { axe: runner } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
        };
        const { violations } = await runner.run();
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 140)}`));
      });
    },
    async close() {
      await browser.close();
      await stop();
    },
  };
}

async function startService(): Promise<{ url: string; adminKey: string; stop: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'slipway-dashboard-'));
  const limits = { SLIPWAY_LOG: 'error', SLIPWAY_READ_LIMIT: '5000', SLIPWAY_WRITE_LIMIT: '5000' };
  const child = spawn(join(root, 'node_modules/.bin/bun'), ['server/main.ts', '--port', '0', '--data', data, '--json'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...limits },
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text)));
    void exit.then((code) => reject(new Error(`The service ended with ${code}.`)));
  });
  return {
    ...(JSON.parse(line) as { url: string; adminKey: string }),
    async stop() {
      child.kill('SIGINT');
      await exit;
      await rm(data, { recursive: true, force: true });
    },
  };
}
