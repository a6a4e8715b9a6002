import { SlipwayError } from '../../base/errors.ts';

export function changedSince(fields: readonly string[], path: string): SlipwayError {
  const message = `${fields.join(', ')} ${fields.length === 1 ? 'has' : 'have'} been changed since, on the platform or by another request. Nothing was sent. Read the object and decide again.`;
  return new SlipwayError('conflict', message, {
    details: fields.map(() => ({ path, code: 'changed_since', message })),
  });
}
