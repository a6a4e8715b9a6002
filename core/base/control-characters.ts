/** Control characters, except tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Makes control characters visible: names of ads come from many sources. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '\ufffd');
