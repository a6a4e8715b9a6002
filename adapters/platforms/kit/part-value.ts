import type { PartValue } from '../../../core/ports/platform-report.ts';

/** A platform's word for a part of figures; `unknown` where it gives none. */
export const partValue = (word: string | undefined): PartValue =>
  word === undefined || word === '' ? { id: 'unknown', name: 'unknown' } : { id: word, name: word };
