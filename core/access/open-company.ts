import { type ConnectPorts, connectPlatform } from '../accounts/connect.ts';
import { SlipwayError } from '../errors.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Caller, Scope } from './caller.ts';
import { type CreatedCompany, createCompany } from './companies.ts';

/** A new company; with `sandbox` it starts with ad accounts of its own on the sandbox. */
export async function openCompany(
  ports: ConnectPorts & { readonly sandbox?: Sandbox },
  request: { readonly name: string; readonly sandbox?: boolean | undefined },
  options: { readonly scopes?: readonly Scope[]; readonly by?: Caller } = {},
): Promise<CreatedCompany> {
  if (request.sandbox && ports.sandbox === undefined)
    throw new SlipwayError('unprocessable_entity', 'This service runs without a sandbox.', {
      details: [{ path: 'sandbox', code: 'no_sandbox', message: 'Leave it out and connect a platform instead.' }],
    });
  const created = await createCompany(ports, request, options);
  if (!request.sandbox || ports.sandbox === undefined) return created;
  const { companyId } = created;
  const credentials = await ports.sandbox.seed(companyId);
  const owner: Caller = { companyId, keyId: options.by?.keyId ?? 'first start', scopes: ['admin'] };
  await connectPlatform(ports, owner, { platform: 'primary', name: 'Sandbox', credentials });
  return created;
}
