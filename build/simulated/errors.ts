import { readdirSync, readFileSync } from 'node:fs';

const sourcesOf = (platform: string): readonly string[] => {
  const folder = new URL(`../../adapters/sandbox/${platform}/`, import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files.map((name) => readFileSync(new URL(name, folder), 'utf8'));
};

const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Codes in a simulator's sources, by family or status. */
export const errorsIn: { readonly [platform: string]: () => readonly string[] } = {
  google: () =>
    sourcesOf('google').flatMap((text) =>
      [...text.matchAll(/'([a-z]\w+Error)(?:',\s+'|\.)([A-Z][A-Z0-9_]+)'/g)].map(
        ([, family = '', type]) => `${snake(family)} ${type}`,
      ),
    ),
  pinterest: () =>
    sourcesOf('pinterest').flatMap((text) => [
      ...[...text.matchAll(/Refusal\((\d{3}), (?:'[^']*'|`[^`]*`|\w+)(?:, (\d+))?\)/g)].map(
        ([, status, code = status]) => `${status} ${code}`,
      ),
      ...[...text.matchAll(/status: (\d{3}),\s+(?:message: '[^']*',\s+)?code: (\d+)/g)].map(
        ([, status, code]) => `${status} ${code}`,
      ),
    ]),
};
