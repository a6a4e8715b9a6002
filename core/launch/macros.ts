import type { Macro } from '../ports/evidence.ts';
/** Double braces and what stands in them. */
export const macrosIn = (text: string): readonly string[] =>
  (text.match(/\{\{[^{}]{0,80}\}\}/g) ?? []).map((macro) => macro.slice(2, -2).trim());

/** Whether a platform fills in a macro. What is sent in another form was looked up by us, in whatever case it was written. */
export const isFilledIn = (macros: readonly Macro[], name: string): boolean =>
  macros.some(
    (known) =>
      known.name === name ||
      (known.sent !== undefined && known.name === name.toLowerCase()) ||
      (known.name.endsWith('.*') && name.startsWith(known.name.slice(0, -1))),
  );
