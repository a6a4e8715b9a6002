import type { SidebarState } from '../../features/registry.ts';
import { div, el, select } from './element.ts';
import { t } from './words.ts';

/** So many are chosen from at a glance; more are searched. */
const AT_A_GLANCE = 8;

type Account = SidebarState['accounts'][number];

/**
 * Ad accounts to choose one from; a search where there are many.
 *
 * @param chosen is called with the account that is chosen, also with the first
 */
export function choiceOfAccount(
  accounts: readonly Account[],
  chosen: (account: Account) => void = () => {},
): { readonly element: HTMLElement; readonly value: () => string } {
  const option = (account: Account): HTMLElement =>
    el('option', { value: account.key }, account.label);
  const list = select(accounts.map(({ key, label }) => [key, label]));
  list.onchange = () => {
    for (const account of accounts) if (account.key === list.value) chosen(account);
  };
  list.onchange(new Event('change'));
  if (accounts.length <= AT_A_GLANCE) return { element: list, value: () => list.value };
  const search = el('input', {
    type: 'search',
    placeholder: t('searchByName'),
    'aria-label': t('searchAccounts'),
  });
  search.oninput = () => {
    const wanted = search.value.toLowerCase();
    list.replaceChildren(
      ...accounts.filter(({ label }) => label.toLowerCase().includes(wanted)).map(option),
    );
    list.dispatchEvent(new Event('change'));
  };
  return { element: div('', search, list), value: () => list.value };
}
