import { type ConnectPorts, connectPlatform } from '../accounts/connect.ts';
import { listAdAccounts, listProfiles } from '../accounts/discover.ts';
import { SlipwayError } from '../errors.ts';
import { writeLaunchDefaults } from '../launch/defaults.ts';
import { platformIds } from '../platforms.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Caller, Scope } from './caller.ts';
import { type CreatedCompany, createCompany } from './companies.ts';

/**
 * A new company; with `sandbox` it starts with ad accounts on the sandbox: its own, or with `demo` those the
 * sandbox holds from the start. With `first` it is remembered as the company the installation began with.
 */
export async function openCompany(
  ports: ConnectPorts & { readonly sandbox?: Sandbox },
  request: { readonly name: string; readonly sandbox?: boolean | undefined },
  options: { readonly scopes?: readonly Scope[]; readonly by?: Caller; readonly demo?: boolean; readonly first?: boolean } = {},
): Promise<CreatedCompany> {
  if (request.sandbox && ports.sandbox === undefined)
    throw new SlipwayError('unprocessable_entity', 'This service runs without a sandbox.', {
      details: [{ path: 'sandbox', code: 'no_sandbox', message: 'Leave it out and connect a platform instead.' }],
    });
  const created = await createCompany(ports, request, options);
  if (!request.sandbox || ports.sandbox === undefined) return created;
  const { companyId } = created;
  const credentials = options.demo ? ports.sandbox.demo : await ports.sandbox.seed(companyId);
  const owner: Caller = { companyId, keyId: options.by?.keyId ?? 'first start', scopes: ['admin'] };
  for (const platform of platformIds)
    if (ports.platforms[platform] !== undefined) await connectPlatform(ports, owner, { platform, name: 'Sandbox', credentials });
  await chooseIdentity(ports, companyId);
  return created;
}

/** The first page of the first account in use that speaks for pages becomes the default of launches, so that a first launch needs no search. */
async function chooseIdentity(ports: ConnectPorts, companyId: string): Promise<void> {
  const accounts = await listAdAccounts(ports, companyId, {});
  const account = accounts.find(
    ({ status, platform }) => status === 'active' && ports.platforms[platform]?.launch?.speaker === 'page',
  );
  const [profile] = account === undefined ? [] : await listProfiles(ports, companyId, { accountId: account.id });
  if (profile === undefined) return;
  const { page, primaryName, secondary, secondaryName } = profile;
  const names = { page, primaryName, ...(secondary && { secondary }), ...(secondaryName && { secondaryName }) };
  await writeLaunchDefaults(ports, companyId, { ...names, launchPaused: true });
}
