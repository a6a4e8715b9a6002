import { spokenLanguage } from '../base/say.ts';
import type { StandaloneTexts } from '../texts/en.ts';
import { filled, type Values } from '../texts/fill.ts';
import { standaloneTexts } from '../texts/languages.ts';

/** What only an add-on without a server says, in the language of the user. */
export const sayAlone = (key: keyof StandaloneTexts, values?: Values): string =>
  filled(standaloneTexts[spokenLanguage()][key], values);
