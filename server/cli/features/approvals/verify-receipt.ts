import { createHash, createPublicKey, verify } from 'node:crypto';
import type * as v from 'valibot';
import { strangersIn } from '../../../../core/base/schema/unknown-fields.ts';
import type { receiptAnswer } from '../../../../core/features/approvals/schema.ts';
import { canonicalJson } from '../../../../core/records/canonical-json.ts';

type Receipt = v.InferOutput<typeof receiptAnswer>;

const MEMBERS = [
  'success',
  'format',
  'issuer',
  'issuedAt',
  'entries',
  'head',
  'publicKey',
  'signature',
];
const ENTRY_MEMBERS = ['what', 'data', 'previous', 'hash'];

/**
 * What is wrong with a receipt; undefined where each entry follows from the one before, the
 * signature is that of its key and nothing stands beside what is signed. Whose key it is only
 * `expectedKey` tells.
 */
export function faultOfReceipt(
  receipt: Partial<Receipt>,
  expectedKey: string | undefined,
): string | undefined {
  const { format, issuer, issuedAt, head, entries, publicKey, signature } = receipt;
  if (
    format !== 'slipway-receipt-1' ||
    !Array.isArray(entries) ||
    publicKey === undefined ||
    signature === undefined
  )
    return 'This is no receipt.';
  const unsigned = [
    ...strangersIn(receipt, MEMBERS),
    ...entries.flatMap((entry) => strangersIn(entry, ENTRY_MEMBERS)),
  ];
  if (unsigned.length > 0)
    return `It has members that no receipt has, and that are not signed: ${unsigned.slice(0, 5).join(', ')}.`;
  let previous = '0'.repeat(64);
  for (const [i, { what, data, previous: before, hash }] of entries.entries()) {
    const own = createHash('sha256').update(canonicalJson({ previous, what, data })).digest('hex');
    if (before !== previous || hash !== own)
      return `Entry ${i + 1} (${what}) was changed, or one before it is missing.`;
    previous = own;
  }
  if (head !== previous) return 'The last entries are missing.';
  if (expectedKey !== undefined && expectedKey !== publicKey)
    return 'It was signed by another installation than the key names.';
  return isSigned({ publicKey, signature }, canonicalJson({ format, issuer, issuedAt, head }))
    ? undefined
    : 'The signature is wrong.';
}

function isSigned(
  { publicKey, signature }: Pick<Receipt, 'publicKey' | 'signature'>,
  text: string,
): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
      format: 'jwk',
    });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
