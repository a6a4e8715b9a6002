import { useMemo } from 'preact/hooks';
import { type Column, columnsFor } from '../../../../core/sheet/columns.ts';
import { type Connection, type PlatformRow, useResource } from './api.ts';
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

export const labelOf = (platforms: readonly PlatformRow[], id: string): string =>
  platforms.find((each) => each.id === id)?.label ?? id;

export function troubleOf({ state, expiresAt }: Connection): string | undefined {
  if (state === 'ok') return undefined;
  if (state === 'dead') return 'The platform takes its credentials no more: nothing can be launched or read through it.';
  if (state === 'expired') return 'Its credentials have ended: nothing can be launched or read through it.';
  const days = Math.max(0, Math.floor((Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000));
  const left = days === 0 ? 'within a day' : `in ${plural(days, 'day')}`;
  return state === 'refused' ? `The platform renews its credentials no more; they end ${left}.` : `Its credentials end ${left}.`;
}
