/** JSON Schema as people read shapes: close to TypeScript, with the rules behind each member. */
export function shapeText(schema: unknown, indent = ''): string {
  if (typeof schema !== 'object' || schema === null) return 'any';
  const node = schema as Node;
  if (node.$ref !== undefined) return node.$ref.split('/').pop() ?? 'any';
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = node.anyOf ?? node.oneOf;
  if (options !== undefined)
    return [...new Set(options.map((option) => shapeText(option, indent)))].join(' | ');
  if (node.type === 'array') {
    const item = shapeText(node.items, indent);
    return `${item.includes(' | ') ? `(${item})` : item}[]`;
  }
  if (node.type === 'object') return objectText(node, indent);
  return node.type ?? 'any';
}

interface Node {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
  readonly type?: string;
  readonly items?: unknown;
  readonly properties?: { readonly [name: string]: unknown };
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly description?: string;
}

function objectText(node: Node, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(node.properties ?? {}).map(([name, member]) => {
    const optional = node.required?.includes(name) ? '' : '?';
    const remarks = [(member as Node).description, rulesOf(member)].filter(Boolean).join(' ');
    return `${inner}${name}${optional}: ${shapeText(member, inner)}${remarks === '' ? '' : `  // ${remarks}`}`;
  });
  if (typeof node.additionalProperties === 'object')
    members.push(`${inner}[name]: ${shapeText(node.additionalProperties, inner)}`);
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`;
}

const words: { readonly [keyword: string]: (value: number) => string } = {
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `at most ${value} characters`,
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minItems: (value) => `at least ${value}`,
  maxItems: (value) => `at most ${value}`,
  default: (value) => `default ${value}`,
};

export function rulesOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return '';
  return Object.entries(schema)
    .flatMap(([keyword, value]) =>
      words[keyword] === undefined ? [] : [words[keyword](Number(value))],
    )
    .join(', ');
}
