import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { ApiError, type Client } from '../../../client/client.ts';
import type { Screen } from '../../base/screen.ts';

export interface WrittenExport {
  readonly file: string;
  readonly documents: number;
  readonly facts: number;
  readonly media: number;
}

interface Line {
  readonly kind: string;
  readonly documents?: number;
  readonly facts?: number;
  readonly address?: string;
  readonly doc?: { readonly filename?: string };
}

/**
 * Writes all of a company to a folder: its documents and figures to a file, its media beside it.
 * Throws what is not whole.
 */
export async function exportTo(
  folder: string,
  id: string,
  from: { readonly client: Client; readonly url: string },
  options: { readonly withMedia: boolean; readonly screen: Screen },
): Promise<WrittenExport> {
  await mkdir(folder, { recursive: true });
  const { filename, content } = await from.client.companies.export({ id });
  const file = join(folder, basename(filename));
  const part = `${file}.part`;
  try {
    // For the owner alone: it tells who works in the company.
    await writeFile(part, Readable.from(content), { mode: 0o600 });
    const end = await lastLine(part);
    if (end?.kind !== 'end')
      throw cut(`${from.url} ended the export before it was whole. Ask for it again.`);
    await rename(part, file);
    const media = options.withMedia
      ? await fetchMedia(file, join(folder, 'media'), from.url, options.screen)
      : 0;
    return { file, documents: end.documents ?? 0, facts: end.facts ?? 0, media };
  } finally {
    await rm(part, { force: true });
  }
}

const cut = (message: string): ApiError => new ApiError(0, 'unreachable', message);

/** The last line is short: it is counts by kind. */
async function lastLine(file: string): Promise<Line | undefined> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, 16_384);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const line = buffer.toString('utf8').trimEnd().split('\n').at(-1);
    return line?.startsWith('{') ? (JSON.parse(line) as Line) : undefined;
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

/** The files that an export names, from the service that was asked for it. */
async function fetchMedia(
  file: string,
  folder: string,
  url: string,
  screen: Screen,
): Promise<number> {
  let media = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!line.startsWith('{"kind":"media",')) continue;
    const { address, doc } = JSON.parse(line) as Line;
    if (address === undefined || doc?.filename === undefined) continue;
    const response = await fetch(`${url}${new URL(address).pathname}`);
    if (!response.ok || response.body === null)
      throw cut(`${address} answered ${response.status}: the media are not whole.`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, basename(doc.filename)), Readable.from(response.body), {
      mode: 0o600,
    });
    media += 1;
    screen.draw(`  ${media} files`, 'media');
  }
  if (media > 0) screen.settle();
  return media;
}
