import deCore from './de/core.json' with { type: 'json' };
import deScript from './de/script.json' with { type: 'json' };
import deSidebar from './de/sidebar.json' with { type: 'json' };
import deStandalone from './de/standalone.json' with { type: 'json' };
import * as en from './en.ts';
import esCore from './es/core.json' with { type: 'json' };
import esScript from './es/script.json' with { type: 'json' };
import esSidebar from './es/sidebar.json' with { type: 'json' };
import esStandalone from './es/standalone.json' with { type: 'json' };

/**
 * Languages by their own names. A new one is added here and as a folder beside, with the keys of
 * en.ts.
 */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const;

export type Language = keyof typeof languages;

export const isLanguage = (text: string): text is Language => Object.keys(languages).includes(text);

/** What the script says. */
export const scriptTexts: { readonly [L in Language]: en.ScriptTexts } = {
  en: en.script,
  de: deScript,
  es: esScript,
};

/** What core says in English. */
export const coreTexts: { readonly [L in Language]: en.CoreTexts | undefined } = {
  en: undefined,
  de: deCore,
  es: esCore,
};

/** What the sidebar says. The script has none of these texts. */
export const sidebarTexts: { readonly [L in Language]: en.SidebarTexts } = {
  en: en.sidebar,
  de: deSidebar,
  es: esSidebar,
};

/** What only an add-on without a server says. */
export const standaloneTexts: { readonly [L in Language]: en.StandaloneTexts } = {
  en: en.standalone,
  de: deStandalone,
  es: esStandalone,
};
