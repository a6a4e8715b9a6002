import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Server, type Service, startServer } from '../addon/addon-fixture.ts';
import { launchChromium } from './chromium.ts';
import { accepted, type Company, createCompany } from './company.ts';
import { findingsIn } from './findings.ts';

/** The dashboard in a page of its own. */
export interface Visit<S extends Service = Company> {
  readonly page: Page;
  /** The service, as the company sees it that the page is signed in for. */
  readonly company: S;
  /** By the menu, until everything is there. */
  goTo(name: string): Promise<void>;
  /** Serious and critical findings of axe, as `rule: element`. */
  findings(): Promise<string[]>;
}

const LOOK = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;

/**
 * A real service with the sandbox inside and a real browser, shared by the tests of a file. Each
 * test opens visits of its own. After each test they are closed, the faults and the latency of the
 * sandbox are cleared, and errors in their consoles fail the test.
 *
 * @param env settings of the service
 */
export function useDashboard(env: { readonly [name: string]: string } = {}) {
  let server: Server;
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let errors: string[] = [];

  beforeAll(async () => {
    const [started, launched] = await Promise.all([startServer(env), launchChromium()]);
    server = { ...started, ask: accepted(started.ask) };
    browser = launched;
  });
  afterEach(async () => {
    const seen = errors;
    await Promise.all(contexts.map((context) => context.close()));
    [contexts, errors] = [[], []];
    await server.ask('DELETE', '/v1/sandbox/faults');
    await slowDown(0);
    expect(seen, 'errors in the console of the page').toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** A page on the dashboard, of a browser that was never there before. */
  async function open<S extends Service>(company: S, session?: string): Promise<Visit<S>> {
    const context = await browser.newContext(LOOK);
    if (session !== undefined)
      await context.addCookies([{ name: 'slipway_session', value: session, url: server.url }]);
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(240_000);
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      // Refusals and cuts that the test asked for.
      if (
        message.type() === 'error' &&
        !/status of 4\d\d|ERR_CONNECTION_RESET/.test(message.text())
      )
        errors.push(message.text());
    });
    // The first page asks all platforms: what a test orders of them is for the test alone.
    await page.goto(session === undefined ? server.url : `${server.url}/#/batches`);
    return {
      page,
      company,
      async goTo(name) {
        await followMenu(page, name);
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await page.locator('.waiting').first().waitFor({ state: 'detached' });
      },
      findings: () => findingsIn(page),
    };
  }

  async function signedIn<S extends Service>(company: S): Promise<Visit<S>> {
    const visit = await open(company, await sessionFor(company));
    await visit.page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
    return visit;
  }

  async function slowDown(ms: number): Promise<void> {
    await fetch(`${server.sandboxUrl}/_sandbox/latency`, {
      method: 'POST',
      body: JSON.stringify({ ms }),
    });
  }

  return {
    /** Has the simulated platforms take so long for every answer, until the test ends. */
    slowDown,
    /**
     * The service with the key of the operator, who may order faults and see what the sandbox
     * counted.
     */
    operator: (): Service => server,
    /** Where the service keeps its database. */
    data: (): string => server.data,
    /**
     * A fresh company with ad accounts on `platforms`, or on all that are simulated, signed in with
     * its admin key.
     */
    visit: async (platforms?: readonly string[]) =>
      signedIn(await createCompany(server, platforms)),
    /** Another browser of a company that was visited before. */
    visitAgain: (company: Company) => signedIn(company),
    /** The same, not signed in. */
    visitSignedOut: async () => open(await createCompany(server)),
    /**
     * Signed in as the operator. The company is shared by all tests of the file, so they may only
     * read it.
     */
    visitAsOperator: () => signedIn<Service>(server),
  };
}

/** Tabs, and the entry of the menu that has them. */
const TAB_OF: { readonly [name: string]: string } = {
  Batches: 'Launch',
  Creatives: 'Reports',
  Conversions: 'Reports',
  Research: 'Library',
  Approvals: 'Rules',
  Leads: 'Inbox',
};

/** By the menu to a page; what is neither there nor a tab is among the settings. */
export async function followMenu(page: Page, name: string): Promise<void> {
  // Whoever has just signed in has no menu yet.
  await page.locator('nav a[href="#/settings"]').first().waitFor({ state: 'attached' });
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
  if ((await link.count()) > 0) return link.first().click();
  const entry = TAB_OF[name];
  if (entry !== undefined) {
    const root = page
      .getByRole('navigation', { name: 'Pages', exact: true })
      .getByRole('link', { name: entry });
    if ((await root.count()) > 0) {
      await root.first().click();
      return link.first().click();
    }
  }
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Settings', exact: true })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.getByRole('main').getByRole('link', { name, exact: true }).first().click();
}

/** The token of a session that the key of a company began. */
async function sessionFor({ url, adminKey }: Service): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/dashboard/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ key: adminKey }),
  });
  const [, token] = /^slipway_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  if (token === undefined) throw new Error(`The dashboard answered ${response.status} to a key.`);
  return token;
}
