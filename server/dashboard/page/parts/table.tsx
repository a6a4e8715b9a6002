import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { OperationName } from '../../../../core/features/registry.ts';
import { type AnswerOf, type InputOf, type Resource, useResource } from '../base/api.ts';
import { count } from '../base/words.ts';
import { Button, Loaded } from './parts.tsx';

/** Where filters are closed at first, so that rows are seen. */
export const NARROW = 700;

interface TableProps {
  children?: ComponentChildren;
  label: string;
  head: readonly ComponentChildren[];
  numbers?: readonly number[];
  /** Narrow screens show rows as cards, or keep the first column in sight. */
  narrow?: 'stacks' | 'pinned';
  foot?: ComponentChildren;
}

/** Scrolls sideways, also by keyboard. */
export function Table({
  label,
  head,
  numbers = [],
  narrow = 'stacks',
  foot,
  children,
}: TableProps) {
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

/** `name` stands before the value where a narrow screen shows rows as cards. */
type Column<T> = readonly [
  head: string,
  cell: (row: T) => ComponentChildren,
  kind?: string,
  name?: string,
];

interface ListProps<T> extends Pick<TableProps, 'label' | 'narrow'> {
  rows: readonly T[];
  keyOf?: (row: T) => string;
  columns: readonly Column<T>[];
  row?: string;
}

const idOf = (row: unknown): string | undefined =>
  typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : undefined;

export const List = <T,>({ rows, columns, keyOf, row: kind, ...table }: ListProps<T>) => (
  <Table
    {...table}
    head={columns.map(([head]) => head)}
    numbers={columns.flatMap(([, , of], i) => (of?.startsWith('number') ? [i] : []))}
  >
    {rows.map((row, at) => (
      <tr key={keyOf?.(row) ?? idOf(row) ?? at} class={kind}>
        {columns.map(([head, cell, of, name]) => (
          <td key={head} class={of} data-name={name}>
            {cell(row)}
          </td>
        ))}
      </tr>
    ))}
  </Table>
);

type PagedName = Extract<
  OperationName,
  | 'approvals.list'
  | 'audit.list'
  | 'batches.list'
  | 'companies.list'
  | 'jobs.list'
  | 'webhooks.deliveries'
>;

/** A list in pages of 50. Another question begins at its first page. */
export function usePages<N extends PagedName>(
  name: N,
  input: Omit<InputOf<N>, 'offset'>,
  options?: { readonly everyMs: number },
) {
  const asked = JSON.stringify(input);
  const [at, setAt] = useState({ asked, offset: 0 });
  const offset = at.asked === asked ? at.offset : 0;
  // The input of a generic name is not spread back into its type.
  const list = useResource(name, { ...input, limit: 50, offset } as unknown as InputOf<N>, options);
  return { ...list, offset, onOffset: (to: number) => setAt({ asked, offset: to }) };
}

interface Paged {
  readonly data?: { readonly pagination?: AnswerOf<'batches.list'>['pagination'] } | undefined;
  readonly onOffset?: (offset: number) => void;
}

export function Pager({ of: { data, onOffset } }: { of: Paged }) {
  if (data?.pagination === undefined || onOffset === undefined) return null;
  const { offset, limit, total, hasMore } = data.pagination;
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

export interface ResourceListProps<T> extends Omit<ListProps<T>, 'rows'> {
  of: Resource<{ readonly data: readonly T[] }> & Paged;
  lines?: number;
  empty?: ComponentChildren;
}

export const ResourceList = <T,>({ of, lines = 4, empty, ...list }: ResourceListProps<T>) => (
  <>
    <Loaded of={of} rows={lines} empty={empty}>
      {({ data }) => <List {...list} rows={data} />}
    </Loaded>
    <Pager of={of} />
  </>
);
