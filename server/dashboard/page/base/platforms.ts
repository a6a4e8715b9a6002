import { useMemo } from 'preact/hooks';
import { accountCalled, inNames } from '../../../../core/accounts/named.ts';
import { platformCalled } from '../../../../core/base/platforms.ts';
import type { Column } from '../../../../core/sheet/column.ts';
import { columnsFor } from '../../../../core/sheet/columns.ts';
import {
  type AdAccount,
  type Connection,
  type PlatformRow,
  useAccounts,
  useResource,
} from './api.ts';
import { plural } from './words.ts';

const none: readonly PlatformRow[] = [];

export function usePlatforms(): readonly PlatformRow[] {
  const { data } = useResource('platforms.list', {});
  return data?.data ?? none;
}

export function useColumns(): readonly Column[] {
  const platforms = usePlatforms();
  return useMemo(() => columnsFor(platforms), [platforms]);
}

/** As people call it. */
export function labelOf(platforms: readonly PlatformRow[], id: string): string {
  return platformCalled(platforms.find((each) => each.id === id)?.label ?? id);
}

/** What tells accounts of one name apart: `Meta · act_1001 · EUR`. */
export function useAccountMarks(): (
  account: Pick<AdAccount, 'platform' | 'id' | 'currency'>,
) => string {
  const platforms = usePlatforms();
  return ({ platform, id, currency }) => `${labelOf(platforms, platform)} · ${id} · ${currency}`;
}

/**
 * Ad accounts as people call them, and sentences of the service in the same words. Ids stay what no
 * account is known by.
 */
export function useNames() {
  const accounts = useAccounts().data?.data;
  const platforms = usePlatforms();
  return useMemo(() => {
    const known = accounts ?? [];
    const labelFor = (id: string) => labelOf(platforms, id);
    return {
      account: (id: string): string => {
        const found = known.find((each) => each.id === id);
        return found === undefined ? id : accountCalled(found, labelFor);
      },
      sentence: (text: string): string => inNames(text, known, labelFor),
    };
  }, [accounts, platforms]);
}

/** For a list to choose one from, without accounts that are closed. */
export function useAccountChoices(
  accounts: readonly AdAccount[] | undefined,
): readonly (readonly [id: string, words: string])[] {
  const marks = useAccountMarks();
  const open = accounts?.filter(({ status }) => status !== 'closed') ?? [];
  return open.map((account) => [account.id, `${account.name} · ${marks(account)}`]);
}

export function troubleOf({ state, expiresAt }: Connection): string | undefined {
  if (state === 'ok') return undefined;
  if (state === 'dead') return 'The platform rejected its token. Reconnect to launch and report.';
  if (state === 'expired') return 'Its token has expired. Reconnect to launch and report.';
  const days = Math.max(0, Math.floor((Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000));
  const left = days === 0 ? 'within a day' : `in ${plural(days, 'day')}`;
  return state === 'refused'
    ? `The platform no longer renews its token: it expires ${left}.`
    : `Its token expires ${left}.`;
}
