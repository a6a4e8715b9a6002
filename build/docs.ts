import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import type { Page, WrittenPages } from '../server/http/site.ts';
import { anchorOf } from './pages.ts';

/**
 * Renders the pages of docs/ for the service: `npm run build` writes them to a file, sources render
 * them when they are asked for.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

/** `live/index.md` is at `/docs/live`, `index.md` at `/docs`. */
const keyOf = (file: string): string => file.replace(/\.md$/, '').replace(/(^|\/)index$/, '');

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

function rendered(file: string, markdown: string): Page {
  const headings: (readonly [id: string, text: string])[] = [];
  const seen = new Set<string>();
  let title = file;
  const marked = new Marked({
    renderer: {
      heading: (html, level, raw) => {
        const text = plain(html);
        seen.add(anchorOf(raw));
        if (level === 1) title = text;
        else headings.push([anchorOf(raw), text]);
        return `<h${level} id="${escaped(anchorOf(raw))}">${html}</h${level}>\n`;
      },
      // What a table lists has an address: a code, a setting, a column.
      tablerow: (html) => {
        const [, code] = /^<td[^>]*><code>([\w.]+)<\/code><\/td>/.exec(html.trim()) ?? [];
        if (code === undefined || seen.has(code)) return `<tr>${html}</tr>\n`;
        seen.add(code);
        return `<tr id="${code}">${html}</tr>\n`;
      },
      // Addresses of pages are relative to where the service is mounted, which is known when one is
      // asked for.
      link: (href, _title, text) => {
        if (/^[a-z]+:/.test(href)) return `<a href="${escaped(href)}" rel="noreferrer">${text}</a>`;
        if (href.startsWith('#')) return `<a href="${escaped(href)}">${text}</a>`;
        const [path = '', anchor] = href.split('#');
        const target = normalize(join(dirname(file), path));
        if (target.startsWith('..')) return text;
        return `<a href="@/${escaped(keyOf(target))}${anchor === undefined ? '' : `#${escaped(anchor)}`}">${text}</a>`;
      },
    },
  });
  const html = marked.parse(markdown) as string;
  return { title, html, headings, markdown };
}

/** The sidebar: the headings of the index with the links below them. */
const contentsOf = (index: string): WrittenPages['contents'] =>
  index
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      links: [...part.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].map(
        ([, text = '', path = '']) => [keyOf(path), text] as const,
      ),
    }));

export function renderDocs(folder = join(root, 'docs')): WrittenPages {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const files = globSync('**/*.md', { cwd: folder }).sort();
  return {
    contents: contentsOf(read('index.md')),
    pages: Object.fromEntries(files.map((file) => [keyOf(file), rendered(file, read(file))])),
  };
}

if (import.meta.main) {
  const file = join(root, 'dist/server/docs/pages.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(renderDocs()));
}
