import { type AccountKey, accountOfKey } from '../../base/account-key.ts';
import { PlatformError, type PlatformFailure, type SlipwayError } from '../../base/errors.ts';
import type { Json } from '../../ports/store.ts';

/** Shorter texts may stand in any sentence. */
const SHORTEST = 4;

/** The platform's words without anything from the events, since they are stored and shown. */
export function withoutData(
  failure: PlatformFailure,
  events: readonly (Json | undefined)[],
): PlatformFailure {
  const texts = new Set(events.flatMap((event) => (event === undefined ? [] : leaves(event))));
  let { message } = failure;
  for (const text of texts)
    if (text.length >= SHORTEST && message.includes(text)) message = message.split(text).join('…');
  return { ...failure, message };
}

function leaves(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((each: Json | undefined) =>
    each === undefined ? [] : leaves(each),
  );
}

const ownFailure = (account: AccountKey, message: string, fix: string): PlatformFailure => ({
  platform: accountOfKey(account).platform,
  class: 'blocked',
  retryable: false,
  traceId: '',
  message,
  fix,
});

export const payloadGone = (account: AccountKey): PlatformFailure =>
  ownFailure(
    account,
    'What the events said was kept for its time and is gone.',
    'Send them again.',
  );

export function dropped(account: AccountKey): PlatformFailure {
  const message =
    'The service failed at these events again and again, and its operator ended their delivery.';
  return ownFailure(
    account,
    message,
    'Send them again once the operator says that the reason is corrected.',
  );
}

export function processEnded(account: AccountKey): PlatformFailure {
  const message = 'The process that sent the events ended before their answer came.';
  return {
    ...ownFailure(account, message, 'Compare what the platform counts before you send them again.'),
    class: 'transient',
  };
}

export function accessFailure(error: SlipwayError, account: AccountKey): PlatformFailure {
  if (error instanceof PlatformError) return error.failure;
  return {
    ...ownFailure(account, error.message, 'Connect the platform again.'),
    retryable: error.code === 'unavailable',
  };
}
