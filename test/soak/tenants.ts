import { PIXEL } from '../named-media.ts';
import type { Calls } from './calls.ts';

/** A company with accounts of its own on the sandbox, and a key to all of it. */
export interface Tenant {
  readonly number: number;
  readonly key: string;
  readonly accountId: string;
  /** Of all its ad accounts. */
  readonly accountIds: readonly string[];
  /** A picture of its own. */
  readonly image: string;
  /** The id of an ad set for each ad that still fits. */
  readonly room: string[];
}

interface Place {
  readonly platform: string;
  /** How many ads an ad set takes. */
  readonly room: number;
  readonly url: string;
}

/** Companies as an operator opens them for customers. */
export async function openTenants(
  calls: Calls,
  operatorKey: string,
  count: number,
  place: Place,
): Promise<readonly Tenant[]> {
  const tenants: Tenant[] = [];
  for (let number = 1; number <= count; number++)
    tenants.push(await openTenant(calls, operatorKey, number, place));
  return tenants;
}

async function openTenant(
  calls: Calls,
  operatorKey: string,
  number: number,
  place: Place,
): Promise<Tenant> {
  const opened = await calls.call(operatorKey, 'POST', '/v1/companies', {
    name: `Soak ${number}`,
    sandbox: true,
  });
  const key = String(opened.body.adminKey);
  const { body } = await calls.call(key, 'GET', '/v1/adaccounts?limit=200');
  const accounts = body.data as { id: string; platform: string }[];
  const accountId = accounts.find(({ platform }) => platform === place.platform)?.id ?? '';
  const adSets = await calls.call(
    key,
    'GET',
    `/v1/adsets?accountId=${accountId}&status=ACTIVE&limit=200`,
  );
  const room = (adSets.body.data as { value: string; adCount: number }[])
    .filter(({ adCount }) => adCount === 0)
    .flatMap(({ value }) => Array<string>(place.room).fill(value));
  const form = new FormData();
  // Told apart by their last byte: no company is answered with a file of another because the
  // contents are the same.
  form.append(
    'file',
    new File([new Uint8Array([...PIXEL, number])], `soak ${number}.png`, { type: 'image/png' }),
  );
  const uploaded = await fetch(`${place.url}/v1/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  const { url: image } = (await uploaded.json()) as { url: string };
  return { number, key, accountId, accountIds: accounts.map(({ id }) => id), image, room };
}

/** Names of ads say whose they are. */
export const adNameOf = ({ number }: Tenant, ad: number): string => `soak ${number}-${ad}`;

/**
 * Whether an answer to this company holds anything of another one: the name of an ad, or the id of
 * an ad account.
 */
export function holdsForeign(tenants: readonly Tenant[], to: Tenant, body: unknown): boolean {
  if (typeof body === 'string') {
    const owner = /^soak (\d+)-\d+$/.exec(body)?.[1];
    if (owner !== undefined) return Number(owner) !== to.number;
    return (
      !to.accountIds.includes(body) && tenants.some(({ accountIds }) => accountIds.includes(body))
    );
  }
  if (typeof body !== 'object' || body === null) return false;
  return Object.values(body).some((each) => holdsForeign(tenants, to, each));
}
