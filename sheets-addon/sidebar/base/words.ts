import type { SidebarTexts } from '../../texts/en.ts';
import { sidebar as english } from '../../texts/en.ts';
import { type Counted, filled, nameFor, type Values } from '../../texts/fill.ts';

/** What the sidebar says: English until the script has handed over another language. */
let texts: SidebarTexts = english;

export function speak(given: SidebarTexts | undefined): void {
  texts = given ?? english;
  document.documentElement.lang = texts.lang;
}

export const t = (key: keyof SidebarTexts, values?: Values): string => filled(texts[key], values);

/** The text for one, or for many. */
export const tn = (name: Counted<keyof SidebarTexts>, n: number, values?: Values): string =>
  t(nameFor(name, n) as keyof SidebarTexts, { n, ...values });
