import { kind, type Write } from '../ports/store.ts';

interface UniqueNameRecord {
  readonly owner: string;
}

export const uniqueNameKind = kind<UniqueNameRecord>('unique-name');

/**
 * Takes a name that one document of a company may have. When this write loses its commit, the name
 * is taken.
 */
export const takeName = (companyId: string, realm: string, name: string, owner: string): Write => ({
  kind: uniqueNameKind,
  companyId,
  id: `${realm}:${name}`,
  expect: 'absent',
  doc: { owner } satisfies UniqueNameRecord,
});

export const freeName = (companyId: string, realm: string, name: string): Write => ({
  kind: uniqueNameKind,
  companyId,
  id: `${realm}:${name}`,
  expect: 1,
  doc: undefined,
});
