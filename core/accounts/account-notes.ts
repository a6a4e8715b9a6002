import { type AccountKey, accountKeyOf, accountOfKey } from '../base/account-key.ts';
import { platformCalled } from '../base/platforms.ts';
import type { AccountNote, AccountNotes } from '../ports/account-notes.ts';
import type { Clock } from '../ports/clock.ts';
import { kind, type Store } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import type { Platforms } from './find-account.ts';
import { adAccountKind } from './records.ts';
import { endingInWords, endingsNow } from './shown-connection.ts';

/** By what they are about. Kept under the key of the account. */
interface AccountNotesRecord {
  readonly notes: { readonly [about: string]: AccountNote };
}

export const accountNotesKind = kind<AccountNotesRecord>('account-notes');

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
}

/** Written where it differs from the last one. A failing store costs a note, never a call. */
export function createAccountNotes({ store, clock }: Ports): AccountNotes {
  const written = new Map<string, boolean>();
  return {
    note(of, about, { isAllowed, says }) {
      const id = accountKeyOf(of);
      const key = `${of.companyId} ${id} ${about}`;
      if (written.get(key) === isAllowed) return;
      written.set(key, isAllowed);
      const write = async () => {
        const kept = await store.get(accountNotesKind, of.companyId, id);
        const note: AccountNote = {
          isAllowed,
          at: clock.now(),
          ...(says !== undefined && { says }),
        };
        const doc = { notes: { ...kept?.doc.notes, [about]: note } };
        const lost = await store.commit([
          {
            kind: accountNotesKind,
            companyId: of.companyId,
            id,
            expect: kept?.version ?? 'absent',
            doc,
          },
        ]);
        if (lost !== undefined) written.delete(key);
      };
      write().catch(() => written.delete(key));
    },
  };
}

/**
 * Rows of `slipway doctor`: what ends on the platforms that the company is connected to, and what
 * its ad accounts may create.
 */
export async function doctorEndings(
  { store, clock, platforms }: Ports & { readonly platforms: Platforms },
  companyId: string,
) {
  const accounts = await allOf(store, adAccountKind, companyId);
  const notes = new Map(
    (await allOf(store, accountNotesKind, companyId)).map(({ id, doc }) => [id, doc.notes]),
  );
  return Object.values(platforms).flatMap(({ definition: { id, label, endings } }) => {
    const own = accounts
      .filter(({ doc }) => doc.platform === id)
      .map((account) => account.id as AccountKey);
    return endingsNow(own.length === 0 ? [] : endings, clock.now()).map((ending) => ({
      name: `${platformCalled(label)}: ${ending.what.toLowerCase()}`,
      ok: true,
      found: `${endingInWords(ending, clock.now())} ${rightsOf(own, (key) => notes.get(key)?.[ending.right])}`,
      fix: ending.fix,
    }));
  });
}

const MOST_NAMED = 20;

/** `May create them: 1, 2. Refused: 3 (…). Unknown until the first creation: 4.` */
function rightsOf(
  keys: readonly AccountKey[],
  noteOf: (key: AccountKey) => AccountNote | undefined,
): string {
  const named = (some: readonly AccountKey[], more = (_key: AccountKey): string => '') =>
    some
      .slice(0, MOST_NAMED)
      .map((key) => `${accountOfKey(key).adAccountId}${more(key)}`)
      .join(', ') + (some.length > MOST_NAMED ? ` and ${some.length - MOST_NAMED} more` : '');
  const may = keys.filter((key) => noteOf(key)?.isAllowed === true);
  const refused = keys.filter((key) => noteOf(key)?.isAllowed === false);
  const unknown = keys.filter((key) => noteOf(key) === undefined);
  const dayOf = (key: AccountKey) => new Date(noteOf(key)?.at ?? 0).toISOString().slice(0, 10);
  return [
    ...(may.length > 0 ? [`Ad accounts that may create them: ${named(may)}.`] : []),
    ...(refused.length > 0
      ? [
          `Refused to: ${named(refused, (key) => ` (${dayOf(key)}: ${noteOf(key)?.says ?? 'without a reason'})`)}.`,
        ]
      : []),
    ...(unknown.length > 0 ? [`Unknown until their first creation: ${named(unknown)}.`] : []),
  ].join(' ');
}
