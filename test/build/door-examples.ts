import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn, PUBLISHED } from '../../build/built-files.ts';

/** The examples in the comments of the declarations that the package publishes. */

export interface Example {
  /** Where it stands, as a name for a file. */
  readonly name: string;
  readonly code: string;
}

/** A comment, as its lines without the stars. */
const COMMENT = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\//g;
const linesOf = (comment: string): string => comment.replace(/^[^\S\n]*\* ?/gm, '');
const examplesIn = (comment: string): string[] =>
  linesOf(comment)
    .split(/^@example[^\S\n]*\n/m)
    .slice(1)
    .map((text) => text.split(/^@\w/m)[0] ?? '');

/**
 * Of every declaration that is built, whether a door leads to it or it is a member of something.
 */
export const allExamples = (types: string, mark = ''): Example[] =>
  PUBLISHED.filter((folder) => existsSync(join(types, folder))).flatMap((folder) =>
    filesIn(join(types, folder))
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) =>
        [...readFileSync(join(types, folder, file), 'utf8').matchAll(COMMENT)]
          .flatMap(([, comment = '']) => examplesIn(comment))
          .map((code, at) => ({
            name: `${mark}${folder}-${file.slice(0, -'.d.ts'.length).replaceAll(/[/.]/g, '-')}-${at + 1}`,
            code,
          })),
      ),
  );

/**
 * The comment of what a module exports under a name, through however many modules that hand it on;
 * undefined for none.
 */
export function commentOf(file: string, name: string): string | undefined {
  const source = readFileSync(file, 'utf8');
  const own = new RegExp(
    `^export (?:declare )?(?:async )?(?:function|const|class) ${name}\\b`,
    'm',
  ).exec(source);
  if (own !== null) {
    const before = source.slice(0, own.index).trimEnd();
    return before.endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : '';
  }
  const from = (path: string): string => join(dirname(file), path.replace(/\.(ts|js)$/, '.d.ts'));
  for (const [, list = '', path] of source.matchAll(
    /^(?:export|import) \{([^}]*)\}(?: from '([^']+)')?;/gm,
  )) {
    if (path === undefined) continue;
    for (const each of list.split(',')) {
      const [original = '', given = original] = each
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      if (given === name) return commentOf(from(path), original);
    }
  }
  for (const [, path = ''] of source.matchAll(/^export \* from '([^']+)';/gm)) {
    const found = commentOf(from(path), name);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const hasExample = (comment: string | undefined): boolean =>
  comment !== undefined && examplesIn(comment).length > 0;
