import { draftKind } from '../../launch/journal/records.ts';
import { seenDraft } from '../../launch/journal/seen.ts';
import { feature } from '../../operations/feature.ts';
import { draftOperations } from './operations.ts';

/** Launches that are not finished. */
export const drafts = feature({ name: 'drafts', operations: draftOperations, kinds: [draftKind], seen: [seenDraft] });
