import { SlipwayError } from '../../core/base/errors.ts';

/**
 * What a database says when it cannot work, as a refusal a caller can act on. Programming errors
 * stay what they are.
 */
export function explained(error: unknown): unknown {
  if (error instanceof SlipwayError || error instanceof TypeError) return error;
  return new SlipwayError(
    'unavailable',
    'The database of report figures cannot be used at the moment. Try again; if it stays, its administrator finds the reason in the log.',
    { cause: error },
  );
}
