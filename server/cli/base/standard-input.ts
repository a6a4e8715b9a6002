import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as textIn } from 'node:stream/consumers';
import { UsageFault } from './command.ts';

/**
 * The text of a file that a command line names; `-` is standard input. Throws a usage fault with
 * what is wrong with it.
 */
export async function fileText(
  path: string,
  stdin: AsyncIterable<unknown> = process.stdin,
): Promise<string> {
  if (path === '-') return textIn(stdin as NodeJS.ReadableStream);
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new UsageFault(`There is no file ${path}.`);
    throw new UsageFault(
      `${path} cannot be read: ${error.code === 'EISDIR' ? 'it is a folder' : error.message}.`,
    );
  });
}

/**
 * Started by `npm run`, a command sees the folder of the package; a person means the one they are
 * in.
 */
export function enterCallersFolder(env: { readonly [name: string]: string | undefined }): void {
  const { INIT_CWD: meant, npm_lifecycle_event: script } = env;
  if (meant !== undefined && script === 'slipway' && resolve(meant) !== process.cwd())
    process.chdir(meant);
}
