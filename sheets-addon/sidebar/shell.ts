import type { SidebarState } from '../sidebar-state.ts';
import type { Trouble } from './ask.ts';
import { button, div, el } from './element.ts';
import { t } from './words.ts';

/** What every view may do. */
export interface Shell {
  readonly state: () => SidebarState;
  /** Takes over what the script answered. */
  update(state: Partial<SidebarState>): void;
  show(view: SidebarState['view']): void;
  /** Replaces what is below the tabs, under a name. */
  draw(name: string, ...children: Node[]): void;
  /** The name of what is drawn. */
  drawn(): string;
  /** Runs work with all buttons off and a line that says what is going on. */
  during<T>(message: string, work: () => Promise<T>): Promise<T>;
  /** The same; trouble is told in place, and the answer is then undefined. */
  busy<T>(message: string, work: () => Promise<T>): Promise<T | undefined>;
  tell(trouble: Trouble): void;
}

const VIEWS = { launch: 'tabLaunch', reports: 'tabReports', events: 'tabEvents', settings: 'tabSettings' } as const;

export function createShell(root: HTMLElement, views: { readonly [V in SidebarState['view']]: (shell: Shell) => void }): Shell {
  const tabs = el('nav', { role: 'tablist' } as never);
  const status = div('status');
  status.setAttribute('role', 'status');
  const notice = div('notice-place');
  const body = div('body');
  root.replaceChildren(tabs, status, notice, body);
  let state: SidebarState | undefined;
  let current: SidebarState['view'] = 'settings';
  let drawn = '';

  const drawTabs = (): void => {
    tabs.replaceChildren(
      ...(Object.keys(VIEWS) as SidebarState['view'][]).map((view) =>
        el(
          'button',
          { type: 'button', role: 'tab', 'aria-selected': String(view === current), onclick: () => shell.show(view) },
          t(VIEWS[view]),
        ),
      ),
    );
  };
  const shell: Shell = {
    state: () => {
      if (state === undefined) throw new Error(t('noState'));
      return state;
    },
    update(next) {
      state = { ...(state as SidebarState), ...next };
    },
    show(view) {
      current = view;
      drawTabs();
      notice.replaceChildren();
      views[view](shell);
    },
    draw(name, ...children) {
      drawn = name;
      body.replaceChildren(...children);
    },
    drawn: () => drawn,
    busy: (message, work) =>
      shell.during(message, work).catch((trouble: Trouble) => {
        shell.tell(trouble);
        return undefined;
      }),
    async during(message, work) {
      notice.replaceChildren();
      status.replaceChildren(el('span', { className: 'spinner' }), message);
      root.setAttribute('aria-busy', 'true');
      try {
        return await work();
      } finally {
        status.replaceChildren();
        root.removeAttribute('aria-busy');
      }
    },
    tell({ kind, message }) {
      const mild = kind === 'wait' || kind === 'rows' || kind === 'changed';
      notice.replaceChildren(
        div(
          mild ? 'notice mild' : 'notice',
          el('p', {}, message),
          kind === 'connect' && current !== 'settings' && button(t('openSettings'), () => shell.show('settings'), 'link'),
        ),
      );
    },
  };
  return shell;
}
