import type { OperationName } from '../../core/features/registry.ts';
import type { AnswerOf, InputOf } from '../../server/client/types.ts';
import type { Service } from './service.ts';

const PAGE = 200;

type Row<N extends OperationName> =
  AnswerOf<N> extends { readonly data: readonly (infer R)[] } ? R : never;

/** All rows of a list: the first page, then the others side by side. */
export async function allPages<N extends OperationName>(
  service: Service,
  name: N,
  input: InputOf<N>,
): Promise<Row<N>[]> {
  // Each of them is a list.
  const read = async (offsets: readonly number[]) =>
    (await service.getAll(
      name,
      offsets.map((offset) => Object.assign({}, input, { limit: PAGE, offset })),
    )) as readonly {
      readonly data: readonly Row<N>[];
      readonly pagination: { readonly total: number };
    }[];
  const [first] = await read([0]);
  if (first === undefined) return [];
  const more = Array.from(
    { length: Math.max(0, Math.ceil(first.pagination.total / PAGE) - 1) },
    (_, i) => (i + 1) * PAGE,
  );
  return [first, ...(more.length === 0 ? [] : await read(more))].flatMap(({ data }) => data);
}
