import type { AdSet } from '../../core/ports/platform-accounts.ts';
import type { AdAccountRow } from '../../core/schema/accounts.ts';
import type { SheetKnowledge } from '../../core/sheet/check-sheet.ts';
import type { App } from '../app.ts';
import type { Service } from '../service.ts';
/** The hidden sheet behind the dropdowns. The checks know from it what exists, so that they need to ask nobody. */
export declare const LISTS = 'Slipway lists';
/** One line of it. Lines of one kind and account stand together: a dropdown is a piece of the label column. */
interface Line {
  readonly kind: 'account' | 'adSet' | 'page' | 'profile' | 'defaults';
  readonly accountId: string;
  readonly label: string;
  readonly facts: object;
}
type Account = Pick<AdAccountRow, 'id' | 'name' | 'platform' | 'status' | 'currency' | 'timezone'>;
export interface Lists {
  readonly accounts: readonly Account[];
  /** Undefined for an account whose ad sets were never read. */
  adSets(accountId: string): ReadonlyMap<string, AdSet> | undefined;
  readonly launchPaused: boolean;
  /** Where a dropdown's choices stand: first row and how many; undefined when there are none. */
  place(
    kind: Line['kind'],
    accountId?: string,
  ):
    | {
        readonly row: number;
        readonly count: number;
      }
    | undefined;
}
export declare const LABEL_COLUMN = 3;
export declare function readLists({ table }: Pick<App, 'table'>): Promise<Lists>;
/** Reads everything the dropdowns and checks need for these accounts, and writes it down. */
export declare function refreshLists(app: App, service: Service, accountIds: readonly string[]): Promise<Lists>;
/** Of some accounts, by id or by number alone, those that exist and whose ad sets were never read. */
export declare function unreadAccounts(lists: Lists, named: readonly string[]): string[];
/** What a check may know. Nobody is blamed for what was never read. */
export declare function knowledgeOf(lists: Lists): SheetKnowledge;
