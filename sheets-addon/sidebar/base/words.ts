import type { SidebarTexts } from '../../texts/en.ts';
import { type Counted, filled, nameFor, type Values } from '../../texts/fill.ts';
import { type Language, sidebarTexts } from '../../texts/languages.ts';

/** What the sidebar says: English until the script has named another language. */
let texts = sidebarTexts.en;

export function speak(language: Language): void {
  texts = sidebarTexts[language];
  document.documentElement.lang = language;
}

export const t = (key: keyof SidebarTexts, values?: Values): string => filled(texts[key], values);

/** The text for one, or for many. */
export const tn = (name: Counted<keyof SidebarTexts>, n: number, values?: Values): string =>
  t(nameFor(name, n) as keyof SidebarTexts, { n, ...values });
