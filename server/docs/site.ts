import type { Page, Site, WrittenPages } from '../http/site.ts';
import { errorCodes, html } from './page.ts';
import { pageStyle } from './page-style.ts';
import { piecesOf, searchIndex, searchScript } from './search.ts';

/**
 * Everything below /docs: written pages and the reference, in one frame. Nothing is loaded from
 * elsewhere.
 */
export function createSite(
  { contents, pages: written }: WrittenPages,
  reference: { readonly [key: string]: Page },
): Site {
  const home = written[''] ?? reference.api;
  const pages: { readonly [key: string]: Page | undefined } = {
    ...reference,
    ...written,
    '': home,
  };
  const chapters = Object.entries(reference).map(([key, { title }]) => [key, title] as const);
  const groups = [...contents, { title: 'API', links: chapters }];
  const order = groups.flatMap(({ links }) => links);
  return {
    search: JSON.stringify(searchIndex({ ...written, ...reference })),
    script,
    markdown: (key) => pages[key]?.markdown,
    written: contents.flatMap(({ links }) =>
      links.flatMap(([key, title]) =>
        written[key]?.markdown === undefined ? [] : [{ key: key || 'index', title }],
      ),
    ),
    page(key) {
      const page = pages[key];
      if (page === undefined) return undefined;
      const nav = groups.map(({ title, links }) => {
        const items = links.map(
          ([to, text]) =>
            `<li><a href="@/${to}"${to === key ? ' aria-current="page"' : ''}>${html(text)}</a></li>`,
        );
        const isOpen = links.some(([to]) => to === key);
        return `<details${isOpen ? ' open' : ''}><summary>${html(title)}</summary><ul>${items.join('')}</ul></details>`;
      });
      const at = order.findIndex(([each]) => each === key);
      const next = at < 0 ? undefined : order[at + 1];
      const source =
        page.markdown === undefined
          ? ''
          : `<p class="source"><a href="@/${key || 'index'}.md">This page as text</a></p>`;
      return placed(
        key,
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${html(page.title)} · Slipway</title><style>${pageStyle}</style><script src="@/site.js" defer></script>
<nav><h1><a href="@/">Slipway</a></h1><label>Search <input type="search" data-search="@/search.json" data-pages="@/"></label>
<ul id="found" aria-live="polite"></ul>${nav.join('')}</nav><main>${withContents(page.html)}${key === '' ? formerPlaces : ''}${next === undefined ? '' : `<p class="next">Next: <a href="@/${next[0]}">${html(next[1])}</a></p>`}${source}</main></html>`,
      );
    },
  };
}

/** A long page begins with what is on it. */
function withContents(text: string): string {
  const parts = piecesOf(text).filter(({ tag }) => tag === 'h2');
  if (parts.length < 3) return text;
  const items = parts.map(({ id, text: part }) => {
    const title = part.slice(part.indexOf('>') + 1, part.indexOf('</h2>'));
    return `<li><a href="#${id}">${title.replace(/<[^<>]*>/g, '')}</a></li>`;
  });
  return text.replace(
    '</h1>',
    `</h1><details class="contents"><summary>On this page</summary><ul>${items.join('')}</ul></details>`,
  );
}

/** Addresses that work wherever the service is mounted. */
function placed(key: string, text: string): string {
  const depth = key === '' ? 0 : key.split('/').length;
  const root = '../'.repeat(depth) || './';
  const pages = depth === 0 ? 'docs/' : '../'.repeat(depth - 1) || './';
  return text
    .replaceAll('="@@/', `="${root}`)
    .replaceAll('="@/"', `="${root}docs"`)
    .replaceAll('="@/', `="${pages}`);
}

/** Error answers, headers and clients lead to these places of the first page. */
const formerPlaces = `<h2 id="errors">Error codes</h2><p>${errorCodes
  .map(
    ([code]) => `<a id="error-${code}" href="@/reference/errors#${code}"><code>${code}</code></a>`,
  )
  .join(' ')}</p><p id="stability"><a href="@/reference/stability">What is stable</a></p>`;

/**
 * Searches, copies blocks of code, and leads addresses of operations on the former page to their
 * chapter.
 */
const script = `${searchScript}for (const block of document.querySelectorAll('main pre')) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' });
  button.addEventListener('click', () =>
    navigator.clipboard.writeText(block.firstElementChild?.textContent ?? block.firstChild.textContent).then(() => (button.textContent = 'Copied')));
  block.append(button);
}
const wanted = location.hash.slice(1);
if (wanted !== '' && document.getElementById(wanted) === null)
  load().then((all) => {
    const chapter = all.find(([key, , places]) => key.startsWith('api') && places.some(([id]) => id === wanted));
    if (chapter) location.replace(address(chapter[0], wanted));
  });
`;
