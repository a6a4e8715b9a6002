import { refusal } from '../../base/refusal.ts';
import { wellFormed } from '../../base/well-formed.ts';

/** In characters: a query stands in an address, a mutation in a body. */
const LONGEST_QUERY = 6_000;
const LONGEST_MUTATION = 100_000;

export function refuseLarge(kind: 'query' | 'mutation', input: object | undefined): void {
  if (input === undefined) return;
  const text = JSON.stringify(input);
  const most = kind === 'query' ? LONGEST_QUERY : LONGEST_MUTATION;
  // Letters beyond ASCII take up to nine characters of an address.
  const length = kind === 'query' ? encodeURIComponent(wellFormed(text)).length : text.length;
  if (length <= most) return;
  const message = `The input has ${length} characters as it would be sent; the most is ${most}. Ask for less at a time.`;
  throw refusal('payload_too_large', { path: 'input', code: 'input_too_large', message });
}
