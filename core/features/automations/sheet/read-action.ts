import type * as v from 'valibot';
import type { action } from '../schema/rule.ts';
import type { NumberReader } from './read-number.ts';
import { createReader, type Reader } from './tokens.ts';
import { CellFault } from './words.ts';

type Action = v.InferInput<typeof action>;

/**
 * `pause`, `resume`, `raise budget by 15 %, at most 500`, `set budget to 50`,
 * `notify: "{{entity.name}} is too dear"`; several joined by a semicolon. Throws a `CellFault`.
 */
export function readActions(cell: string, numbers: NumberReader): readonly Action[] {
  const reader = createReader(cell);
  const actions: Action[] = [];
  do actions.push(readAction(reader, numbers));
  while (reader.takes(';') && !reader.isAtEnd());
  if (!reader.isAtEnd())
    throw new CellFault(
      `“${reader.rest()}” was not expected here. Several actions are joined by ;.`,
    );
  return actions;
}

function readAction(reader: Reader, numbers: NumberReader): Action {
  if (reader.takes('pause')) return { type: 'pause' };
  if (reader.takes('resume') || reader.takes('switch', 'on'))
    return { type: 'resume', ...pausedBy(reader) };
  if (reader.takes('notify')) {
    reader.takes(':');
    const text = reader.peek();
    if (text === undefined || text.text === ';') return { type: 'notify' };
    if (text.is !== 'text')
      throw new CellFault(
        'Write the message in quotation marks: notify: "Look at {{entity.name}}".',
      );
    reader.take();
    return { type: 'notify', text: text.text };
  }
  const change = readChange(reader, numbers);
  return { type: 'budget', ...change, ...bounds(reader, numbers) };
}

function pausedBy(reader: Reader): { readonly pausedBy?: 'thisRule' | 'anyRule' | 'anyone' } {
  if (!reader.takes('what')) return {};
  if (reader.takes('this', 'rule', 'paused')) return { pausedBy: 'thisRule' };
  if (reader.takes('rules', 'paused') || reader.takes('any', 'rule', 'paused'))
    return { pausedBy: 'anyRule' };
  if (reader.takes('anyone', 'paused')) return { pausedBy: 'anyone' };
  throw new CellFault(
    'Write: resume what this rule paused, what rules paused, or what anyone paused.',
  );
}

function readChange(
  reader: Reader,
  numbers: NumberReader,
): Pick<Extract<Action, { type: 'budget' }>, 'change'> {
  if (takesBudget(reader, 'set')) {
    if (!reader.takes('to')) throw new CellFault('Write: set budget to 50.');
    return { change: { set: numbers.read(reader) } };
  }
  const isRise = takesBudget(reader, 'raise');
  if (!isRise && !takesBudget(reader, 'lower'))
    throw new CellFault(
      reader.isAtEnd()
        ? 'An action is missing: pause, resume, raise budget by 15 %, lower budget by 10, set budget to 50, notify.'
        : `“${reader.rest()}” is no action. Write pause, resume, raise budget by 15 %, lower budget by 10, set budget to 50 or notify.`,
    );
  const amount = reader.takes('by') ? reader.take() : undefined;
  if (amount?.is !== 'number') throw new CellFault('Say by how much: raise budget by 15 %.');
  const value = isRise ? amount.value : -amount.value;
  return {
    change: reader.takes('%') || reader.takes('percent') ? { percent: value } : { amount: value },
  };
}

const takesBudget = (reader: Reader, verb: string): boolean =>
  reader.takes(verb, 'budget') || reader.takes(verb, 'the', 'budget');

function bounds(reader: Reader, numbers: NumberReader) {
  const found: Pick<Extract<Action, { type: 'budget' }>, 'floor' | 'ceiling'> = {};
  while (reader.takes(',')) {
    if (reader.takes('at', 'least')) found.floor = numbers.read(reader);
    else if (reader.takes('at', 'most')) found.ceiling = numbers.read(reader);
    else throw new CellFault('After the comma comes at least or at most, and a number.');
  }
  return found;
}
