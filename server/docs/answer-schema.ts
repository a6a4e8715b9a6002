import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { answerWords } from './answer-words.ts';
import { type WordsFor, withFieldWords } from './field-words.ts';
import { convert, namedSchemas } from './json-schema.ts';

const answerWordsFor: WordsFor = (name, parent) =>
  answerWords[`${parent}.${name}`] ?? answerWords[name];

/** An answer as JSON Schema, with a sentence for each member. */
export const answerSchema = (schema: v.GenericSchema, group: string): JsonSchema =>
  withFieldWords(convert(schema), group, answerWordsFor);

/** The shapes that answers refer to by their names, described in the same way. */
export const namedAnswers = (): { readonly [name: string]: JsonSchema } =>
  Object.fromEntries(
    Object.entries(namedSchemas()).map(([name, schema]) => [
      name,
      withFieldWords(schema, name.charAt(0).toLowerCase() + name.slice(1), answerWordsFor),
    ]),
  );
