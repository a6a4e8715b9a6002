import type { JsonObject } from '../../entity.ts';
import { invalid } from './errors.ts';
import type { Turn } from './graph.ts';
import { setOf, words } from './params.ts';

/** Parameters of any call. */
const common = setOf(
  'access_token appsecret_proof fields locale method id format include_headers suppress_http_code execution_options pretty debug date_format thumbnail_width thumbnail_height',
);

/** Meta ignores some unknown parameters, which hides misspelt names: the fault `unknown-ignored` plays that. */
export function checkKnown(turn: Turn, known: ReadonlySet<string>): void {
  if (turn.fired.has('unknown-ignored')) return;
  const echoes = echoesOf(turn);
  const unknown = Object.keys(turn.call.params).find((name) => !known.has(name) && !common.has(name) && !echoes(name));
  if (unknown !== undefined) throw invalid(`Unknown parameter "${unknown}"`, unknown);
}

/** The official client sends objects back with every field it read. */
function echoesOf({ world, types, call }: Turn): (name: string) => boolean {
  const [head = '', edge] = call.path;
  const node = edge === undefined ? world.get(head) : undefined;
  if (node === undefined) return () => false;
  const { fields = {}, links = {} } = types.get(node.kind) ?? {};
  return (name) => name === 'success' || Object.hasOwn(fields, name) || Object.hasOwn(links, name);
}

/** `execution_options=["validate_only"]`. */
export function validateOnly(turn: Turn): boolean {
  const options = words(turn.call.params, 'execution_options') ?? [];
  const unknown = options.find(
    (option) => !['validate_only', 'include_recommendations', 'synchronous_ad_review'].includes(option),
  );
  if (unknown !== undefined) throw invalid(`Param execution_options holds the unknown value ${unknown}`, 'execution_options');
  return options.includes('validate_only');
}

export const success: JsonObject = { success: true };

export const defined = (values: { readonly [name: string]: JsonObject[string] | undefined }): JsonObject =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, JsonObject[string]] => entry[1] !== undefined));
