import { adAccountKind } from '../../accounts/records.ts';
import { SlipwayError } from '../../errors.ts';
import type { PlatformId } from '../../platforms.ts';
import { type Capability, type ManagePorts, type Opened, openAccount } from '../open-account.ts';

/** The account of a platform a request names, or any active one for questions that concern no account. */
export async function openAnyAccount<C extends Capability>(
  ports: ManagePorts,
  companyId: string,
  accountId: string | undefined,
  capability: C,
  platform: PlatformId = 'primary',
): Promise<Opened<C>> {
  if (accountId !== undefined) {
    const opened = await openAccount(ports, companyId, { accountId }, capability);
    if (opened.platform.id === platform) return opened;
    const message = `${accountId} is an account of ${opened.platform.id}; here one of ${platform} is meant.`;
    throw new SlipwayError('unprocessable_entity', message, {
      details: [{ path: 'accountId', code: 'account_platform_mismatch', message }],
    });
  }
  const { items } = await ports.store.find(adAccountKind, companyId, { where: { platform } });
  const account = items.find(({ doc }) => doc.status === 'active') ?? items[0];
  if (account !== undefined) return openAccount(ports, companyId, { accountId: account.id }, capability);
  throw new SlipwayError('not_found', `There is no ad account of the ${platform} platform here. Connect one first.`);
}
