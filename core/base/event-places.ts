/** Where events can go, as people tell it apart, and where such a file went last. */

interface DestinationRow {
  readonly destination: string;
  readonly id: string;
  readonly name: string;
  readonly platform: string;
  readonly accountName: string;
  readonly accepts: boolean;
}

export interface Place {
  readonly destination: string;
  /**
   * `Harbour pixel · Platform · Sandbox Company EUR`, with the id where another has the same words.
   */
  readonly label: string;
  readonly accepts: boolean;
  /** The latest file of this kind went there. It is offered first, and never chosen. */
  readonly isLast: boolean;
}

/** One of each: several accounts may share a pixel. */
export function placesOf(
  rows: readonly DestinationRow[],
  platformName: (id: string) => string,
  last: readonly string[] = [],
): readonly Place[] {
  const grouped = new Map<string, DestinationRow[]>();
  for (const row of rows)
    grouped.set(row.destination, [...(grouped.get(row.destination) ?? []), row]);
  const named = [...grouped.values()].flatMap((of) => {
    const [row] = of;
    if (row === undefined) return [];
    const [first = '', ...others] = new Set(of.map(({ accountName }) => accountName));
    const accounts = others.length === 0 ? first : `${first} +${others.length}`;
    return [
      {
        row,
        accepts: of.some(({ accepts }) => accepts),
        words: `${row.name} · ${platformName(row.platform)} · ${accounts}`,
      },
    ];
  });
  const places = named.map(({ row: { destination, id }, accepts, words }) => ({
    destination,
    label: named.filter((each) => each.words === words).length > 1 ? `${words} · ${id}` : words,
    accepts,
    isLast: last.includes(destination),
  }));
  return [...places.filter(({ isLast }) => isLast), ...places.filter(({ isLast }) => !isLast)];
}

/** `shop-2026-10.csv` and `Shop 2026-11.csv` are files of one kind. */
const kindOfFile = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.[a-z]{1,5}$/, '')
    .replace(/[^\p{L}]/gu, '');

/** Where the latest file of the kind of these went; `uploads` are the latest first. */
export const lastPlaces = (
  uploads: readonly {
    readonly file?: string | undefined;
    readonly destinations: readonly string[];
  }[],
  files: readonly string[],
): readonly string[] =>
  uploads.find(
    ({ file }) => file !== undefined && files.some((each) => kindOfFile(each) === kindOfFile(file)),
  )?.destinations ?? [];
