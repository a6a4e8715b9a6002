/** `*` is any piece of a path, `{id}` one step. */
type Token = { readonly any: true } | { readonly step: true } | { readonly character: string };

/**
 * Base address and version are optional; a bare word is the end of a path. Linear: all ways to
 * match are followed side by side.
 */
export function pathPattern(given: string, basePath = ''): (path: string) => boolean {
  const wanted = withoutBase(given.replace(/^\//, ''), basePath.slice(1)).replace(/\/$/, '');
  if (/^\w+$/.test(wanted)) return (path) => `/${path.replace(/\/$/, '')}`.endsWith(`/${wanted}`);
  const tokens = tokensOf(wanted);
  return (path) => spellingsOf(path).some((each) => fits(tokens, each));
}

function withoutBase(path: string, basePath: string) {
  const base = [basePath, basePath.replace(version, '')].find(
    (each) => each !== '' && path.startsWith(`${each}/`),
  );
  return path.slice(base === undefined ? 0 : base.length + 1).replace(/^v\d+\.\d+\//, '');
}

const version = /\/v\d+\.\d+$/;

/** Slashes at the ends are optional. */
const spellingsOf = (path: string) =>
  [path, path.replace(/^\//, '')].flatMap((each) => [each, each.replace(/\/$/, '')]);

const tokensOf = (pattern: string): Token[] =>
  (pattern.match(/\*+|\{id\}|[^*]/g) ?? []).map((part) =>
    part.startsWith('*') ? { any: true } : part === '{id}' ? { step: true } : { character: part },
  );

function fits(tokens: readonly Token[], path: string): boolean {
  let open = afterAny(tokens, new Set([0]));
  for (const character of path) {
    const next = new Set<number>();
    for (const at of open) {
      const token = tokens[at];
      if (token === undefined) continue;
      if ('any' in token) next.add(at);
      else if ('step' in token) {
        if (character !== '/') next.add(at).add(at + 1);
      } else if (token.character === character) next.add(at + 1);
    }
    open = afterAny(tokens, next);
  }
  return open.has(tokens.length);
}

/** `*` may stand for nothing. */
function afterAny(tokens: readonly Token[], open: Set<number>): Set<number> {
  for (const at of open) {
    const token = tokens[at];
    if (token !== undefined && 'any' in token) open.add(at + 1);
  }
  return open;
}
