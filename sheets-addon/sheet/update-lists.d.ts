import type { App } from '../app.ts';
import { type Lists } from './lists.ts';
/**
 * Reads the lists of all accounts that launch sheets were made for or name, and of those given, and renews the
 * dropdowns of all launch sheets: they point at places in the lists, and those have moved.
 */
export declare function updateLists(app: App, more?: readonly string[]): Promise<Lists>;
