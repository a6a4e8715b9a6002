import { useMemo } from 'preact/hooks';
import { labelled } from '../../../core/sheet/cells.ts';
import type { Column, ListName } from '../../../core/sheet/columns.ts';
import { usePlatforms } from './platforms.ts';
import { useResource } from './resource.ts';
import type { AdAccount, List } from './shapes.ts';

/** What a cell offers to choose from, by the list its column draws on. */
export type Choices = (column: Column) => readonly string[];

interface Profile {
  readonly page: string;
  readonly primaryName: string;
  readonly secondary: string;
  readonly secondaryName: string;
}

/** The lists of the account the first ad is for; where rows are for several, the others are typed. */
export function useChoices(ads: readonly { readonly [field: string]: unknown }[]): Choices {
  const account = ads.map(({ adAccountId }) => adAccountId).find((id) => typeof id === 'string' && id !== '');
  const of = (path: string): string | undefined =>
    typeof account === 'string' ? `${path}accountId=${encodeURIComponent(account)}` : undefined;
  const accounts = useResource<List<AdAccount>>('/v1/adaccounts?limit=200');
  const adSets = useResource<List<{ readonly value: string; readonly label: string }>>(of('/v1/adsets?limit=200&'));
  const profiles = useResource<List<Profile>>(of('/v1/profiles?'));
  const platforms = usePlatforms();
  const platform = accounts.data?.data.find(({ id }) => id === account)?.platform ?? platforms[0]?.id;
  return useMemo(() => {
    const lists: { readonly [L in ListName]: readonly string[] } = {
      accounts: (accounts.data?.data ?? []).map(({ name, id }) => labelled(name, id)),
      adSets: (adSets.data?.data ?? []).map(({ label, value }) => labelled(label, value)),
      pages: [...new Set((profiles.data?.data ?? []).map(({ primaryName, page }) => labelled(primaryName, page)))],
      profiles: [
        ...new Set((profiles.data?.data ?? []).map(({ secondaryName, secondary }) => labelled(secondaryName, secondary))),
      ],
      callsToAction: platforms.find(({ id }) => id === platform)?.launch?.callsToAction ?? [],
    };
    return ({ list, choices }) => (list !== undefined ? lists[list] : Object.keys(choices ?? {}));
  }, [accounts.data, adSets.data, profiles.data, platforms, platform]);
}
