import type { SidebarState } from '../../features/registry.ts';
import type { RowsSummary } from '../../launch/check-rows.ts';
import type { SidebarTexts } from '../../texts/en.ts';
import type { Trouble } from './ask.ts';
import { button, div, el } from './element.ts';
import { t } from './words.ts';

/** What a feature adds to the sidebar. */
export interface SidebarFeature {
  /** A tab of its own; the script opens the sidebar with it by its name. */
  readonly tab?: {
    readonly name: string;
    readonly label: keyof SidebarTexts;
    draw(shell: Shell): void;
  };
  /** What it says about the rows of a launch sheet, as they stood at the last look. */
  aboutRows?(shell: Shell, summary: RowsSummary | undefined): Node[];
  /** A link that helps with filling in rows. */
  rowLink?(shell: Shell): Node | false;
  /** What can be set of it in a file that is connected. */
  settings?(shell: Shell): Node[];
  /** Called once, when the sidebar has its first state and has shown a view. */
  opened?(shell: Shell): void;
}

/** What every view may do. */
export interface Shell {
  readonly features: readonly SidebarFeature[];
  readonly state: () => SidebarState;
  /** Takes over what the script answered. */
  update(state: Partial<SidebarState>): void;
  show(view: string): void;
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

export function createShell(root: HTMLElement, features: readonly SidebarFeature[]): Shell {
  const views = features.flatMap(({ tab }) => tab ?? []);
  const tabs = el('nav', { role: 'tablist' } as never);
  const status = div('status');
  status.setAttribute('role', 'status');
  const notice = div('notice-place');
  const body = div('body');
  root.replaceChildren(tabs, status, notice, body);
  let state: SidebarState | undefined;
  let current = 'settings';
  let drawn = '';

  const drawTabs = (): void => {
    tabs.replaceChildren(
      ...views.map(({ name, label }) =>
        el(
          'button',
          {
            type: 'button',
            role: 'tab',
            'aria-selected': String(name === current),
            onclick: () => shell.show(name),
          },
          t(label),
        ),
      ),
    );
  };
  const shell: Shell = {
    features,
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
      views.find(({ name }) => name === view)?.draw(shell);
    },
    draw(name, ...children) {
      // What was wrong before is not about what is drawn now.
      if (name !== drawn) notice.replaceChildren();
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
    tell({ kind, message, url }) {
      const mild = kind === 'wait' || kind === 'rows' || kind === 'changed';
      notice.replaceChildren(
        div(
          mild ? 'notice mild' : 'notice',
          el('p', {}, message),
          url !== undefined &&
            el('a', { href: url, target: '_blank', rel: 'noopener' }, t('allowAccess')),
          kind === 'connect' &&
            current !== 'settings' &&
            button(t('openSettings'), () => shell.show('settings'), 'link'),
        ),
      );
    },
  };
  return shell;
}
