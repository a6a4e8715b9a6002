import { auditHeadKind, auditKind } from '../../access/audit.ts';
import { chainAudit } from '../../access/audit-chain.ts';
import { keyKind, keyUseKind } from '../../access/keys.ts';
import { workspaceKind } from '../../access/records.ts';
import { feature, sealedPlace } from '../../operations/feature.ts';
import type { Kind } from '../../ports/store.ts';
import { bothOf } from '../../records/expired.ts';
import { forgetIdempotent, idempotencyKind } from '../../records/idempotency.ts';
import { sequenceKind } from '../../records/sequence.ts';
import { uniqueNameKind } from '../../records/unique-name.ts';
import { accessOperations } from './operations.ts';

/** Keys, workspaces and the audit. */
export const keys = feature({
  name: 'keys',
  operations: accessOperations,
  kinds: [workspaceKind, keyKind, keyUseKind, auditKind, auditHeadKind, uniqueNameKind, sequenceKind, idempotencyKind],
  sealed: [
    sealedPlace(auditHeadKind, {
      use: 'audit',
      name: 'key of the audit',
      textOf: ({ signed }) => signed?.sealedKey,
      withText: (doc, sealedKey) => ({ ...doc, signed: { ...doc.signed, sealedKey } }),
    }),
    // An answer that is secret is kept as one sealed text.
    sealedPlace(idempotencyKind as Kind<KeptAnswer>, {
      use: 'answer',
      name: 'kept answer',
      textOf: ({ answer }) => answer?.body?.sealed,
      withText: (doc, sealed) => ({ ...doc, answer: { ...doc.answer, body: { sealed } } }),
    }),
  ],
  forget: async (ports, companyId) => bothOf(await forgetIdempotent(ports, companyId), await chainAudit(ports, companyId)),
});

interface KeptAnswer {
  readonly answer?: { readonly body?: { readonly sealed?: string } | null };
}
