import * as de from './de.ts';
import * as en from './en.ts';
import * as es from './es.ts';

/** Languages by their own names. A new one is added here and as a file beside. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const;

export type Language = keyof typeof languages;

export const isLanguage = (text: string): text is Language => Object.keys(languages).includes(text);

/** What the script says. */
export const scriptTexts: { readonly [L in Language]: en.ScriptTexts } = { en: en.script, de: de.script, es: es.script };

/** What core says in English. */
export const coreTexts: { readonly [L in Language]: en.CoreTexts | undefined } = { en: undefined, de: de.core, es: es.core };

/** What the sidebar says. The script has none of these texts. */
export const sidebarTexts: { readonly [L in Language]: en.SidebarTexts } = { en: en.sidebar, de: de.sidebar, es: es.sidebar };

/** What only an add-on without a server says. */
export const standaloneTexts: { readonly [L in Language]: en.StandaloneTexts } = {
  en: en.standalone,
  de: de.standalone,
  es: es.standalone,
};
