import { inviteKind } from '../access/invites.ts';
import { keyKind } from '../access/keys.ts';
import { personKind } from '../access/person-records.ts';
import { sessionKind } from '../access/sessions.ts';
import type { Document, Kind, Page, Query, Store, Stored } from '../ports/store.ts';

/** Documents of a company under SYSTEM, found by `companyId`. Jobs lie there too, without an index by company. */
export const foundByCompany = [keyKind, sessionKind, inviteKind, personKind] as readonly Kind<{ readonly companyId: string }>[];

/** All documents that match, page by page. */
export async function* pagesOf<T extends Document>(
  store: Store,
  kind: Kind<T>,
  companyId: string,
  query: Pick<Query<T>, 'where' | 'limit'>,
): AsyncGenerator<readonly Stored<T>[]> {
  let after: string | undefined;
  do {
    const page: Page<T> = await store.find(kind, companyId, { ...query, ...(after !== undefined && { after }) });
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}
