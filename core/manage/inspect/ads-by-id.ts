import { offeredMember } from '../../capabilities.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../../errors.ts';
import type { CredentialScope, InspectCapability } from '../../ports/platform-reads.ts';
import { refuseForeignIds } from '../entity-ids.ts';
import type { ManagePorts } from '../open-account.ts';
import { sourcesOf } from './find-owner.ts';

type Item = { readonly adId: string };
type Refused = Item & { readonly failure: PlatformFailure };

/** What another connection may know all the same. */
const notSeen: readonly string[] = ['missing', 'blocked', 'auth'];

/**
 * Reads ads whose accounts are not known, with each of the company's connections until all are found. An
 * ad that no connection sees keeps the refusal that says most: that one could not be asked, or the first.
 */
export async function readAdsById<M extends 'creatives' | 'debug', T extends Item>(
  ports: ManagePorts,
  companyId: string,
  adIds: readonly string[],
  member: M,
  read: (
    member: NonNullable<InspectCapability[M]>,
    asker: CredentialScope,
    adIds: readonly string[],
  ) => Promise<readonly (T | Refused)[]>,
): Promise<readonly (T | Refused)[]> {
  const all = await sourcesOf(ports, companyId);
  const [first] = all;
  if (first === undefined)
    throw new SlipwayError('not_found', 'There is no connection to an ad platform here. Connect one first.');
  const sources = all.flatMap(({ platform, asker }) => {
    const offered = platform.inspect?.[member];
    return offered === undefined ? [] : [{ offered: offered as NonNullable<InspectCapability[M]>, asker }];
  });
  if (sources.length === 0) offeredMember(first.platform, 'inspect', member as 'creatives' | 'debug', 'adIds');
  refuseForeignIds(
    all.map(({ platform }) => platform),
    { adIds },
  );
  const found = new Map<string, T | Refused>();
  const isOpen = (adId: string): boolean => {
    const item = found.get(adId);
    return item === undefined || ('failure' in item && notSeen.includes(item.failure.class));
  };
  for (const { offered, asker } of sources) {
    const open = [...new Set(adIds)].filter(isOpen);
    if (open.length === 0) break;
    for (const item of await attempted(open, () => read(offered, asker, open))) {
      const before = found.get(item.adId);
      const saysLess = before !== undefined && 'failure' in item && item.failure.class === 'missing';
      if (!saysLess) found.set(item.adId, item);
    }
  }
  return adIds.flatMap((adId) => found.get(adId) ?? []);
}

async function attempted<T>(
  adIds: readonly string[],
  read: () => Promise<readonly (T | Refused)[]>,
): Promise<readonly (T | Refused)[]> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { failure } = error;
    return adIds.map((adId) => ({ adId, failure }));
  }
}
