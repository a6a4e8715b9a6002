import type { Params, Secrets } from '../../types.ts';

/**
 * The header that keeps a creation from happening twice. The content is part of the key: what is
 * sent again after a refusal, corrected, does not meet the key of the refused one.
 */
export async function idempotencyKey(secrets: Secrets, of: readonly string[], body: Params) {
  const key = await secrets.sha256(JSON.stringify([...of, body]));
  return { 'Idempotency-Key': `slipway-${key.slice(0, 40)}` };
}

/** For a creation that nothing tells from an equal one. */
export function singleKey(secrets: Secrets) {
  const hex = Array.from(secrets.random(20), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { 'Idempotency-Key': `slipway-${hex}` };
}
