import type { SidebarState } from '../../features/registry.ts';
import { div, el, select } from './element.ts';
import { t } from './words.ts';

/** So many are chosen from at a glance; more are searched. */
const AT_A_GLANCE = 8;

/** Ad accounts to choose one from, by name and id; a search where there are many. */
export function choiceOfAccount(accounts: SidebarState['accounts']): {
  readonly element: HTMLElement;
  readonly value: () => string;
} {
  const label = ({ id, name }: SidebarState['accounts'][number]): string => `${name} (${id})`;
  const list = select(accounts.map((account) => [account.id, label(account)]));
  if (accounts.length <= AT_A_GLANCE) return { element: list, value: () => list.value };
  const search = el('input', { type: 'search', placeholder: t('searchByName'), 'aria-label': t('searchAccounts') });
  search.oninput = () => {
    const wanted = search.value.toLowerCase();
    const found = accounts.filter((account) => label(account).toLowerCase().includes(wanted));
    list.replaceChildren(...found.map((account) => el('option', { value: account.id }, label(account))));
  };
  return { element: div('', search, list), value: () => list.value };
}
