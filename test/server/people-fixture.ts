import { newPersonWrites } from '../../core/access/people.ts';
import type { Rights } from '../../core/access/roles.ts';
import { beginSession } from '../../core/access/sessions.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Called, CallOptions, Harness } from './harness.ts';

/** A person of a company who has signed in, without the ways there. */
export interface SignedIn {
  readonly id: string;
  readonly email: string;
  /** What the dashboard sends with every request. */
  readonly headers: { readonly [name: string]: string };
}

export async function signedIn(
  { ports, companyId }: { readonly ports: ServicePorts; readonly companyId: string },
  rights: Rights,
  email = `${ports.secrets.random(6).join('')}@example.com`,
): Promise<SignedIn> {
  const { id, doc, writes } = newPersonWrites(
    ports,
    {},
    { companyId, email, name: 'Ann', ...rights },
  );
  if ((await ports.store.commit(writes)) !== undefined) throw new Error(`${email} is taken.`);
  return { id, email, headers: await sessionOf(ports, companyId, id, doc) };
}

/** Another session of a person. */
export async function sessionOf(
  ports: ServicePorts,
  companyId: string,
  id: string,
  person: Rights & { readonly email: string },
) {
  const token = await beginSession(ports, { companyId, keyId: id, person }, { by: 'email' });
  return { cookie: `slipway_session=${token}`, 'x-slipway-dashboard': '1' };
}

/** Asks as somebody. */
export const asks =
  ({ call }: Pick<Harness, 'call'>, { headers }: Pick<SignedIn, 'headers'>) =>
  (method: string, path: string, options: Omit<CallOptions, 'key'> = {}): Promise<Called> =>
    call(method, path, { ...options, key: null, headers: { ...headers, ...options.headers } });
