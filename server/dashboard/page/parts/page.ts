import { type ComponentChildren, type ComponentType, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Me, problemOf } from '../base/api.ts';
import type { IconName } from './icons.tsx';
import { ProblemNote, Waiting } from './parts.tsx';
import type { Plug } from './plug.ts';

export interface Place {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** Where it is listed. Absent: only links lead there. */
  readonly group?: 'work' | 'settings';
  readonly about?: string;
  /** Of a setting: the heading it stands under. */
  readonly section?: string;
}

export interface Viewer {
  readonly me: Me;
  /** Paths of pages that are not there now. */
  readonly absent: readonly string[];
  readonly sandbox: boolean;
}

/** `#/rules/12/runs` has the id `12` and the rest `runs`. */
interface Visit {
  readonly id: string | undefined;
  readonly rest: string | undefined;
  readonly me: Me;
  readonly sandbox: boolean;
}

/** What the folder of a feature adds to the dashboard, listed in pages.ts. */
export interface Page extends Place, Plug {
  readonly moved?: readonly string[];
  /** The path of a page of the menu: this one is a tab of it. */
  readonly under?: string;
  /** What its own tab is called, where others are tabs of it. */
  readonly tab?: string;
  /** Beside its entry in the menu, for those who see this page. */
  readonly mark?: ComponentType;
  readonly key?: string;
  /** Absent: everyone sees it. */
  isThere?(viewer: Viewer): boolean;
  /** A hook: whether there is something to show. Asked again after a visit to the connections. */
  usePresence?(): { readonly isThere: boolean; reload(): void };
  /** Undefined where nothing has this address. */
  show(visit: Visit): ComponentChildren;
  /** Above every page, for those who see this one. */
  readonly notice?: ComponentType;
  /** Reads what the notice shows: pages are drawn after it, so that it does not push them down. */
  preload?(): Promise<unknown>;
  /** Beside the search, for those who see this one. */
  readonly tool?: ComponentType;
}

export const may = (me: Me, scope: string): boolean =>
  me.key.scopes.some((each) => each === scope || (each === 'admin' && scope !== 'operator'));

export const isAdmin = ({ me }: { readonly me: Me }): boolean => may(me, 'admin');
export const isOperator = ({ me }: { readonly me: Me }): boolean => may(me, 'operator');

const MISSING =
  'The script of this page did not arrive: the service does not answer, or has a newer version. Try again.';

/** A component whose script is loaded when it is first shown. */
export function later<M extends object, N extends keyof M>(load: () => Promise<M>, name: N): M[N] {
  let loaded: M | undefined;
  function Later(props: object) {
    const [module, setModule] = useState(loaded);
    const [problem, setProblem] = useState<ReturnType<typeof problemOf>>();
    useEffect(() => {
      if (loaded === undefined)
        load().then(
          (came) => {
            loaded = came;
            setModule(came);
          },
          () => setProblem(problemOf(MISSING)),
        );
    }, []);
    if (problem !== undefined) return h(ProblemNote, { problem, onRetry: () => location.reload() });
    return module === undefined
      ? h(Waiting, { rows: 4 })
      : h(module[name] as ComponentType<object>, props);
  }
  // It takes the props of what it loads.
  return Later as M[N];
}
