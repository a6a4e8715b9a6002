import * as v from 'valibot';
import { canonicalJson } from '../../core/records/canonical-json.ts';

/** What is wrong with an answer by its schema; undefined when it fits and holds nothing undeclared. */
export function driftOf(schema: v.GenericSchema, text: string): string | undefined {
  const body: unknown = JSON.parse(text);
  const result = v.safeParse(schema, body);
  if (!result.success) return result.issues.map((issue) => `${v.getDotPath(issue) ?? '(top)'}: ${issue.message}`).join('; ');
  const declared = canonicalJson(result.output);
  const sent = canonicalJson(body);
  return declared === sent ? undefined : `undeclared members: sent ${sent.slice(0, 500)} but declared ${declared.slice(0, 500)}`;
}
