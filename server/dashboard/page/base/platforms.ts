import { useMemo } from 'preact/hooks';
import { type Column, columnsFor } from '../../../../core/sheet/columns.ts';
import { type PlatformRow, useResource } from './api.ts';

const none: readonly PlatformRow[] = [];

/** The platforms of this service, as it tells them; empty until it has. */
export function usePlatforms(): readonly PlatformRow[] {
  const { data } = useResource('platforms.list', {});
  return data?.data ?? none;
}

/** The columns a launch sheet can have on these platforms. */
export function useColumns(): readonly Column[] {
  const platforms = usePlatforms();
  return useMemo(() => columnsFor(platforms), [platforms]);
}

/** The label of a platform; its id where it is not known. */
export const labelOf = (platforms: readonly PlatformRow[], id: string): string =>
  platforms.find((each) => each.id === id)?.label ?? id;
