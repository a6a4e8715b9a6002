import type { Fault } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import { clashOf } from './clash.ts';
import { type Convention, isRequired, type NameField } from './convention.ts';
import { edgesOf, optionsOf } from './value.ts';

/** Everything that keeps a convention from being saved. What passes can be read back: parse(render(x)) = x. */
export function conventionFaults(convention: Convention): readonly Fault[] {
  const faults = convention.fields.flatMap((field, index) => fieldFaults(convention, field, join('fields', index)));
  if (!convention.fields.some(isRequired))
    faults.push({ path: 'fields', code: 'all_optional', message: 'At least one field is required: a name may not be empty.' });
  return faults.length > 0 ? faults : clashFaults(convention);
}

function fieldFaults(convention: Convention, field: NameField, path: string): Fault[] {
  const { key, source, options = [], token, marker = '' } = field;
  const fault = (member: string, code: string, message: string): Fault => ({ path: join(path, member), code, message });
  const isDouble = convention.fields.find((each) => each.key === key) !== field;
  const mayBeFirst = !convention.fields.slice(0, convention.fields.indexOf(field)).some(isRequired);
  const edges = edgesOf(convention.separator);
  const held = source === 'option' ? [...optionsOf(field), marker] : [marker];
  const bad = held.find(
    (text) => text !== '' && (edges.includes(text.charAt(0)) || edges.includes(text.charAt(text.length - 1))),
  );
  return [
    ...(isDouble ? [fault('key', 'double_key', `Two fields have the key ${key}.`)] : []),
    ...(source === 'option' && options.length === 0
      ? [fault('options', 'missing_field', 'Give the options of this field.')]
      : []),
    ...(source === 'token' && token === undefined ? [fault('token', 'missing_field', 'Say which token fills this field.')] : []),
    ...(mayBeFirst && marker !== marker.trimStart()
      ? [
          fault(
            'marker',
            'blank_edge',
            'Blanks at the beginning of a name are cut off. Let this marker begin with something else.',
          ),
        ]
      : []),
    ...(edges !== '' && bad !== undefined
      ? [
          fault(
            bad === marker ? 'marker' : 'options',
            'separator_edge',
            `"${bad}" begins or ends with a character of the separator.`,
          ),
        ]
      : []),
  ];
}

function clashFaults(convention: Convention): Fault[] {
  const clash = clashOf(convention);
  if (clash === undefined) return [];
  if (clash === 'undecided') {
    const message = 'There are too many ways to read names of these fields. Use fewer options, or options without the separator.';
    return [{ path: 'fields', code: 'too_complex', message }];
  }
  const told = (values: object): string =>
    Object.entries(values)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ');
  const [one, other] = clash.between;
  const message = `Fields ${one} and ${other} clash: the name "${clash.name}" could be read as ${told(clash.first)} or as ${told(clash.second)}. Require both, use other options, or give one a marker that no value of the other begins with.`;
  return [{ path: 'fields', code: 'cannot_be_read_back', message }];
}
