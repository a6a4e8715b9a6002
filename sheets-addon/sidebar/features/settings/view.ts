import { languages } from '../../../texts/languages.ts';
import { ask } from '../../base/ask.ts';
import { button, div, el, field, select } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { speak, t } from '../../base/words.ts';

export const settings: SidebarFeature = {
  tab: { name: 'settings', label: 'tabSettings', draw: settingsView },
};

function settingsView(shell: Shell): void {
  const { company, server, accounts } = shell.state();
  const isAlone = server === '';
  const word = t(isAlone ? 'accessToken' : 'apiKey');
  const key = el('input', {
    type: 'password',
    placeholder: isAlone ? '' : 'ak_…',
    autocomplete: 'off',
    'aria-label': word,
  });
  const connect = async (): Promise<void> => {
    const state = await shell.busy(t('connecting'), () => ask('connect', key.value));
    if (state === undefined) return;
    shell.update(state);
    shell.show('launch');
  };
  const host = server.replace(/^https?:\/\//, '');
  if (company === null) {
    shell.draw(
      'connect',
      el('h2', {}, t('connectTitle')),
      el('p', {}, t(isAlone ? 'pasteToken' : 'pasteKey')),
      field(word, key),
      div(
        'actions',
        button(t('connect'), connect, 'primary'),
        !isAlone && el('a', { href: `${server}/`, target: '_blank', rel: 'noopener' }, t('getKey')),
      ),
      el('p', { className: 'quiet' }, isAlone ? t('withoutServer') : t('server', { host })),
      languageChoice(shell),
    );
    return;
  }
  const read = async (): Promise<void> => {
    const fresh = await shell.busy(t('readingLists'), () => ask('refreshLists'));
    if (fresh === undefined) return;
    shell.update({ accounts: fresh.accounts });
    shell.show('settings');
    if (fresh.refused.length > 0)
      shell.tell({
        kind: 'other',
        message: t('listsRefused', { accounts: fresh.refused.join('\n') }),
      });
  };
  const leave = async (): Promise<void> => {
    const state = await shell.busy(t('disconnecting'), () => ask('disconnect'));
    if (state === undefined) return;
    shell.update(state);
    shell.show('settings');
  };
  shell.draw(
    'settings',
    el('h2', {}, company.name),
    el('p', { className: 'quiet' }, isAlone ? t('keptHere') : t('connectedTo', { host })),
    el('h3', {}, t('lists')),
    el('p', {}, t('listsText', { n: accounts.length })),
    div('actions', button(t('readListsAgain'), read, 'primary')),
    ...shell.features.flatMap(({ settings: own }) => own?.(shell) ?? []),
    el('h3', {}, t(isAlone ? 'anotherToken' : 'anotherKey')),
    field(word, key),
    div(
      'actions',
      button(t(isAlone ? 'useToken' : 'useKey'), connect),
      button(t('disconnect'), leave, 'link'),
    ),
    languageChoice(shell),
  );
}

/** Languages by their own names, so that they are found whatever is spoken now. */
function languageChoice(shell: Shell): Node {
  const { language } = shell.state();
  const choice = select(
    [['', t('languageOfGoogle')], ...Object.entries(languages)],
    language ?? '',
  );
  choice.onchange = async () => {
    const state = await shell.busy(t('oneMoment'), () => ask('chooseLanguage', choice.value));
    if (state === undefined) return;
    speak(state.spoken);
    shell.update(state);
    shell.show('settings');
  };
  return field(t('language'), choice);
}
