import { PlatformError, type PlatformFailure, SlipwayError } from '../errors.ts';
import type { AdPlatform, Credentials } from '../ports/ad-platform.ts';
import { type ManagePorts, primaryConnections } from './open-account.ts';

type Item = { readonly adId: string };

/**
 * Reads ads whose accounts are not known, with each of the company's connections until all are found. An
 * ad that no connection sees keeps the refusal of the last.
 */
export async function readAdsById<T extends Item>(
  ports: ManagePorts,
  companyId: string,
  adIds: readonly string[],
  read: (
    inspect: NonNullable<AdPlatform['inspect']>,
    credentials: Credentials,
    adIds: readonly string[],
  ) => Promise<readonly (T | (Item & { readonly failure: PlatformFailure }))[]>,
): Promise<readonly (T | (Item & { readonly failure: PlatformFailure }))[]> {
  const connections = await primaryConnections(ports, companyId);
  if (connections.length === 0)
    throw new SlipwayError('not_found', 'There is no connection to the primary platform here. Connect one first.');
  const found = new Map<string, T | (Item & { readonly failure: PlatformFailure })>();
  let open = [...new Set(adIds)];
  for (const { platform, credentials } of connections) {
    if (open.length === 0 || platform.inspect === undefined) break;
    let items: readonly (T | (Item & { readonly failure: PlatformFailure }))[];
    try {
      items = await read(platform.inspect, credentials, open);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { failure } = error;
      items = open.map((adId) => ({ adId, failure }));
    }
    for (const item of items) found.set(item.adId, item);
    open = open.filter((adId) => {
      const item = found.get(adId);
      return item !== undefined && 'failure' in item && ['missing', 'blocked', 'auth'].includes(item.failure.class);
    });
  }
  return adIds.flatMap((adId) => found.get(adId) ?? []);
}
