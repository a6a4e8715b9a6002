import { badCursor, type Fail } from './failures.ts';
import type { Row } from './json.ts';
import type { CursorPage } from './ports.ts';

interface Pages {
  readonly limit: number;
  readonly after?: string | undefined;
  /**
   * A page of the platform by its own cursor, which is empty for the first; `next` is undefined
   * after the last.
   */
  read(
    cursor: string,
  ): Promise<{ readonly rows: readonly Row[]; readonly next: string | undefined }>;
  isMeant(row: Row): boolean;
}

/**
 * A page where the platform has no filter for what is meant: this reads its pages and sifts.
 * Cursor: `<place on the page>.<the platform's cursor>`.
 */
export async function siftedPage<T>(
  fail: Fail,
  { limit, after = '0.', read, isMeant }: Pages,
  shown: (row: Row) => T,
): Promise<CursorPage<T>> {
  const [, start, behind = ''] = /^(\d{1,3})\.(\S{0,500})$/.exec(after) ?? [];
  if (start === undefined) throw badCursor(fail);
  const data: T[] = [];
  let [cursor, place] = [behind, Number(start)];
  for (;;) {
    const { rows, next } = await read(cursor);
    for (const [at, row] of rows.entries()) {
      if (at < place || !isMeant(row)) continue;
      if (data.length === limit) return { data, after: `${at}.${cursor}` };
      data.push(shown(row));
    }
    if (next === undefined) return { data };
    [cursor, place] = [next, 0];
  }
}
