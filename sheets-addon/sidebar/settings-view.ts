import { ask } from './ask.ts';
import { button, div, el, field, ticks } from './element.ts';
import type { Shell } from './shell.ts';

export function settingsView(shell: Shell): void {
  const { company, server, accounts, formulaAccounts } = shell.state();
  const isAlone = server === '';
  const word = isAlone ? 'Access token' : 'API key';
  const key = el('input', { type: 'password', placeholder: isAlone ? '' : 'ak_…', autocomplete: 'off', 'aria-label': word });
  const connect = async (): Promise<void> => {
    const state = await shell.busy('Connecting…', () => ask('connect', key.value));
    if (state === undefined) return;
    shell.update(state);
    shell.show('launch');
  };
  const host = server.replace(/^https?:\/\//, '');
  if (company === null) {
    shell.draw(
      'connect',
      el('h2', {}, 'Connect Slipway'),
      el(
        'p',
        {},
        `Paste ${isAlone ? 'an access token of the ad platform' : 'your API key'}. It is kept for you alone and never written into the spreadsheet.`,
      ),
      field(word, key),
      div(
        'actions',
        button('Connect', connect, 'primary'),
        !isAlone && el('a', { href: `${server}/`, target: '_blank', rel: 'noopener' }, 'Get a key'),
      ),
      el('p', { className: 'quiet' }, isAlone ? 'Without a server' : `Server: ${host}`),
    );
    return;
  }
  const read = async (): Promise<void> => {
    const fresh = await shell.busy('Reading accounts, ad sets and pages…', () => ask('refreshLists'));
    if (fresh === undefined) return;
    shell.update({ accounts: fresh });
    shell.show('settings');
  };
  const leave = async (): Promise<void> => {
    const state = await shell.busy('Disconnecting…', () => ask('disconnect'));
    if (state === undefined) return;
    shell.update(state);
    shell.show('settings');
  };
  const chosen = ticks(
    accounts.map(({ key: id, name }) => [id, name]),
    formulaAccounts,
  );
  const allow = async (): Promise<void> => {
    const state = await shell.busy('Saving…', () => ask('chooseFormulaAccounts', chosen.value()));
    if (state === undefined) return;
    shell.update(state);
    shell.show('settings');
  };
  shell.draw(
    'settings',
    el('h2', {}, company.name),
    el('p', { className: 'quiet' }, isAlone ? 'Without a server: this spreadsheet is where all is kept' : `Connected to ${host}`),
    el('h3', {}, 'Lists'),
    el('p', {}, `${accounts.length} ad accounts. The dropdowns show their ad sets, pages and profiles as they were last read.`),
    div('actions', button('Read lists again', read, 'primary')),
    el('h3', {}, 'Formulas'),
    el('p', {}, 'Formulas run with the key of the owner of this file, whoever types them. They may ask for:'),
    chosen.element,
    div('actions', button('Save accounts', allow)),
    el('h3', {}, isAlone ? 'Another token' : 'Another key'),
    field(word, key),
    div('actions', button(isAlone ? 'Use this token' : 'Use this key', connect), button('Disconnect', leave, 'link')),
  );
}
