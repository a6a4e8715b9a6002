import { refusal } from '../wire.ts';

export interface Query {
  readonly select: readonly string[];
  readonly from: string;
  readonly where: readonly Condition[];
  readonly order: readonly { readonly field: string; readonly down: boolean }[];
  readonly limit: number | undefined;
}

export type Value = string | number;

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly Value[];
  /** DURING's word, or a value without quotes. */
  readonly bare: boolean;
}

type Operator =
  | (
      | '='
      | '!='
      | '>'
      | '>='
      | '<'
      | '<='
      | 'IN'
      | 'NOT IN'
      | 'LIKE'
      | 'NOT LIKE'
      | 'BETWEEN'
      | 'DURING'
    )
  | (
      | 'IS NULL'
      | 'IS NOT NULL'
      | 'CONTAINS ANY'
      | 'CONTAINS ALL'
      | 'CONTAINS NONE'
      | 'REGEXP_MATCH'
      | 'NOT REGEXP_MATCH'
    );

interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign' | 'end';
  readonly text: string;
}

const queryFault = (type: string, message: string, trigger?: string) =>
  refusal('queryError', type, message, trigger === undefined ? {} : { trigger });

const pattern =
  /\s+|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?![\w.])|[A-Za-z_][\w.]*|<=|>=|!=|[=<>(),;]/y;

function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < query.length) {
    pattern.lastIndex = at;
    const text = pattern.exec(query)?.[0];
    if (text === undefined) throw unreadable(query.slice(at));
    at += text.length;
    const token = tokenOf(text);
    if (token !== undefined) tokens.push(token);
  }
  return [...tokens, { kind: 'end', text: '' }];
}

function unreadable(rest: string): Error {
  const char = rest[0] ?? '';
  if (char === "'" || char === '"')
    return /^.[^\n]*\n/.test(rest)
      ? queryFault('PROHIBITED_NEWLINE_IN_STRING', 'A string contains a newline.')
      : queryFault('STRING_NOT_TERMINATED', 'A string is not terminated.');
  if (/\d|-/.test(char))
    return queryFault('BAD_NUMBER', 'A number cannot be parsed.', rest.slice(0, 20));
  return queryFault('BAD_SYMBOL', `Error in query: unexpected input ${char}.`, char);
}

function tokenOf(text: string): Token | undefined {
  const [first = ''] = text;
  if (first.trim() === '') return undefined;
  if (first === "'" || first === '"') return { kind: 'text', text: unescaped(text.slice(1, -1)) };
  if (/[\d-]/.test(first)) return { kind: 'number', text };
  return { kind: /[A-Za-z_]/.test(first) ? 'word' : 'sign', text };
}

