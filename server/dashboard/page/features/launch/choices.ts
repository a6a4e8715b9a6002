import { useMemo } from 'preact/hooks';
import { labelled } from '../../../../../core/sheet/cells.ts';
import type { Column, ListName } from '../../../../../core/sheet/columns.ts';
import { useAccounts, useResource } from '../../base/api.ts';
import { usePlatforms } from '../../base/platforms.ts';
import { useKeptChoices } from './kept-choices.ts';

/** What a cell offers to choose from. */
export type Choices = (column: Column) => readonly string[];

/** The lists of the account of the first ad. */
export function useChoices(ads: readonly { readonly [field: string]: unknown }[]): Choices {
  const account = ads.map(({ adAccountId }) => adAccountId).find((id) => typeof id === 'string' && id !== '');
  const accountId = typeof account === 'string' ? account : undefined;
  const accounts = useAccounts();
  const adSets = useResource('reports.adSets', accountId === undefined ? undefined : { accountId, limit: 200 });
  const profiles = useResource('accounts.profiles', accountId === undefined ? undefined : { accountId });
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
      callsToAction: platforms.find(({ id }) => id === platform)?.launch?.callsToAction ?? [],
    };
    return ({ list, choices, key }) => kept(key) ?? (list !== undefined ? lists[list] : Object.keys(choices ?? {}));
  }, [accounts.data, adSets.data, profiles.data, platforms, platform, kept]);
}
