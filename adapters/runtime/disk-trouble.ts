import { SlipwayError } from '../../core/base/errors.ts';

const sentences: { readonly [code: string]: string } = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EROFS: 'its disk is for reading only',
  EACCES: 'the service may not write there',
  EPERM: 'the service may not write there',
  EIO: 'its disk fails',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** A disk's error as a refusal a caller can act on. Other errors stay as they are. */
export function diskTrouble(error: unknown, what: string): unknown {
  const why = error instanceof Error && 'code' in error ? sentences[String(error.code)] : undefined;
  if (why === undefined) return error;
  return new SlipwayError(
    'unavailable',
    `${what} cannot be kept at the moment: ${why}. Nothing else is affected; try again when its administrator has seen to it.`,
    { cause: error },
  );
}
