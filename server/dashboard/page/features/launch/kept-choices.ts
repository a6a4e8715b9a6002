import { useMemo } from 'preact/hooks';
import { type AnswerOf, useResource } from '../../base/api.ts';

type Row<A extends { readonly data: readonly unknown[] }> = A['data'][number];

/** What rows can refer to. */
export interface KeptLists {
  readonly conventions: readonly Row<AnswerOf<'namingConventions.list'>>[];
  readonly utmTemplates: readonly Row<AnswerOf<'utmTemplates.list'>>[];
  readonly adCopyTemplates: readonly Row<AnswerOf<'adCopyTemplates.list'>>[];
  readonly presets: readonly Row<AnswerOf<'presets.list'>>[];
}

/** Each list is empty until it was read. */
export function useKept(): KeptLists {
  const conventions = useResource('namingConventions.list', { limit: 200 }).data;
  const utmTemplates = useResource('utmTemplates.list', { limit: 200 }).data;
  const adCopyTemplates = useResource('adCopyTemplates.list', { limit: 200 }).data;
  const presets = useResource('presets.list', { limit: 200 }).data;
  return useMemo(
    () => ({
      conventions: conventions?.data.filter(({ level }) => level === 'ad') ?? [],
      utmTemplates: utmTemplates?.data ?? [],
      adCopyTemplates: adCopyTemplates?.data ?? [],
      presets: presets?.data.filter(({ level }) => level === 'ad') ?? [],
    }),
    [conventions, utmTemplates, adCopyTemplates, presets],
  );
}

export function useKeptChoices(): (key: string) => readonly string[] | undefined {
  const kept = useKept();
  return useMemo(() => {
    const names = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name);
    const lists = new Map([
      ['naming.conventionId', names(kept.conventions)],
      ['utmTemplateId', names(kept.utmTemplates)],
      ['adCopyTemplateId', names(kept.adCopyTemplates)],
      ['presetId', names(kept.presets)],
    ]);
    return (key) => {
      const field = /^naming\.values\.(.+)$/.exec(key)?.[1];
      if (field === undefined) return lists.get(key);
      const options = kept.conventions.flatMap(({ fields }) => fields.filter((each) => each.key === field));
      return [...new Set(options.flatMap((each) => each.options ?? []))];
    };
  }, [kept]);
}
