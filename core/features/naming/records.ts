import { type NamedRecord, namedDocuments, toldTimes } from '../../operations/named-documents.ts';
import { kind } from '../../ports/store.ts';
import type { Convention } from '../../sheet/names/convention.ts';
import { conventionFaults } from './check.ts';
import type { NamingConvention } from './schema.ts';

interface ConventionRecord extends Convention, NamedRecord {}

export const namingConventionKind = kind<ConventionRecord>('naming-convention', {
  createdAt: 'number',
});

export const namingConventions = /* @__PURE__ */ namedDocuments<ConventionRecord, NamingConvention>(
  {
    kind: namingConventionKind,
    room: { most: 200, what: 'naming conventions', code: 'too_many_conventions' },
    prefix: 'nam',
    noun: 'naming-convention',
    missing: 'There is no such naming convention.',
    hint: 'namingConventions.list',
    // One that was kept before its clash was known can still be renamed.
    faults: (_ports, _companyId, doc, given) =>
      'fields' in given || 'separator' in given ? conventionFaults(doc) : [],
    shown: (id, doc) => ({
      id,
      name: doc.name,
      level: doc.level,
      separator: doc.separator,
      fields: doc.fields.map(({ options, ...field }) => ({
        ...field,
        ...(options !== undefined && { options: [...options] }),
      })),
      ...toldTimes(doc),
    }),
  },
);
