import { asRow, encodeQuery, numeric, rowsOf, said, text } from '../../kit/json.ts';
import type { HttpFile, Params } from '../../types.ts';

/** Entries of one request. */
export const batchSize = 50;

export interface BatchEntry {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /**
   * Node and edge without version: `act_1/ads`. May hold references such as `{result=made:$.id}`.
   */
  readonly path: string;
  readonly params?: Params;
  /** Later entries of the request refer to it. */
  readonly name?: string;
  /** Travels as its own part. */
  readonly file?: Omit<HttpFile, 'part'>;
}

/** As a request of its own would get. */
interface EntryResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
}

export function encodeBatch(entries: readonly BatchEntry[]): {
  fields: { [name: string]: string };
  files: HttpFile[];
} {
  const files: HttpFile[] = [];
  const batch = entries.map((entry) => {
    const query = encodeQuery(entry.params ?? {});
    const isPost = entry.method === 'POST';
    const part = `file${files.length}`;
    if (entry.file !== undefined) files.push({ ...entry.file, part });
    return {
      method: entry.method,
      relative_url: isPost || query === '' ? entry.path : `${entry.path}?${query}`,
      ...(isPost && query !== '' && { body: query }),
      // The platform omits the answer of an entry that others refer to, unless told otherwise.
      ...(entry.name !== undefined && { name: entry.name, omit_response_on_success: false }),
      ...(entry.file !== undefined && { attached_files: part }),
    };
  });
  return { fields: { batch: JSON.stringify(batch), include_headers: 'true' }, files };
}

/**
 * In the order of the entries; undefined where the platform gave none (null: it ran out of time,
 * and the entry may have run). Undefined as a whole for anything but a batch answer.
 */
export function decodeBatch(
  answers: unknown,
  count: number,
): readonly (EntryResponse | undefined)[] | undefined {
  if (!Array.isArray(answers)) return undefined;
  return Array.from({ length: count }, (_, position) => {
    const answer = asRow(answers[position]);
    if (answer === undefined) return undefined;
    const headers: { [name: string]: string } = {};
    for (const header of rowsOf(answer.headers)) {
      const name = text(header.name);
      if (name !== undefined) headers[name.toLowerCase()] = said(header.value);
    }
    const raw = answer.body;
    return {
      status: numeric(answer.code) ?? 0,
      headers,
      text:
        typeof raw === 'string'
          ? raw
          : raw === undefined || raw === null
            ? ''
            : JSON.stringify(raw),
    };
  });
}
