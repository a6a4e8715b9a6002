import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The pages that README leads to, directly or through other pages, and whether their links lead
 * anywhere.
 */

interface Link {
  readonly from: string;
  /** As a path from the root of the repository, without what follows `#`. */
  readonly to: string;
  readonly anchor: string | undefined;
}

/**
 * Links and pictures of a page that lead to files of the repository, or to a place in the page
 * itself.
 */
function linksOf(page: string): Link[] {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    return [{ from: page, to: path === '' ? page : join(dirname(page), path), anchor }];
  });
}

/** The anchor of a heading, as pages on the web name it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const anchorsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );

/**
 * All files that can be reached from a page, itself included, and what is wrong with the links on
 * the way.
 */
export function pagesFrom(first: string): {
  readonly files: readonly string[];
  readonly faults: readonly string[];
} {
  const files = new Set<string>();
  const faults: string[] = [];
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    if (!file.endsWith('.md')) return;
    for (const { from, to, anchor } of linksOf(file)) {
      if (!existsSync(to)) faults.push(`${from} leads to ${to}, which does not exist`);
      else if (anchor !== undefined && !anchorsOf(to).includes(anchor))
        faults.push(`${from} leads to ${to}#${anchor}, a heading that does not exist`);
      else visit(to);
    }
  };
  visit(first);
  return { files: [...files].sort(), faults };
}
