interface Named {
  readonly id?: unknown;
  readonly name?: unknown;
}

/** Those whose name or id is most like a text, the likeliest first. */
export function nearest<R extends Named>(
  rows: readonly R[],
  text: string,
  most: number,
): readonly R[] {
  const wanted = pairsOf(text);
  const distance = ({ id, name }: R): number =>
    Math.min(apart(wanted, pairsOf(String(name))), apart(wanted, pairsOf(String(id))));
  return rows
    .map((row) => ({ row, far: distance(row) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ row }) => row);
}

const LONGEST_COMPARED = 200;

function pairsOf(text: string): ReadonlySet<string> {
  const short = text.toLowerCase().slice(0, LONGEST_COMPARED);
  return new Set(
    Array.from({ length: Math.max(0, short.length - 1) }, (_, i) => short.slice(i, i + 2)),
  );
}

/** How different two texts are: the share of pairs of letters that only one of them has. */
function apart(mine: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  const both = [...mine].filter((pair) => theirs.has(pair)).length;
  return 1 - (2 * both) / Math.max(1, mine.size + theirs.size);
}
