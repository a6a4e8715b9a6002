import type { Seen } from './grid.ts';

/** What the playground was started with. */
export interface Samples {
  /** The key of the server it talks to. */
  readonly key?: string;
  /** What sample rows say, by header. */
  /** Files of the Google Drive it plays. */
  readonly drive?: readonly object[];
  readonly rows: readonly { readonly [header: string]: string | boolean }[];
}

/** Types sample rows into the launch sheet that is open, under the headers it has. */
export async function fillSamples(
  seen: Seen | undefined,
  gesture: (it: object) => Promise<void>,
  from: string,
): Promise<void> {
  const { rows } = (await (await fetch(from)).json()) as Samples;
  const headers = (seen?.cells[0] ?? []).map(({ shown }) => shown);
  for (const [r, row] of rows.entries())
    for (const [c, header] of headers.entries()) {
      const text = row[header];
      if (text !== undefined) await gesture({ do: 'type', row: r + 2, column: c + 1, text });
    }
}
