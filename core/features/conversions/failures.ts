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

export const payloadGone = (platform: PlatformId): PlatformFailure => ({
  ...{ platform, class: 'blocked', retryable: false, traceId: '' },
  message: 'What the events said was kept for its time and is gone.',
  fix: 'Send them again.',
});

export const processEnded = (account: AccountKey): PlatformFailure => ({
  ...{ platform: accountOfKey(account).platform, class: 'transient', retryable: false, traceId: '' },
  message: 'The process that sent the events ended before their answer came.',
  fix: 'Compare what the platform counts before you send them again.',
});

export function accessFailure(error: SlipwayError, account: AccountKey): PlatformFailure {
  if (error instanceof PlatformError) return error.failure;
  return {
    ...{ platform: accountOfKey(account).platform, class: 'blocked', message: error.message, traceId: '' },
    fix: 'Connect the platform again.',
    retryable: error.code === 'unavailable',
  };
}
