import type { AccountKey } from '../../core/base/account-key.ts';
import { idIn } from '../../core/sheet/cells.ts';
import type { App } from '../base/app.ts';
import { openService } from '../base/service.ts';
import { setDropdowns } from './dropdowns.ts';
import { keptListsOf } from './kept-lists.ts';
import { launchSheets, readLaunchSheet } from './launch-sheet.ts';
import { type FreshLists, refreshLists } from './lists.ts';

/**
 * Reads the lists of all accounts that launch sheets were made for or name, and of those given,
 * those that columns ask for, and renews the dropdowns of all launch sheets: they point at places
 * in the lists, and those have moved.
 *
 * @param only reads the lists of these accounts alone, and of those that were never read
 */
export async function updateLists(
  app: App,
  more: readonly string[] = [],
  only?: readonly AccountKey[],
): Promise<FreshLists> {
  const open = launchSheets(app.spreadsheet).map(readLaunchSheet);
  const named = open.flatMap(({ layout, rows, accountId }) => {
    const position = layout.positions.get('adAccountId');
    return [
      accountId,
      ...(position === undefined
        ? []
        : rows.map(({ cells }) => idIn(cells[position]?.shown ?? ''))),
    ];
  });
  const wanted = {
    named: [...new Set([...more, ...named])].filter((id) => id !== ''),
    kept: keptListsOf(open.map(({ layout }) => layout)),
    only,
  };
  const lists = await refreshLists(app, openService(app), wanted);
  for (const each of open) setDropdowns(app, each, lists);
  return lists;
}
