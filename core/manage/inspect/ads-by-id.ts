import { isPart } from '../../access/whole-store.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { passesWorkspace, workspaceFilter } from '../../accounts/in-workspace.ts';
import { accountKey } from '../../base/account-key.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../../base/errors.ts';
import type { CredentialScope, InspectCapability } from '../../ports/platform-reads.ts';
import { refuseForeignIds } from '../entity-ids.ts';
import type { ManagePorts } from '../open-account.ts';
import { type Source, sourcesOf } from './find-owner.ts';

type Item = { readonly adId: string };
type Refused = Item & { readonly failure: PlatformFailure };

/** Another connection may see it all the same. */
const notSeen: readonly string[] = ['missing', 'blocked', 'auth'];

interface ReadAds<M extends 'creatives' | 'debug', T extends Item> {
  readonly member: M;
  read(
    member: NonNullable<InspectCapability[M]>,
    asker: CredentialScope,
    adIds: readonly string[],
  ): Promise<readonly (T | Refused)[]>;
}

/**
 * Reads ads of unknown accounts, with each of the company's connections until all are found. An ad
 * that no connection sees keeps the refusal that says most: that one could not be asked, or the
 * first.
 */
export async function readAdsById<M extends 'creatives' | 'debug', T extends Item>(
  ports: ManagePorts,
  companyId: string,
  request: { readonly adIds: readonly string[]; readonly workspaceId?: string | undefined },
  { member, read }: ReadAds<M, T>,
): Promise<readonly (T | Refused)[]> {
  const { adIds } = request;
  await workspaceFilter(ports.store, companyId, request);
  const all = await sourcesOf(ports, companyId);
  const [first] = all;
  if (first === undefined)
    throw new SlipwayError(
      'not_found',
      'There is no connection to an ad platform here. Connect one first.',
    );
  const sources = all.flatMap((source) => {
    const offered = source.inspect[member];
    return offered === undefined
      ? []
      : [{ offered: offered as NonNullable<InspectCapability[M]>, source }];
  });
  if (sources.length === 0)
    offeredMember(first.platform, 'inspect', member as 'creatives' | 'debug', 'adIds');
  refuseForeignIds(
    all.map(({ platform }) => platform),
    { adIds },
  );
  const found = new Map<string, T | Refused>();
  const isOpen = (adId: string): boolean => {
    const item = found.get(adId);
    return item === undefined || ('failure' in item && notSeen.includes(item.failure.class));
  };
  for (const { offered, source } of sources) {
    const open = [...new Set(adIds)].filter(isOpen);
    if (open.length === 0) break;
    const items = await attempted(open, () => read(offered, source.asker, open));
    for (const item of await insideOnly(ports, request, source, items)) {
      const before = found.get(item.adId);
      const saysLess =
        before !== undefined && 'failure' in item && item.failure.class === 'missing';
      if (!saysLess) found.set(item.adId, item);
    }
  }
  return adIds.flatMap((adId) => found.get(adId) ?? []);
}

/**
 * Ads outside the named workspace, or the accounts the caller sees, are as good as missing. One
 * call for each ad.
 */
async function insideOnly<T extends Item>(
  ports: ManagePorts,
  request: { readonly workspaceId?: string | undefined },
  { platform, inspect, asker }: Source,
  items: readonly (T | Refused)[],
): Promise<readonly (T | Refused)[]> {
  if (request.workspaceId === undefined && !isPart(ports.store)) return items;
  const checked: (T | Refused)[] = [];
  for (const item of items) {
    if ('failure' in item) checked.push(item);
    else {
      const { id } = platform.definition;
      const key = accountKey(id, await inspect.accountOf(asker, { type: 'ad', id: item.adId }));
      const isInside = await passesWorkspace(ports.store, asker.companyId, request, key);
      checked.push(isInside ? item : { adId: item.adId, failure: outside(id) });
    }
  }
  return checked;
}

const outside = (platform: string): PlatformFailure => ({
  platform,
  class: 'missing',
  message: 'There is no such ad in this workspace.',
  fix: 'Name the workspace of its account, or leave workspaceId out.',
  retryable: false,
  traceId: '',
});

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
