import { type NamedRecord, namedDocuments, toldTimes } from '../../operations/named-documents.ts';
import { kind } from '../../ports/store.ts';
import type { SavedReply } from './schema.ts';

interface SavedReplyRecord extends NamedRecord {
  readonly text: string;
}

export const savedReplyKind = kind<SavedReplyRecord>('saved-reply', { createdAt: 'number' });

export const savedReplies = /* @__PURE__ */ namedDocuments<SavedReplyRecord, SavedReply>({
  kind: savedReplyKind,
  room: { most: 200, what: 'saved replies', code: 'too_many_saved_replies' },
  prefix: 'sr',
  noun: 'saved-reply',
  order: 'asc',
  missing: 'There is no such saved reply.',
  hint: 'savedReplies.list',
  shown: (id, doc) => ({ id, name: doc.name, text: doc.text, ...toldTimes(doc) }),
});
