/** Everything terminals and programs may take for a command, but not tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** A text whose control characters are seen instead of obeyed. Names of ads come from many hands. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '\ufffd');
