import { explained, type Fault, PlatformError, type PlatformFailure } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { quoted } from '../base/schema/quoted.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Access, EntityType } from '../ports/platform-accounts.ts';

interface Account {
  readonly platform: AdPlatform;
  readonly access: Access;
}

interface Unknown {
  /** Undefined: not said. */
  readonly type: EntityType | undefined;
  readonly id: string;
  readonly path: string;
}

/**
 * The refusal of an object that is not there says which are: those of its account that are named
 * most like it.
 */
export async function withMeant<T>(
  account: Account,
  wanted: Unknown,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.failure.class !== 'missing') throw error;
    throw unknownObjects(error.failure, [await unknownFault(account, error.failure, wanted)]);
  }
}

export const unknownObjects = (failure: PlatformFailure, faults: readonly Fault[]): PlatformError =>
  new PlatformError(failure, {
    code: 'not_found',
    details: faults,
    message: faults.map(({ message }) => message).join(' '),
  });

const MOST_MEANT = 3;

/** One call, or as many as a list of all takes. */
export async function unknownFault(
  { platform, access }: Account,
  failure: PlatformFailure,
  { type, id, path }: Unknown,
): Promise<Fault> {
  const near = nearest(await listed(platform, access, type).catch(orNone), id, MOST_MEANT).map(
    ({ id: its, name }) => ({
      id: its,
      name,
    }),
  );
  const kind = type === 'adset' ? 'ad set' : (type ?? 'object');
  const names = near.map(({ id: its, name }) => `${quoted(name)} (${its})`).join(', ');
  const hint = near.length === 0 ? '' : ` The nearest in ${access.adAccountId}: ${names}.`;
  const message = `${explained(failure)} This is about the ${kind} ${quoted(id)}.${hint}`;
  return { path, code: 'unknown_object', message, ...(near.length > 0 && { near }) };
}

async function listed(
  { accounts, inspect }: AdPlatform,
  access: Access,
  type: EntityType | undefined,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  if (type === 'campaign') return accounts.campaigns(access);
  if (type === 'adset') return accounts.adSets(access);
  return (await inspect?.ads(access, { limit: 200 }))?.data ?? [];
}

function orNone(error: unknown): readonly never[] {
  if (error instanceof PlatformError) return [];
  throw error;
}
