import { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { kind, type Store, SYSTEM, type Write } from '../ports/store.ts';
import { type CompanyRecord, companyKind } from './records.ts';

/** The company an installation began with. Random ids do not tell. */
interface FirstCompanyRecord {
  readonly companyId: string;
}

export const firstCompanyKind = kind<FirstCompanyRecord>('first-company');

const ID = 'first';

export interface NamedCompany {
  readonly id: string;
  readonly name: string;
}

/**
 * Goes into the commit that makes the company: of several that want to be first, one gets through.
 */
export const firstCompanyWrite = (companyId: string): Write => ({
  kind: firstCompanyKind,
  companyId: SYSTEM,
  id: ID,
  expect: 'absent',
  doc: { companyId } satisfies FirstCompanyRecord,
});

/**
 * The company with this id, or without one the first of the installation; undefined when none
 * exists yet. Throws `not_found` for an unknown id, and `conflict` when the first one is not known.
 */
export async function chosenCompany(
  ports: { readonly store: Store },
  companyId: string | undefined,
): Promise<NamedCompany | undefined> {
  if (companyId === undefined) return firstCompany(ports);
  const company = await ports.store.get(companyKind, SYSTEM, companyId);
  if (company !== undefined) return { id: companyId, name: company.doc.name };
  throw new SlipwayError(
    'not_found',
    `There is no company ${companyId}. ${await knownCompanies(ports.store)}`,
  );
}

/** Older databases have no such record: their oldest company is remembered from then on. */
async function firstCompany({
  store,
}: {
  readonly store: Store;
}): Promise<NamedCompany | undefined> {
  for (;;) {
    const known = await store.get(firstCompanyKind, SYSTEM, ID);
    if (known !== undefined) return chosenCompany({ store }, known.doc.companyId);
    const [oldest, next] = (
      await store.find(companyKind, SYSTEM, { order: { by: 'createdAt' }, limit: 2 })
    ).items;
    if (oldest === undefined) return undefined;
    if (oldest.doc.createdAt === next?.doc.createdAt)
      throw twoFirstCompanies(nameOf(oldest), nameOf(next));
    if ((await store.commit([firstCompanyWrite(oldest.id)])) === undefined)
      return { id: oldest.id, name: oldest.doc.name };
  }
}

function twoFirstCompanies(first: string, second: string): SlipwayError {
  const message = `Which company this installation began with is not known: ${first} and ${second} were created in the same instant. Name the company you mean by its id.`;
  return refusal('conflict', { path: 'company', code: 'first_company_unknown', message });
}

const SHOWN = 10;

async function knownCompanies(store: Store): Promise<string> {
  const { items, next } = await store.find(companyKind, SYSTEM, {
    order: { by: 'createdAt' },
    limit: SHOWN,
  });
  return items.length === 0
    ? 'None exists yet.'
    : `There are ${items.map(nameOf).join(', ')}${next === undefined ? '.' : ' and more.'}`;
}

const nameOf = ({ id, doc }: { readonly id: string; readonly doc: CompanyRecord }): string =>
  `${doc.name} (${id})`;
