import type { LocatedFault } from '../../core/sheet/locate.ts';
import type { LookedAt } from '../launch/looked-at.ts';
import type { OpenSheet } from './launch-sheet.ts';
/**
 * Shows in the sheet how every row stands: status, what to do, marked cells with their notes. True when the sheet
 * moved meanwhile: look and show again.
 *
 * @param byService the faults are the service's: they stay until the row changes or the service is asked again
 */
export declare function showRows(looked: LookedAt, timezone: string, byService?: boolean): boolean;
export declare const sentence: ({ layout }: Pick<OpenSheet, 'layout'>, { position, message }: LocatedFault) => string;
