import type { FailureClass, PlatformFailure } from '../../core/errors.ts';
import type { HttpFailure } from '../../core/ports/http.ts';
import type { Refusal } from './repeat.ts';

/** What the lack of an answer that could be read means on any platform. */
export function withoutAnswer(
  { reason, message }: HttpFailure,
  failure: (kind: FailureClass, message: string, fix?: string) => PlatformFailure,
): Refusal {
  if (reason !== 'oversized')
    return {
      failure: failure('transient', `The platform could not be reached: ${message}`),
      maybeDone: reason !== 'unreachable',
    };
  const words = `The platform's answer was too large to be read: ${message}`;
  return { failure: failure('too-large', words, 'Ask for fewer fields, fewer days or smaller pages.'), maybeDone: true };
}
