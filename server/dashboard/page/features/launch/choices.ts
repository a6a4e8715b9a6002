import { useMemo } from 'preact/hooks';
import { labelled } from '../../../../../core/sheet/cells.ts';
import type { Column, ListName } from '../../../../../core/sheet/column.ts';
import { type RowOf, useAccounts, useResource } from '../../base/api.ts';
import { usePlatforms } from '../../base/platforms.ts';

export type Choices = (column: Column) => readonly string[];

/** @param hasForms whether the table has a column for lead forms */
export function useChoices(
  ads: readonly { readonly [field: string]: unknown }[],
  hasForms: boolean,
): Choices {
  const account = ads
    .map(({ adAccountId }) => adAccountId)
    .find((id) => typeof id === 'string' && id !== '');
  const accountId = typeof account === 'string' ? account : undefined;
  const accounts = useAccounts();
  const adSets = useResource(
    'reports.adSets',
    accountId === undefined ? undefined : { accountId, limit: 200 },
  );
  const profiles = useResource(
    'accounts.profiles',
    accountId === undefined ? undefined : { accountId },
  );
  const platforms = usePlatforms();
  const platform =
    accounts.data?.data.find(({ id }) => id === account)?.platform ?? platforms[0]?.id;
  const kept = useOffers(hasForms ? accountId : undefined);
  return useMemo(() => {
    const lists: { readonly [L in ListName]: readonly string[] } = {
      accounts: (accounts.data?.data ?? []).map(({ name, id }) => labelled(name, id)),
      adSets: (adSets.data?.data ?? []).map(({ label, value }) => labelled(label, value)),
      pages: [
        ...new Set(
          (profiles.data?.data ?? []).map(({ primaryName, page }) => labelled(primaryName, page)),
        ),
      ],
      profiles: [
        ...new Set(
          (profiles.data?.data ?? []).flatMap(({ secondaryName, secondary }) =>
            secondaryName === null || secondary === null
              ? []
              : [labelled(secondaryName, secondary)],
          ),
        ),
      ],
      leadForms: [],
      kept: [],
      callsToAction: platforms.find(({ id }) => id === platform)?.launch?.callsToAction ?? [],
    };
    return ({ list, choices, key }) => {
      const own = kept.flatMap((each) =>
        each.column === key
          ? [each.id === null || list === undefined ? each.name : labelled(each.name, each.id)]
          : [],
      );
      return own.length > 0 ? own : list !== undefined ? lists[list] : Object.keys(choices ?? {});
    };
  }, [accounts.data, adSets.data, profiles.data, platforms, platform, kept]);
}

export type OfferRow = RowOf<'launchChoices.list'>;

/** What rows can name. Empty until it was read; with an ad account, its own too. */
export function useOffers(accountId?: string): readonly OfferRow[] {
  const read = useResource('launchChoices.list', accountId === undefined ? {} : { accountId });
  return read.data?.data ?? NONE;
}

const NONE: readonly OfferRow[] = [];
