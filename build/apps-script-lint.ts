import { type Node, parse } from 'acorn';

/**
 * What Apps Script lacks, or may lack: a syntax check cannot see it. Globals: Google's list of
 * limitations of its V8 runtime. Methods: those younger than ES2019, of which Google does not say
 * which it has.
 */
const GLOBALS = new Set(
  `URL URLSearchParams TextEncoder TextDecoder fetch Headers Request Response FormData File Blob AbortController AbortSignal
  Event EventTarget DOMException ReadableStream WritableStream setTimeout setInterval clearTimeout clearInterval setImmediate
  queueMicrotask structuredClone atob btoa crypto SubtleCrypto performance process Buffer window document navigator
  localStorage globalThis BigInt WeakRef FinalizationRegistry AggregateError`.split(/\s+/),
);
const METHODS = new Set(
  `matchAll replaceAll at findLast findLastIndex toSorted toReversed toSpliced isWellFormed toWellFormed hasOwn groupBy
  allSettled withResolvers`.split(/\s+/),
);

type Branch = Node & { readonly [member: string]: unknown };

const isNode = (value: unknown): value is Branch =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { type?: unknown }).type === 'string';

const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : '';

/** Names of what a script uses and Apps Script lacks, each with the line where it stands. */
export function lackingIn(script: string): string[] {
  const declared = new Set<string>();
  const used: { name: string; line: number }[] = [];
  const found: { name: string; line: number }[] = [];
  visit(parse(script, { ecmaVersion: 2019, locations: true }) as unknown as Branch);
  return [...found, ...used.filter(({ name }) => !declared.has(name))].map(
    ({ name, line }) => `${name} in line ${line}`,
  );

  function visit(node: Branch, parent?: Branch, role = ''): void {
    const line = node.loc?.start.line ?? 0;
    if (
      node.type === 'CallExpression' &&
      isNode(node.callee) &&
      node.callee.type === 'MemberExpression'
    ) {
      const method = node.callee.computed === true ? '' : nameOf(node.callee.property);
      if (METHODS.has(method)) found.push({ name: `.${method}()`, line });
    }
    if (isDeclaration(node, parent, role)) declared.add(nameOf(node));
    else if (node.type === 'Identifier' && GLOBALS.has(nameOf(node)) && isRead(parent, role))
      used.push({ name: nameOf(node), line });
    for (const [member, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, node, member);
  }
}

const isDeclaration = (node: Branch, parent: Branch | undefined, role: string): boolean =>
  node.type === 'Identifier' && parent !== undefined && ['params', 'param', 'id'].includes(role);

/** Neither the name of a member, nor asked for by `typeof`. */
function isRead(parent: Branch | undefined, role: string): boolean {
  if (parent?.type === 'MemberExpression') return role === 'object' || parent.computed === true;
  if (parent?.type === 'Property') return role === 'value' || parent.computed === true;
  return !(parent?.type === 'UnaryExpression' && parent.operator === 'typeof');
}
