import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { macros } from './checks.ts';

const sentFor = (macro: string) => macros.find(({ name }) => `{{${name}}}` === macro.toLowerCase())?.sent;

const macroForm = /\{\{[^{}]*\}\}/g;

/** Macros the platform does not fill in. */
export const unknownMacros = (text: string): readonly string[] =>
  (text.match(macroForm) ?? []).filter((macro) => sentFor(macro) === undefined);

export function landingPage(ad: Pick<LaunchAd, 'link' | 'utmTags'>): string | undefined {
  if (ad.link === undefined) return undefined;
  const [address = '', fragment] = ad.link.split('#', 2);
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  const tagged = ad.utmTags === undefined ? address : `${address}${joint}${ad.utmTags}`;
  const whole = fragment === undefined ? tagged : `${tagged}#${fragment}`;
  return whole.replace(macroForm, (macro) => sentFor(macro) ?? macro);
}
