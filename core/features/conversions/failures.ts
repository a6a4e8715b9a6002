import { type AccountKey, accountOfKey } from '../../base/account-key.ts';
import { PlatformError, type PlatformFailure, type SlipwayError } from '../../base/errors.ts';
import type { PlatformId } from '../../base/platforms.ts';
import type { Json } from '../../ports/store.ts';

/** Shorter texts may stand in any sentence. */
const SHORTEST = 4;

/** The platform's words without anything from the events, since they are stored and shown. */
export function withoutData(failure: PlatformFailure, events: readonly (Json | undefined)[]): PlatformFailure {
  const texts = new Set(events.flatMap((event) => (event === undefined ? [] : leaves(event))));
  let { message } = failure;
  for (const text of texts) if (text.length >= SHORTEST && message.includes(text)) message = message.split(text).join('…');
  return { ...failure, message };
}

function leaves(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((each: Json | undefined) => (each === undefined ? [] : leaves(each)));
}

const ownFailure = (platform: PlatformId, about: Pick<PlatformFailure, 'message' | 'fix'>): PlatformFailure => ({
  platform,
  class: 'blocked',
  retryable: false,
  traceId: '',
  ...about,
});

export const payloadGone = (platform: PlatformId): PlatformFailure =>
  ownFailure(platform, { message: 'What the events said was kept for its time and is gone.', fix: 'Send them again.' });

export const dropped = (account: AccountKey): PlatformFailure =>
  ownFailure(accountOfKey(account).platform, {
    message: 'The service failed at these events again and again, and its operator ended their delivery.',
    fix: 'Send them again once the operator says that the reason is corrected.',
  });

export const processEnded = (account: AccountKey): PlatformFailure => ({
  ...ownFailure(accountOfKey(account).platform, {
    message: 'The process that sent the events ended before their answer came.',
    fix: 'Compare what the platform counts before you send them again.',
  }),
  class: 'transient',
});

export function accessFailure(error: SlipwayError, account: AccountKey): PlatformFailure {
  if (error instanceof PlatformError) return error.failure;
  const about = { message: error.message, fix: 'Connect the platform again.' };
  return { ...ownFailure(accountOfKey(account).platform, about), retryable: error.code === 'unavailable' };
}
