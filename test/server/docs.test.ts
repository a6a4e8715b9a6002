import { beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
const open = async (path: string) => {
  const response = await harness.app.request(path);
  return { status: response.status, headers: response.headers, body: await response.text() };
};
/** Where a link of a page leads. */
const linksOf = (path: string, body: string): string[] =>
  [...body.matchAll(/(?:href|src|data-\w+)="([^"#]+)[^"]*"/g)]
    .map(([, to = '']) => new URL(to, `http://slipway.test${path}`))
    .filter(({ host }) => host === 'slipway.test')
    .map(({ pathname }) => pathname);

test('every page that a page leads to is there, and none loads anything from elsewhere', async () => {
  const seen = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const { status, headers, body } = await open(path);
    expect(status, path).toBe(200);
    if (!headers.get('content-type')?.startsWith('text/html')) return;
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).not.toMatch(/<img|@import|url\(|(?:src|data-\w+)="(?:https?:)?\/\//i);
    for (const link of linksOf(path, body)) await visit(link);
  };
  await visit('/docs');
  expect(seen.size).toBeGreaterThan(60);
  for (const path of [
    '/docs/live/meta',
    '/docs/live/meta.md',
    '/docs/reference/settings',
    '/docs/api/service',
    '/docs/search.json',
  ])
    expect([...seen], path).toContain(path);
});

test('a chapter of the reference is also there as markdown, with its operations, bodies and answers', async () => {
  const { body, headers } = await open('/docs/api.md');
  expect(headers.get('content-type')).toContain('text/markdown');
  const chapters = [...body.matchAll(/^- \[[^\]]+\]\((api\/[\w-]+\.md)\): ./gm)].map(
    ([, path = '']) => path,
  );
  const texts = await Promise.all(chapters.map(async (path) => (await open(`/docs/${path}`)).body));
  const { paths } = JSON.parse((await open('/openapi.json')).body) as {
    readonly paths: { readonly [path: string]: object };
  };
  const named = texts.join('\n').match(/^## [A-Z]+ \/.*$/gm) ?? [];
  const wanted = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `## ${method.toUpperCase()} ${path}`),
  );
  expect([...new Set(named)].sort()).toEqual(wanted.sort());
  expect(texts.find((text) => text.includes('## POST /v1/launch\n'))).toMatch(
    /Body, application\/json:\n\n```\n\{[\s\S]*Answer 20\d, /,
  );
});

test('a page is also there as the markdown it was written in', async () => {
  const { body, headers } = await open('/docs/live.md');
  expect(body).toMatch(/^# Go live/);
  expect(headers.get('content-type')).toContain('text/markdown');
});

test('other spellings of an address lead to the page', async () => {
  for (const [asked, to] of [
    ['/docs/', '/docs'],
    ['/docs/live/', '/docs/live'],
    ['/docs/live/index', '/docs/live'],
    ['/docs/live/meta.html', '/docs/live/meta'],
  ] as const) {
    const { status, headers } = await open(asked);
    expect([
      asked,
      status,
      new URL(headers.get('location') ?? '', `http://slipway.test${asked}`).pathname,
    ]).toEqual([asked, 301, to]);
  }
});

test('a page that does not exist is refused as everything else is', async () => {
  const { status, body } = await open('/docs/never');
  expect([status, JSON.parse(body).error.code]).toEqual([404, 'not_found']);
});

type Index = readonly (readonly [
  key: string,
  page: string,
  places: readonly (readonly [id: string, title: string])[],
])[];

/**
 * Types a question into the search of a page, with the script that the page loads and a document
 * that is as small as can be.
 */
async function searched(
  question: string,
): Promise<readonly { readonly href: string; readonly text: string }[]> {
  interface Element {
    textContent: string;
    href: string;
    readonly children: Element[];
    append(...more: Element[]): void;
  }
  const element = (): Element => {
    const children: Element[] = [];
    return {
      textContent: '',
      href: '',
      children,
      append: (...more) => void children.push(...more),
    };
  };
  const found = {
    ...element(),
    replaceChildren: (...items: Element[]) => void found.children.splice(0, Infinity, ...items),
  };
  const heard = new Map<string, () => Promise<void>>();
  const field = {
    value: question,
    dataset: { search: '/docs/search.json', pages: '/docs' },
    addEventListener: (name: string, listener: () => Promise<void>) => heard.set(name, listener),
  };
  const document = {
    querySelector: () => field,
    querySelectorAll: () => [],
    getElementById: (id: string) => (id === 'found' ? found : null),
    createElement: element,
  };
  const ask = async (address: string) => ({
    json: async () => JSON.parse((await open(address)).body),
  });
  new Function('document', 'fetch', 'location', (await open('/docs/site.js')).body)(document, ask, {
    hash: '',
  });
  await heard.get('input')?.();
  return found.children.map(({ children: [link], textContent }) => ({
    href: link?.href ?? '',
    text: link?.textContent ?? textContent,
  }));
}

test('the search knows pages, their headings and every operation', async () => {
  const index = JSON.parse((await open('/docs/search.json')).body) as Index;
  const headings = index.flatMap(([key, , own]) => own.map(([id]) => `${key}#${id}`));
  expect(headings).toContain('live/meta#3-get-the-credential');
  expect(headings.some((place) => /^api\/.*#postV1Launch$/.test(place))).toBe(true);
});

test.each([
  ['plan_outdated', '/docs/reference/errors#plan_outdated'],
  ['pagination', '/docs/reference/api-conventions#lists'],
  ['proxy certificates', '/docs/how-to/host/tls'],
  ['nginx', '/docs/how-to/host/tls'],
  ['tiktok token expires', '/docs/live'],
  ['SLIPWAY_BODY_LIMIT', '/docs/reference/settings'],
  ['post launch plan', '/docs/api/launch#postV1LaunchPlan'],
])('the search finds “%s” in the texts of the pages', async (question, wanted) => {
  expect((await searched(question)).map(({ href }) => href)).toContainEqual(
    expect.stringContaining(wanted),
  );
});

test('the search says so where nothing is found', async () => {
  expect((await searched('xylophone')).map(({ text }) => text)).toEqual(['Nothing found.']);
});

test('a long page begins with its contents, and leads to the next one', async () => {
  const { body } = await open('/docs/live/meta');
  expect(body).toMatch(/<details class="contents">.*<a href="#3-get-the-credential">/s);
  expect(body).toMatch(/<p class="next">Next: <a href="[^"]+">/);
});

test('mounted below a path, pages lead to each other there', async () => {
  const { body } = await open('/docs/live/meta');
  expect(body).toContain('href="../../docs"');
  expect(body).toContain('href="../live/first-live-ad"');
  expect(body).not.toMatch(/href="\//);
});