function unescaped(text: string): string {
  if (/\\[^\\'"nt%_[\]]/.test(text))
    throw queryFault('BAD_ESCAPE_SEQUENCE', 'A string contains an invalid escape sequence.');
  return text.replace(/\\(['"\\])/g, '$1');
}

/** SELECT … FROM … WHERE … ORDER BY … LIMIT … PARAMETERS …. */
export function parseQuery(text: string): Query {
  const tokens = tokensOf(text);
  let at = 0;
  const peek = (ahead = 0): Token =>
    tokens[Math.min(at + ahead, tokens.length - 1)] ?? { kind: 'end', text: '' };
  const is = (word: string, ahead = 0) =>
    peek(ahead).kind === 'word' && peek(ahead).text.toUpperCase() === word;
  const take = (): Token => {
    const token = peek();
    if (token.kind === 'end')
      throw queryFault('UNEXPECTED_END_OF_QUERY', 'The query is incomplete.');
    at += 1;
    return token;
  };
  const taken = (word: string) => {
    if (!is(word)) return false;
    at += 1;
    return true;
  };
  const sign = (text_: string) => {
    if (peek().kind !== 'sign' || peek().text !== text_) return false;
    at += 1;
    return true;
  };

  if (!taken('SELECT'))
    throw queryFault('EXPECTED_SELECT', 'Error in query: expected SELECT.', peek().text);
  const select = fieldList();
  if (!taken('FROM'))
    throw queryFault('EXPECTED_FROM', 'Error in query: FROM is missing.', peek().text);
  const from = name('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE');
  const where: Condition[] = [];
  if (taken('WHERE'))
    do where.push(condition());
    while (taken('AND'));
  const order: { field: string; down: boolean }[] = [];
  if (taken('ORDER')) {
    if (!taken('BY')) throw queryFault('EXPECTED_BY', 'Error in query: expected BY.', peek().text);
    do {
      const field = name('BAD_FIELD_NAME');
      const down = taken('DESC');
      if (!down) taken('ASC');
      order.push({ field, down });
    } while (sign(','));
  }
  const limit = taken('LIMIT') ? limitValue() : undefined;
  if (taken('PARAMETERS'))
    do parameter();
    while (sign(','));
  if (peek().kind !== 'end')
    throw queryFault(
      'UNEXPECTED_INPUT',
      `Error in query: unexpected input ${peek().text}.`,
      peek().text,
    );
  return { select, from, where, order, limit };

  function fieldList() {
    const fields: string[] = [];
    do fields.push(name('BAD_FIELD_NAME'));
    while (sign(','));
    return fields;
  }

  function name(type: string) {
    const token = take();
    if (token.kind !== 'word' || !/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/i.test(token.text))
      throw queryFault(type, `Error in query: ${token.text} is no name.`, token.text);
    return token.text.toLowerCase();
  }

  function condition(): Condition {
    const field = name('BAD_FIELD_NAME');
    const operator = operatorOf();
    if (operator === 'IS NULL' || operator === 'IS NOT NULL')
      return { field, operator, values: [], bare: false };
    if (operator === 'BETWEEN') {
      const [from_] = value();
      if (!taken('AND'))
        throw queryFault(
          'EXPECTED_AND',
          'Error in query: expected AND between the values of BETWEEN.',
        );
      return { field, operator, values: [from_, value()[0]], bare: false };
    }
    if (peek().kind === 'sign' && peek().text === '(')
      return { field, operator, values: listOf(operator), bare: false };
    if (['IN', 'NOT IN', 'CONTAINS ANY', 'CONTAINS ALL', 'CONTAINS NONE'].includes(operator))
      throw queryFault('EXPECTED_LIST', `Error in query: ${operator} takes a list.`, peek().text);
    const [single, bare] = value();
    return { field, operator, values: [single], bare };
  }

  function listOf(operator: Operator): readonly Value[] {
    if (!['IN', 'NOT IN', 'CONTAINS ANY', 'CONTAINS ALL', 'CONTAINS NONE'].includes(operator))
      throw queryFault('EXPECTED_SINGLE_VALUE', `Error in query: ${operator} takes one value.`);
    at += 1;
    const values: Value[] = [];
    if (!sign(')')) {
      do values.push(value()[0]);
      while (sign(','));
      if (!sign(')'))
        throw queryFault(
          'UNEXPECTED_INPUT',
          `Error in query: unexpected input ${peek().text}.`,
          peek().text,
        );
    }
    if (values.length === 0)
      throw queryFault('PROHIBITED_EMPTY_LIST_IN_CONDITION', 'A condition has an empty list.');
    return values;
  }

  function value(): readonly [Value, boolean] {
    const token = take();
    if (token.kind === 'number') return [Number(token.text), true];
    if (token.kind === 'text') return [token.text, false];
    if (token.kind === 'word') return [token.text, true];
    throw queryFault('BAD_VALUE', `Error in query: ${token.text} is no value.`, token.text);
  }

  function operatorOf(): Operator {
    const token = take();
    if (token.kind === 'sign' && ['=', '!=', '>', '>=', '<', '<='].includes(token.text))
      return token.text as Operator; // one of those
    const word = token.text.toUpperCase();
    if (token.kind === 'word' && ['IN', 'LIKE', 'BETWEEN', 'DURING', 'REGEXP_MATCH'].includes(word))
      return word as Operator; // one of those
    if (token.kind === 'word' && word === 'NOT') {
      const next = take().text.toUpperCase();
      // one of those
      if (['IN', 'LIKE', 'REGEXP_MATCH'].includes(next)) return `NOT ${next}` as Operator;
    }
    if (token.kind === 'word' && word === 'CONTAINS') {
      const next = take().text.toUpperCase();
      // one of those
      if (['ANY', 'ALL', 'NONE'].includes(next)) return `CONTAINS ${next}` as Operator;
    }
    if (token.kind === 'word' && word === 'IS') {
      const not = taken('NOT');
      if (taken('NULL')) return not ? 'IS NOT NULL' : 'IS NULL';
    }
    throw queryFault('BAD_OPERATOR', `Error in query: ${token.text} is no operator.`, token.text);
  }

  function limitValue(): number {
    const token = take();
    const limit_ = Number(token.text);
    if (token.kind !== 'number' || !Number.isInteger(limit_))
      throw queryFault(
        'BAD_LIMIT_VALUE',
        'Error in query: the limit is no whole number.',
        token.text,
      );
    if (limit_ < 1)
      throw queryFault('LIMIT_VALUE_TOO_LOW', 'Error in query: the limit is too low.', token.text);
    return limit_;
  }

  function parameter(): void {
    const named = name('BAD_PARAMETER_NAME');
    if (!['include_drafts', 'omit_unselected_resource_names'].includes(named))
      throw queryFault(
        'BAD_PARAMETER_NAME',
        `Error in query: there is no parameter ${named}.`,
        named,
      );
    if (!sign('='))
      throw queryFault('BAD_PARAMETER_VALUE', `Error in query: ${named} has no value.`);
    if (!['true', 'false'].includes(take().text.toLowerCase()))
      throw queryFault('BAD_PARAMETER_VALUE', `Error in query: ${named} is true or false.`);
  }
}
