import type { Macro } from '../ports/evidence.ts';
export const macrosIn = (text: string): readonly string[] =>
  (text.match(/\{\{[^{}]{0,80}\}\}/g) ?? []).map((macro) => macro.slice(2, -2).trim());

/** Macros with a `sent` form are looked up by us, in any case. */
export const isFilledIn = (macros: readonly Macro[], name: string): boolean =>
  macros.some(
    (known) =>
      known.name === name ||
      (known.sent !== undefined && known.name === name.toLowerCase()) ||
      (known.name.endsWith('.*') && name.startsWith(known.name.slice(0, -1))),
  );
