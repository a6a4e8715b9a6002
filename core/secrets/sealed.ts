import { type AuditHead, auditHeadKind } from '../access/audit.ts';
import { companyKind } from '../access/records.ts';
import { type AuthorizationRecord, authorizationKind } from '../accounts/authorize.ts';
import { type ConnectionRecord, connectionKind } from '../accounts/records.ts';
import { type PayloadRecord, payloadKind } from '../features/conversions/records.ts';
import { type ResearchConnectionRecord, researchConnectionKind } from '../features/research/records.ts';
import { type WebhookRecord, webhookKind } from '../features/webhooks/records.ts';
import { type MediaSourceRecord, mediaSourceKind } from '../media/sources.ts';
import type { SealPurpose } from '../ports/secrets.ts';
import { type Document, type Kind, type Store, type Stored, SYSTEM } from '../ports/store.ts';
import { idempotencyKind } from '../records/idempotency.ts';
import { allOf } from '../records/list.ts';

/** A kind of document that holds a sealed text. Whatever is sealed and kept stands in `sealedPlaces`, so that it can be sealed anew. */
export interface SealedPlace {
  readonly kind: Kind;
  readonly use: SealPurpose['use'];
  /** What people call it, in the singular. */
  readonly name: string;
  textOf(doc: Document): string | undefined;
  withText(doc: Document, text: string): Document;
}

export const sealedPlaces: readonly SealedPlace[] = [
  {
    kind: connectionKind as Kind,
    use: 'credentials',
    name: 'connection',
    textOf: (doc) => (doc as ConnectionRecord).sealedCredentials,
    withText: (doc, sealedCredentials) => ({ ...doc, sealedCredentials }),
  },
  {
    kind: authorizationKind as Kind,
    use: 'credentials',
    name: 'connection under way',
    textOf: (doc) => (doc as AuthorizationRecord).sealed,
    withText: (doc, sealed) => ({ ...doc, sealed }),
  },
  {
    kind: webhookKind as Kind,
    use: 'webhook',
    name: 'webhook',
    textOf: (doc) => (doc as WebhookRecord).sealedSecret,
    withText: (doc, sealedSecret) => ({ ...doc, sealedSecret }),
  },
  {
    kind: webhookKind as Kind,
    use: 'webhook',
    name: 'former secret of a webhook',
    textOf: (doc) => (doc as WebhookRecord).former?.sealedSecret,
    withText: (doc, sealedSecret) => ({ ...doc, former: { ...(doc as WebhookRecord).former, sealedSecret } }),
  },
  {
    kind: researchConnectionKind as Kind,
    use: 'research',
    name: 'research connection',
    textOf: (doc) => (doc as ResearchConnectionRecord).sealedKey,
    withText: (doc, sealedKey) => ({ ...doc, sealedKey }),
  },
  {
    kind: mediaSourceKind as Kind,
    use: 'credentials',
    name: 'connection to files elsewhere',
    textOf: (doc) => (doc as MediaSourceRecord).sealed,
    withText: (doc, sealed) => ({ ...doc, sealed }),
  },
  {
    kind: idempotencyKind as Kind,
    use: 'answer',
    name: 'kept answer',
    textOf: (doc) => (doc as KeptAnswer).answer?.body?.sealed,
    withText: (doc, sealed) => ({ ...doc, answer: { ...(doc as KeptAnswer).answer, body: { sealed } } }),
  },
  {
    kind: auditHeadKind as Kind,
    use: 'audit',
    name: 'key of the audit',
    textOf: (doc) => (doc as AuditHead).signed?.sealedKey,
    withText: (doc, sealedKey) => ({ ...doc, signed: { ...(doc as AuditHead).signed, sealedKey } }),
  },
  {
    kind: payloadKind as Kind,
    use: 'conversions',
    name: 'list of conversion events',
    textOf: (doc) => (doc as PayloadRecord).sealed,
    withText: (doc, sealed) => ({ ...doc, sealed }),
  },
];

/** What is looked at of an idempotency record: an answer that is secret is kept as one sealed text. */
interface KeptAnswer {
  readonly answer?: { readonly body?: { readonly sealed?: string } | null };
}

/** One sealed text and where it stands. */
export interface SealedText {
  readonly place: SealedPlace;
  readonly companyId: string;
  readonly found: Stored;
  readonly text: string;
}

/** Every sealed text of the installation, company by company, some documents at a time. */
export async function* sealedTexts(store: Store): AsyncGenerator<SealedText> {
  const companies = (await allOf(store, companyKind, SYSTEM)).map(({ id }) => id);
  for (const companyId of [...companies, SYSTEM])
    for (const place of sealedPlaces) {
      let after: string | undefined;
      do {
        const page = await store.find(place.kind, companyId, { limit: 100, ...(after !== undefined && { after }) });
        for (const found of page.items) {
          const text = place.textOf(found.doc);
          if (text !== undefined) yield { place, companyId, found, text };
        }
        after = page.next;
      } while (after !== undefined);
    }
}
