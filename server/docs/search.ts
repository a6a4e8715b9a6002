import type { Page } from '../http/site.ts';

/**
 * A place of a page: what its address ends in, its title, and every other word that stands there,
 * once.
 */
type Place = readonly [id: string, title: string, words: string];

/**
 * What the search of the pages reads: each page with its places. The first place of a page is what
 * stands above its headings.
 */
export const searchIndex = (pages: { readonly [key: string]: Page | undefined }) =>
  Object.entries(pages).map(
    ([key, page]) => [key, page?.title, page === undefined ? [] : placesOf(page)] as const,
  );

function placesOf({ html, headings }: Page): readonly Place[] {
  const titles = new Map(headings);
  const texts = new Map<string, string>();
  const add = (id: string, text: string) => texts.set(id, (texts.get(id) ?? '') + text);
  let heading = '';
  for (const { tag, id, text } of piecesOf(html)) {
    // A row ends before the page does: what stands below the table belongs to the heading above it.
    const end = tag === 'tr' ? text.indexOf('</tr>') : text.length;
    if (tag !== 'tr') heading = id;
    add(id, text.slice(0, end));
    add(heading, text.slice(end));
  }
  return [...texts].map(([id, text]): Place => {
    const title = titles.get(id) ?? id;
    const words = new Set(
      plain(text)
        .toLowerCase()
        .match(/[\p{L}\p{N}_]{2,}/gu),
    );
    return [id, title, [...words].filter((word) => !title.toLowerCase().includes(word)).join(' ')];
  });
}

/** A page, divided where something has an address. */
export const piecesOf = (html: string) =>
  html.split(/(?=<(?:tr|h\d|section) id=")/).map((text) => {
    const [, tag = '', id = ''] = /^<(tr|h\d|section) id="([^"]*)"/.exec(text) ?? [];
    return { tag, id, text };
  });

const plain = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d+)|\w+);/g, (_, code) =>
      code === undefined ? ' ' : String.fromCharCode(code),
    );

/**
 * Runs in the page. The words of a question are sought without their endings, so that "expires"
 * finds "expired".
 */
export const searchScript = `const field = document.querySelector('[data-search]');
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
  const words = field.value.toLowerCase().split(/[^\\p{L}\\p{N}_]+/u).filter(Boolean).map((word) => (word.length > 4 ? word.replace(/(ing|ed|es|s)$/, '') : word));
  const hits = [];
  for (const [key, page, places] of words.length === 0 ? [] : await load())
    for (const [id, title, text] of places) {
      const above = (page + ' ' + title).toLowerCase();
      const below = words.filter((word) => !above.includes(word));
      // A page stands once for its own name, not once for each place in it.
      const isNamed = words.every((word) => page.toLowerCase().includes(word));
      if ((isNamed && id !== '') || !below.every((word) => text.includes(word))) continue;
      hits.push([isNamed ? 0 : 1 + below.length, entry(key, title === '' ? page : page + ': ' + title, id)]);
    }
  found.replaceChildren(...hits.sort(([a], [b]) => a - b).slice(0, 12).map(([, item]) => item));
  if (words.length > 0 && hits.length === 0) found.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }));
});
`;
