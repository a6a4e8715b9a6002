import type { Store } from '../../core/ports/store.ts';
import type { App } from '../base/app.ts';
import type { ScriptTexts } from '../texts/en.ts';

/** What a feature adds to the add-on besides its global functions. */
export interface Feature<State extends object = object> {
  /** Entries of the menu: what each says, and the global function that it calls. */
  readonly menu?: readonly (readonly [text: keyof ScriptTexts, calls: string])[];
  /** The name of a menu of their own that these entries stand in. */
  readonly submenu?: keyof ScriptTexts;
  /** What the time trigger goes on with. */
  readonly schedule?: {
    isNeeded(app: App, store: Store): Promise<boolean>;
    run(app: App): Promise<unknown>;
  };
  /** Its part of what the sidebar draws itself from, as a user without a key sees it. */
  readonly blank?: () => State;
  /** What a user with a key sees besides. */
  readonly state?: (app: App) => Promise<Partial<State>>;
}

export const feature = <State extends object = object>(it: Feature<State>): Feature<State> => it;

let handed: readonly Feature[] = [];

/** The features of this script, in the order of the menu. */
export const features = (): readonly Feature[] => handed;

/** Called once, while the script is loaded. */
export function useFeatures(modules: readonly { readonly feature: Feature }[]): void {
  handed = modules.map((module) => module.feature);
}
