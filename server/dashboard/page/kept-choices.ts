import { useMemo } from 'preact/hooks';
import type { AnswerOf } from '../../client/client.ts';
import { useResource } from './resource.ts';

export type Convention = AnswerOf<'namingConventions.list'>['data'][number];

const none: readonly Convention[] = [];

/** The company's naming conventions for ads; empty until they are read. */
export function useAdConventions(): readonly Convention[] {
  const { data } = useResource('namingConventions.list', { limit: 200 });
  return useMemo(() => data?.data.filter(({ level }) => level === 'ad') ?? none, [data]);
}

/** What cells offer that refer to something the company keeps; undefined for all other columns. */
export function useKeptChoices(): (key: string) => readonly string[] | undefined {
  const conventions = useAdConventions();
  return useMemo(
    () => (key) => {
      if (key === 'naming.conventionId') return conventions.map(({ name }) => name);
      const field = /^naming\.values\.(.+)$/.exec(key)?.[1];
      if (field === undefined) return undefined;
      const options = conventions.flatMap(({ fields }) => fields.filter((each) => each.key === field));
      return [...new Set(options.flatMap((each) => each.options ?? []))];
    },
    [conventions],
  );
}
