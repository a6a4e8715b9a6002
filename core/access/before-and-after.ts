import type { Json } from '../ports/store.ts';
import { canonicalJson } from '../records/canonical-json.ts';

/** Longer values are recorded by their length. */
const LONGEST = 500;

type Told = { readonly [member: string]: Json };

/**
 * For the audit: the given members of a document that differ. Never name members that must stay
 * secret, such as sealed texts.
 */
export function beforeAndAfter<T extends object>(
  before: T,
  after: T,
  members: readonly (keyof T & string)[],
): { readonly before: Told; readonly after: Told } {
  const textOf = (value: unknown): string => canonicalJson(value ?? null);
  const changed = members.filter((member) => textOf(before[member]) !== textOf(after[member]));
  const told = (doc: T): Told =>
    Object.fromEntries(
      changed.map((member) => {
        const text = textOf(doc[member]);
        return [
          member,
          text.length > LONGEST ? `(${text.length} characters)` : (JSON.parse(text) as Json),
        ];
      }),
    );
  return { before: told(before), after: told(after) };
}
