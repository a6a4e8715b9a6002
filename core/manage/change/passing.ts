import { PlatformError, SlipwayError } from '../../base/errors.ts';

/**
 * A step of a background plan that passes by itself is tried again, as where a platform throttles.
 */
export function passing(error: unknown): unknown {
  if (!(error instanceof SlipwayError) || error instanceof PlatformError) return error;
  const isBusy =
    error.code === 'unavailable' || error.details.some(({ code }) => PASSING.includes(code));
  if (!isBusy) return error;
  const { message } = error;
  return new PlatformError({
    platform: '',
    class: 'throttled',
    message,
    fix: 'It is tried again.',
    retryable: true,
    traceId: '',
  });
}

const PASSING: readonly string[] = ['account_busy', 'in_progress'];
