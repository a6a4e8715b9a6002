import type { Template } from '../../../core/sheet/column.ts';
import type { App } from '../../base/app.ts';
import { allowInFormulas } from '../../base/formula-accounts.ts';
import { accountsNamed, definitions, idOf, keyOf } from '../../base/platforms.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { readLaunchSheet } from '../../sheet/launch-sheet.ts';
import { lacksLists, readLists, unreadAccounts } from '../../sheet/lists.ts';
import { createLaunchSheet, templatesOf } from '../../sheet/template.ts';
import { updateLists } from '../../sheet/update-lists.ts';

export async function newLaunchSheet(
  app: App,
  template: Template,
  accountId: string,
): Promise<void> {
  const lists = await readLists(app);
  const isKnown =
    accountsNamed(lists.accounts, accountId).length > 0 &&
    unreadAccounts(lists, [accountId]).length === 0;
  const known = isKnown ? { ...lists, refused: [] } : await updateLists(app, [accountId], []);
  const [account] = accountsNamed(known.accounts, accountId);
  const refusal = known.refused.find(
    (each) => account !== undefined && each.account === keyOf(account),
  );
  if (refusal !== undefined) throw refusal.problem;
  const platform = account && definitions()[account.platform];
  if (account === undefined || platform === undefined)
    throw new Problem('other', say('chooseAccount'));
  if (!templatesOf(platform).includes(template)) throw new Problem('other', say('chooseKind'));
  const made = createLaunchSheet(app, template, known, idOf(account, known.accounts));
  if (lacksLists(readLaunchSheet(made), known)) await updateLists(app, [], []);
  allowInFormulas(known.accounts, [keyOf(account)]);
}
