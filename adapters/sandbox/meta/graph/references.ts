import type { Json } from '../../entity.ts';
import { GraphError } from './errors.ts';
import { isList, isObject } from './params.ts';

/** Replaces `{result=name:$.path}`; several values become a comma list. */
export function resolveReferences(value: string, answers: ReadonlyMap<string, Json>): string {
  return value.replace(/\{result=([^:{}]+):([^{}]+)\}/g, (whole, name: string, path: string) => {
    const answer = answers.get(name);
    const found = answer === undefined ? [] : select(answer, path);
    if (found.length === 0) throw new GraphError({ code: 2, message: `(#2) The reference ${whole} finds nothing` });
    return found.map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each))).join(',');
  });
}

/** The JSONPath of the platform's examples: `$.a.b`, `$.data[0].id`, `$.images.*.hash`, `$['a']`. */
function select(value: Json, path: string): readonly Json[] {
  const steps = path.replace(/^\$/, '').match(/\[\*\]|\[\d+\]|\['[^']+'\]|[^.[\]]+/g) ?? [];
  let found: readonly Json[] = [value];
  for (const step of steps) {
    const key = step.replace(/^\['?|'?\]$/g, '');
    found = found.flatMap((each) => {
      if (key === '*') return isList(each) ? each : isObject(each) ? Object.values(each) : [];
      const next = isList(each) ? each[Number(key)] : isObject(each) ? each[key] : undefined;
      return next === undefined ? [] : [next];
    });
  }
  return found;
}
