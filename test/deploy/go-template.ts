/**
 * What the chart uses of Go's templates and of Helm's functions, and no more: anything else is an
 * error.
 */

type Values = { readonly [name: string]: unknown };
type Node = string | { readonly code: string; readonly body: Node[] };

/** The text of a template with these values; `defines` is the text of files with definitions. */
export function renderTemplate(text: string, values: Values, defines = ''): string {
  const named = new Map<string, Node[]>();
  for (const node of parse(defines))
    if (typeof node !== 'string' && node.code.startsWith('define '))
      named.set(quoted(node.code), node.body);
  return render(parse(text), { values, named, variables: {} });
}

interface Scope {
  readonly values: Values;
  readonly named: ReadonlyMap<string, Node[]>;
  readonly variables: Values;
}

function parse(text: string): Node[] {
  const root: Node[] = [];
  const open: Node[][] = [root];
  // A dash takes the blanks and lines on its side away.
  const parts = text
    .replace(/\s*\{\{-/g, '{{')
    .replace(/-\}\}\s*/g, '}}')
    .split(/(\{\{.*?\}\})/);
  for (const part of parts) {
    const code = /^\{\{\s*(.*?)\s*\}\}$/.exec(part)?.[1];
    const here = open.at(-1);
    if (here === undefined) throw new Error('One end too many.');
    if (code === undefined) here.push(part);
    else if (code === 'end') open.pop();
    else {
      const node = { code, body: [] };
      here.push(node);
      if (/^(if|range|define) /.test(code)) open.push(node.body);
    }
  }
  if (open.length !== 1) throw new Error('An end is missing.');
  return root;
}

function render(nodes: readonly Node[], scope: Scope): string {
  return nodes.map((node) => (typeof node === 'string' ? node : renderNode(node, scope))).join('');
}

function renderNode({ code, body }: Exclude<Node, string>, scope: Scope): string {
  if (code.startsWith('define ')) return '';
  if (code.startsWith('if ')) {
    const value = evaluate(code.slice(3), scope);
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    return value && !isEmpty ? render(body, scope) : '';
  }
  const range = /^range \$(\w+), \$(\w+) := (.*)$/.exec(code);
  if (range !== null) {
    const [, name = '', value = '', list = ''] = range;
    return Object.entries(evaluate(list, scope) as Values)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) =>
        render(body, { ...scope, variables: { ...scope.variables, [name]: key, [value]: each } }),
      )
      .join('');
  }
  return String(evaluate(code, scope));
}

function evaluate(code: string, scope: Scope): unknown {
  const [first = '', ...pipes] = code.split('|').map((each) => each.trim());
  return pipes.reduce<unknown>(
    (value, pipe) => {
      const [name = '', argument = ''] = pipe.split(' ');
      if (name === 'quote') return JSON.stringify(String(value));
      if (name === 'nindent')
        return `\n${String(value)
          .split('\n')
          .map((line) => ' '.repeat(Number(argument)) + line)
          .join('\n')}`;
      if (name === 'default') return value || evaluate(argument, scope);
      throw new Error(`The function ${name} is not known.`);
    },
    evaluateOne(first, scope),
  );
}

function evaluateOne(code: string, scope: Scope): unknown {
  if (code.startsWith('include ')) {
    const nodes = scope.named.get(quoted(code));
    if (nodes === undefined) throw new Error(`Nothing is defined as ${code}.`);
    return render(nodes, scope).replace(/^\n/, '');
  }
  // JSON is YAML.
  if (code.startsWith('toYaml ')) return JSON.stringify(evaluateOne(code.slice(7), scope));
  if (code.startsWith('$')) return scope.variables[code.slice(1)];
  if (!/^(\.\w+)+$/.test(code)) throw new Error(`This is not known: ${code}`);
  return code
    .slice(1)
    .split('.')
    .reduce<unknown>((value, name) => {
      if (typeof value !== 'object' || value === null || !(name in value))
        throw new Error(`There is no value ${code}.`);
      return (value as Values)[name];
    }, scope.values);
}

const quoted = (code: string): string => /"([^"]+)"/.exec(code)?.[1] ?? '';
