import { readdirSync, readFileSync } from 'node:fs';

/** What build/described-fields.ts wrote. */
export interface Description {
  readonly source: string;
  readonly version: string;
  readonly asOf: string;
  /** Objects that no other one holds. */
  readonly roots: string;
  /** Fields, some with the name of their object behind a colon. */
  readonly objects: { readonly [object: string]: string };
  readonly endpoints: { readonly [methodAndPath: string]: string };
  readonly errors?: { readonly [family: string]: string };
  readonly others?: { readonly [object: string]: string };
  /** Types of fields: `!?integer = 5` is required, may be null, and has an example. */
  readonly schemas?: { readonly [name: string]: { readonly [field: string]: string } };
  /**
   * A later description of the same requests: `!name` is required, `name=A|B` takes words,
   * `outer.inner` is inside.
   */
  readonly tools?: {
    readonly source: string;
    readonly asOf: string;
    readonly endpoints: { readonly [methodAndPath: string]: string };
  };
}

const folder = new URL('../../test/descriptions/', import.meta.url);

export const describedPlatforms: readonly string[] = readdirSync(folder)
  .map((file) => file.replace('.json', ''))
  .sort();

export const descriptionOf = (platform: string): Description =>
  JSON.parse(readFileSync(new URL(`${platform}.json`, folder), 'utf8')) as Description;

export const wordsOf = (line: string): readonly string[] =>
  line.split(' ').filter((word) => word !== '');

/** Without the names of objects. */
export const fieldsOf = (line = ''): readonly string[] =>
  wordsOf(line).map((field) => field.split(':', 1)[0] ?? '');
