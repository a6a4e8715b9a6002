import type { PartValue } from '../../../core/ports/platform-report.ts';

/** What figures are divided by, in the platform's own word; where it has none, what was not known of the people. */
export const partValue = (word: string | undefined): PartValue =>
  word === undefined || word === '' ? { id: 'unknown', name: 'unknown' } : { id: word, name: word };
