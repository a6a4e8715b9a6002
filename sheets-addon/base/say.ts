import type { ScriptTexts } from '../texts/en.ts';
import { type Counted, filled, nameFor, type Values } from '../texts/fill.ts';
import { isLanguage, type Language, scriptTexts } from '../texts/languages.ts';
import { inLanguage } from '../texts/phrases.ts';

/**
 * What the script says to people, in their language: the one they chose in the sidebar, else that of their Google account.
 * It is looked up when the first text is needed, once in an execution; most executions say nothing.
 */
let spoken: Language | undefined;

const LANGUAGE = 'language';

type Properties = GoogleAppsScript.Properties.Properties;

/** The language the user chose; undefined when it shall be that of their account. */
export function chosenLanguage(properties: Properties): Language | undefined {
  const chosen = properties.getProperty(LANGUAGE) ?? '';
  return isLanguage(chosen) ? chosen : undefined;
}

/** Keeps what the user chose; anything that is no language stands for that of their account. */
export function chooseLanguage(properties: Properties, chosen: string): void {
  if (isLanguage(chosen)) properties.setProperty(LANGUAGE, chosen);
  else properties.deleteProperty(LANGUAGE);
  spoken = undefined;
}

/** `de_AT` and `de-AT` are German; what nobody has translated is English. */
function languageOf(locale: string): Language {
  const [language = ''] = locale.toLowerCase().split(/[-_]/);
  return isLanguage(language) ? language : 'en';
}

export function spokenLanguage(): Language {
  spoken ??= tried(() => chosenLanguage(PropertiesService.getUserProperties())) ?? ofAccount();
  return spoken;
}

const ofAccount = (): Language => tried(() => languageOf(Session.getActiveUserLocale())) ?? 'en';

/** The menu is put up where the script may not look at properties yet. */
function tried<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

export const say = (key: keyof ScriptTexts, values?: Values): string => filled(scriptTexts[spokenLanguage()][key], values);

/** What core says, in the language of the user. */
export const local = (text: string): string => inLanguage(text, spokenLanguage());

/** The text for one, or for many. */
export const sayCount = (name: Counted<keyof ScriptTexts>, n: number, values?: Values): string =>
  say(nameFor(name, n) as keyof ScriptTexts, { n, ...values });
