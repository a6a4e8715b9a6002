import { useMemo } from 'preact/hooks';
import { type Column, columnsFor } from '../../../../core/sheet/columns.ts';
import { type PlatformRow, useResource } from './api.ts';

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
