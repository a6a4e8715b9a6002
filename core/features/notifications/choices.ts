import type { Caller } from '../../access/caller.ts';
import type { Role } from '../../access/roles.ts';
import { defined } from '../../base/defined.ts';
import { type NewsKind, newsKinds } from '../../events/events.ts';
import type { Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { type ReaderRecord, readerKind } from './records.ts';
import type { NotificationChoices } from './schema.ts';

/** Only admins can do something about them. */
const FOR_ADMINS: readonly NewsKind[] = ['connection.ends'];
const BY_MAIL: readonly NewsKind[] = ['connection.ends'];

export const isMailedByDefault = (kind: NewsKind) => BY_MAIL.includes(kind);

const mayBeTold = (kind: NewsKind, isAdmin: boolean) => isAdmin || !FOR_ADMINS.includes(kind);

export const isAdmin = ({ scopes }: Pick<Caller, 'scopes'>) => scopes.includes('admin');

export const shownKinds = (reader: ReaderRecord | undefined, admin: boolean): readonly NewsKind[] =>
  (reader?.page ?? newsKinds).filter((kind) => mayBeTold(kind, admin));

/** `role` is that in the whole company. */
export function mailedKinds(
  reader: ReaderRecord | undefined,
  role: Role | undefined,
): readonly NewsKind[] {
  if (role === undefined) return [];
  return (reader?.email ?? BY_MAIL).filter((kind) => mayBeTold(kind, role === 'admin'));
}

interface ChoicePorts {
  readonly store: Store;
  readonly mail?: object | undefined;
}

export async function showChoices({ store, mail }: ChoicePorts, caller: Caller) {
  const reader = (await store.get(readerKind, caller.companyId, caller.keyId))?.doc;
  return {
    page: [...shownKinds(reader, isAdmin(caller))],
    email: [...mailedKinds(reader, caller.person?.role)],
    address: mail === undefined ? null : (caller.person?.email ?? null),
  };
}

export async function changeChoices(
  ports: ChoicePorts,
  caller: Caller,
  { page, email }: NotificationChoices,
) {
  await changeDocument(ports.store, readerKind, {
    companyId: caller.companyId,
    id: caller.keyId,
    change: (current) => ({
      doc: { ...(current?.doc ?? { seenUntil: 0 }), ...defined({ page, email }) },
    }),
  });
  return showChoices(ports, caller);
}
