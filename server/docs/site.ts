import type { Page, Site, WrittenPages } from '../http/site.ts';
import { errorCodes, html } from './page.ts';
import { pageStyle } from './page-style.ts';

/** Everything below /docs: written pages and the reference, in one frame. Nothing is loaded from elsewhere. */
export function createSite({ contents, pages: written }: WrittenPages, reference: { readonly [key: string]: Page }): Site {
  const home = written[''] ?? reference.api;
  const pages: { readonly [key: string]: Page | undefined } = { ...reference, ...written, '': home };
  const chapters = Object.entries(reference).map(([key, { title }]) => [key, title] as const);
  const groups = [...contents, { title: 'API', links: chapters }];
  const index = Object.entries(pages).map(([key, page]) => [key, page?.title, page?.summary.slice(0, 160), page?.headings]);
  return {
    search: JSON.stringify(index),
    script,
    markdown: (key) => pages[key]?.markdown,
    page(key) {
      const page = pages[key];
      if (page === undefined) return undefined;
      const nav = groups.map(({ title, links }) => {
        const items = links.map(
          ([to, text]) => `<li><a href="@/${to}"${to === key ? ' aria-current="page"' : ''}>${html(text)}</a></li>`,
        );
        const isOpen = links.some(([to]) => to === key);
        return `<details${isOpen ? ' open' : ''}><summary>${html(title)}</summary><ul>${items.join('')}</ul></details>`;
      });
      const source =
        page.markdown === undefined ? '' : `<p class="source"><a href="@/${key || 'index'}.md">This page as text</a></p>`;
      return placed(
        key,
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${html(page.title)} · Slipway</title><style>${pageStyle}</style><script src="@/site.js" defer></script>
<nav><h1><a href="@/">Slipway</a></h1><label>Search <input type="search" data-search="@/search.json" data-pages="@/"></label>
<ul id="found" aria-live="polite"></ul>${nav.join('')}</nav><main>${page.html}${key === '' ? formerPlaces : ''}${source}</main></html>`,
      );
    },
  };
}

/** Addresses that work wherever the service is mounted. */
function placed(key: string, text: string): string {
  const depth = key === '' ? 0 : key.split('/').length;
  const root = '../'.repeat(depth) || './';
  const pages = depth === 0 ? 'docs/' : '../'.repeat(depth - 1) || './';
  return text.replaceAll('="@@/', `="${root}`).replaceAll('="@/"', `="${root}docs"`).replaceAll('="@/', `="${pages}`);
}

/** Error answers, headers and clients lead to these places of the first page. */
const formerPlaces = `<h2 id="errors">Error codes</h2><p>${errorCodes
  .map(([code]) => `<a id="error-${code}" href="@/reference/errors#${code}"><code>${code}</code></a>`)
  .join(' ')}</p><p id="stability"><a href="@/reference/stability">What is stable</a></p>`;

/** Searches titles and headings, and leads addresses of operations on the former page to their chapter. */
const script = `const field = document.querySelector('[data-search]');
const found = document.getElementById('found');
const pages = field.dataset.pages;
let index;
const load = () => (index ??= fetch(field.dataset.search).then((answer) => answer.json()));
const address = (key, id) => pages + (key && '/' + key) + (id ? '#' + id : '');
const entry = (key, text, id) => {
  const link = document.createElement('a');
  link.href = address(key, id);
  link.textContent = text;
  const item = document.createElement('li');
  item.append(link);
  return item;
};
field.addEventListener('focus', load);
field.addEventListener('input', async () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const hits = [];
  for (const [key, title, summary, headings] of words.length === 0 ? [] : await load()) {
    if (has(title)) hits.push([0, entry(key, title)]);
    for (const [id, text] of headings) if (has(title + ' ' + text) && !has(title)) hits.push([1, entry(key, title + ': ' + text, id)]);
    if (!has(title) && has(title + ' ' + summary)) hits.push([2, entry(key, title)]);
  }
  found.replaceChildren(...hits.sort(([a], [b]) => a - b).slice(0, 12).map(([, item]) => item));
  if (words.length > 0 && hits.length === 0) found.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }));
});
const wanted = location.hash.slice(1);
if (wanted !== '' && document.getElementById(wanted) === null)
  load().then((all) => {
    const chapter = all.find(([key, , , headings]) => key.startsWith('api') && headings.some(([id]) => id === wanted));
    if (chapter) location.replace(address(chapter[0], wanted));
  });
`;
