import { adAccountKind } from '../accounts/records.ts';
import { SlipwayError } from '../errors.ts';
import { type Capability, type ManagePorts, type Opened, openAccount } from './open-account.ts';

/** The account a request names, or any active one of the primary platform for questions that concern no account. */
export async function openAnyAccount<C extends Capability>(
  ports: ManagePorts,
  companyId: string,
  accountId: string | undefined,
  capability: C,
): Promise<Opened<C>> {
  if (accountId !== undefined) return openAccount(ports, companyId, { accountId }, capability);
  const { items } = await ports.store.find(adAccountKind, companyId, { where: { platform: 'primary' } });
  const account = items.find(({ doc }) => doc.status === 'active') ?? items[0];
  if (account !== undefined) return openAccount(ports, companyId, { accountId: account.id }, capability);
  throw new SlipwayError('not_found', 'There is no ad account of the primary platform here. Connect one first.');
}
