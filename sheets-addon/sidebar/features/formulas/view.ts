import { ask } from '../../base/ask.ts';
import { button, div, el, ticks } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { t } from '../../base/words.ts';

export const formulas: SidebarFeature = { settings: accountsView };

/** The ad accounts that formulas of this file may ask for. */
function accountsView(shell: Shell): Node[] {
  const { accounts, formulaAccounts } = shell.state();
  const chosen = ticks(
    accounts.filter((account) => account.hasFigures).map(({ key, label }) => [key, label]),
    formulaAccounts,
  );
  const allow = async (): Promise<void> => {
    const state = await shell.busy(t('saving'), () => ask('chooseFormulaAccounts', chosen.value()));
    if (state === undefined) return;
    shell.update(state);
    shell.show('settings');
  };
  return [
    el('h3', {}, t('formulas')),
    el('p', {}, t('formulasText')),
    chosen.element,
    div('actions', button(t('saveAccounts'), allow)),
  ];
}
