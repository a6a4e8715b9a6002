import { foundAccount } from '../../accounts/find-account.ts';
import { adAccountKind } from '../../accounts/records.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { PlatformId } from '../../base/platforms.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { allOf } from '../../records/list.ts';
import {
  type Capability,
  keyOn,
  type ManagePorts,
  type Opened,
  openAccount,
} from '../open-account.ts';

/**
 * The account a request names, or for questions that concern no account any one, preferably active,
 * of the platform named or else of the first that offers this.
 */
export async function openAnyAccount<C extends Capability>(
  ports: ManagePorts,
  companyId: string,
  request: { readonly accountId?: string | undefined; readonly platform?: PlatformId },
  capability: C,
): Promise<Opened<C>> {
  const { accountId, platform } = request;
  if (accountId !== undefined) {
    const named = { accountId, namedAt: sentName(request, 'accountId') };
    const key = platform === undefined ? accountId : await keyOn(platform, ports, companyId, named);
    return openAccount(ports, companyId, { ...named, accountId: key }, capability);
  }
  const offering = Object.keys(ports.platforms).filter(
    (id) =>
      (platform === undefined || id === platform) &&
      ports.platforms[id]?.[capability] !== undefined,
  );
  const accounts = (await allOf(ports.store, adAccountKind, companyId)).map(foundAccount);
  const possible = offering.flatMap((id) => accounts.filter((account) => account.platform === id));
  const account = possible.find(({ status }) => status === 'active') ?? possible[0];
  if (account !== undefined)
    return openAccount(ports, companyId, { accountId: account.key }, capability);
  const where = platform === undefined ? 'that could answer this' : `of the ${platform} platform`;
  throw new SlipwayError('not_found', `There is no ad account ${where} here. Connect one first.`);
}
