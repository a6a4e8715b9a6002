import { useMemo } from 'preact/hooks';
import { labelled } from '../../../../../core/sheet/cells.ts';
import type { Column, ListName } from '../../../../../core/sheet/column.ts';
import { useAccounts, useResource } from '../../base/api.ts';
import { usePlatforms } from '../../base/platforms.ts';

export type Choices = (column: Column) => readonly string[];

/** @param hasForms whether the table has a column for lead forms */
export function useChoices(ads: readonly { readonly [field: string]: unknown }[], hasForms: boolean): Choices {
  const account = ads.map(({ adAccountId }) => adAccountId).find((id) => typeof id === 'string' && id !== '');
  const accountId = typeof account === 'string' ? account : undefined;
  const accounts = useAccounts();
  const adSets = useResource('reports.adSets', accountId === undefined ? undefined : { accountId, limit: 200 });
  const profiles = useResource('accounts.profiles', accountId === undefined ? undefined : { accountId });
  const forms = useResource('leads.forms', accountId === undefined || !hasForms ? undefined : { accountId });
  const platforms = usePlatforms();
  const platform = accounts.data?.data.find(({ id }) => id === account)?.platform ?? platforms[0]?.id;
  const kept = useKeptChoices();
  return useMemo(() => {
    const lists: { readonly [L in ListName]: readonly string[] } = {
      accounts: (accounts.data?.data ?? []).map(({ name, id }) => labelled(name, id)),
      adSets: (adSets.data?.data ?? []).map(({ label, value }) => labelled(label, value)),
      pages: [...new Set((profiles.data?.data ?? []).map(({ primaryName, page }) => labelled(primaryName, page)))],
      profiles: [
        ...new Set(
          (profiles.data?.data ?? []).flatMap(({ secondaryName, secondary }) =>
            secondaryName === null || secondary === null ? [] : [labelled(secondaryName, secondary)],
          ),
        ),
      ],
      leadForms: (forms.data?.data ?? []).flatMap(({ name, id, state }) => (state === 'active' ? [labelled(name, id)] : [])),
      callsToAction: platforms.find(({ id }) => id === platform)?.launch?.callsToAction ?? [],
    };
    return ({ list, choices, key }) => kept(key) ?? (list !== undefined ? lists[list] : Object.keys(choices ?? {}));
  }, [accounts.data, adSets.data, profiles.data, forms.data, platforms, platform, kept]);
}

export type KeptLists = ReturnType<typeof useKept>;

/** What rows can refer to. Each list is empty until it was read. */
export function useKept() {
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

function useKeptChoices(): (key: string) => readonly string[] | undefined {
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
