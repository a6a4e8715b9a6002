import type { ComponentChildren, ComponentType } from 'preact';
import type { Me } from '../base/shapes.ts';
import type { IconName } from './icons.tsx';

/** An entry of the menu. */
export interface Place {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** Where it is listed. Absent: only links lead there. */
  readonly group?: 'work' | 'settings';
  /** What it is for, in a sentence: where settings are listed. */
  readonly about?: string;
}

export interface Viewer {
  readonly me: Me;
  readonly hasResearch: boolean;
  readonly sandbox: boolean;
}

/** Who visits a page, and what its address says behind the path: `#/rules/12` has the id 12. */
interface Visit {
  readonly id: string | undefined;
  readonly rest: string | undefined;
  readonly me: Me;
  readonly sandbox: boolean;
}

/** What the folder of a feature adds to the dashboard. Its line in pages.ts is all that the rest of the dashboard knows of it. */
export interface Page extends Place {
  /** Paths it had in earlier versions. */
  readonly moved?: readonly string[];
  /** The key that leads there after `g`. */
  readonly key?: string;
  /** Absent: everyone sees it. */
  isThere?(viewer: Viewer): boolean;
  /** Undefined where nothing has this address. */
  show(visit: Visit): ComponentChildren;
  /** Stands above every page, for those who see this one. */
  readonly notice?: ComponentType;
  /** Stands in the bar beside the search, for those who see this one. */
  readonly tool?: ComponentType;
}
