const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
export const code = (text: string): string => `\`${text}\``;
export const page = (title: string, about: string, ...parts: readonly string[]): string =>
  [`# ${title}`, about, ...parts].join('\n\n').concat('\n');
