import type { ComponentChildren } from 'preact';
import type { Pagination } from '../base/shapes.ts';
import { count } from '../base/words.ts';
import { Button } from './parts.tsx';

interface TableProps {
  readonly children?: ComponentChildren;
  readonly label: string;
  readonly head: readonly ComponentChildren[];
  /** Positions of columns that hold numbers. */
  readonly numbers?: readonly number[];
  /** On a narrow screen: rows become cards, or the first column stays in sight while the others scroll. */
  readonly narrow: 'stacks' | 'pinned';
  /** A row below the others, for totals. */
  readonly foot?: ComponentChildren;
}

/** A table that scrolls sideways by itself, also by keyboard, where it is wider than the screen. */
export function Table({ label, head, numbers = [], narrow, foot, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="table-box" tabIndex={0} aria-label={label}>
      <table class={narrow}>
        <thead>
          <tr>
            {head.map((title, i) => (
              <th key={i} scope="col" class={numbers.includes(i) ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot !== undefined && <tfoot>{foot}</tfoot>}
      </table>
    </section>
  );
}

/** Steps through a list that has more than one page of it. */
export function Pager({
  list: { pagination },
  onOffset,
}: {
  readonly list: { readonly pagination: Pagination };
  readonly onOffset: (offset: number) => void;
}) {
  const { offset, limit, total, hasMore } = pagination;
  if (offset === 0 && !hasMore) return null;
  return (
    <nav class="pager" aria-label="More of the list">
      <p class="hint">
        {count(offset + 1)} to {count(Math.min(offset + limit, total))} of {count(total)}
      </p>
      <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - limit))}>
        Newer
      </Button>
      <Button disabled={!hasMore} onClick={() => onOffset(offset + limit)}>
        Older
      </Button>
    </nav>
  );
}
