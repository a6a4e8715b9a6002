import type { Clock } from '../../../../core/ports/clock.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { text } from '../../kit/json.ts';
import type { Api } from '../wire/client.ts';

const keptMs = 600_000;

/** Asked for once in ten minutes. */
export function createOwners({ calls }: Api, clock: Clock): (access: Access) => Promise<string> {
  const kept = new Map<string, { readonly at: number; readonly owner: Promise<string> }>();
  return (access) => {
    const key = `${access.companyId} ${access.adAccountId}`;
    const known = kept.get(key);
    if (known !== undefined && clock.monotonic() - known.at < keptMs) return known.owner;
    const owner = calls.read(access, `adAccounts/${access.adAccountId}`).then(({ reference }) => text(reference) ?? '');
    kept.set(key, { at: clock.monotonic(), owner });
    owner.catch(() => kept.delete(key));
    return owner;
  };
}
