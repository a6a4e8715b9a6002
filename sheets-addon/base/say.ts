import { isListed, type LocatedFault } from '../../core/sheet/locate.ts';
import type { CoreTexts, ScriptTexts } from '../texts/en.ts';
import { type Counted, filled, hasAll, nameFor, type Values } from '../texts/fill.ts';
import { coreTexts, isLanguage, type Language, scriptTexts } from '../texts/languages.ts';

/**
 * The language of the user: chosen in the sidebar, else that of their Google account. Looked up
 * once, with the first text.
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

export const say = (key: keyof ScriptTexts, values?: Values): string =>
  filled(scriptTexts[spokenLanguage()][key], values);

/** What core calls things, in the language of the user; undefined where that is English. */
export const coreNames = (): CoreTexts | undefined => coreTexts[spokenLanguage()];

/**
 * A fault in the language of the user, by code and values; as core says it where the language has
 * no words.
 */
export function local(
  fault: Pick<LocatedFault, 'code' | 'message' | 'hint' | 'values' | 'lacks'>,
): string {
  const { code, message, values = {}, lacks } = fault;
  const text = coreNames()?.faults[code];
  const words = text !== undefined && hasAll(text, values) ? [filled(text, values)] : [];
  if (words.length === 0) words.push(message);
  else {
    if (isListed(fault)) words.push(say('chooseInCell'));
    if (lacks !== undefined) words.push(say('addColumn', { header: lacks }));
  }
  if (values.listReadAt !== undefined) words.push(say('listReadAt', { time: values.listReadAt }));
  return words.join(' ');
}

/** The text for one, or for many. */
export const sayCount = (name: Counted<keyof ScriptTexts>, n: number, values?: Values): string =>
  say(nameFor(name, n) as keyof ScriptTexts, { n, ...values });
