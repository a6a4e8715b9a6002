import { SlipwayError } from '../../base/errors.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { join } from '../../base/schema/faults.ts';
import type { UpdateStatusRequest } from '../schema/edit.ts';

export interface WantedStatus {
  readonly status?: 'ACTIVE' | 'PAUSED';
  readonly endTime?: number;
}

/** What is asked for, in one vocabulary. An end that has passed means: stop now. */
export function wantedStatus(request: UpdateStatusRequest, now: number): WantedStatus {
  const { newStatus, endTime } = request;
  const status = newStatus === 'ENABLE' ? 'ACTIVE' : newStatus === 'DISABLE' ? 'PAUSED' : newStatus;
  const refuse = (path: string, code: string, message: string): never => {
    throw new SlipwayError('unprocessable_entity', message, { details: [{ path, code, message }] });
  };
  if (status === undefined && endTime === undefined)
    throw new SlipwayError('bad_request', 'The request changes nothing.', {
      details: [{ path: 'newStatus', code: 'missing_field', message: 'Say what to do: give newStatus, or endTime.' }],
    });
  if (endTime === undefined) return { ...(status !== undefined && { status }) };
  if (endTime > now) return { endTime, ...(status !== undefined && { status }) };
  if (status === 'ACTIVE')
    return refuse(
      sentName(request, 'endTime'),
      'contradiction',
      'An end in the past stops delivery; it cannot be started at the same time.',
    );
  return { status: 'PAUSED' };
}

/** Pausing only stops spending: it is never held up. */
export const mayStart = ({ status, endTime }: WantedStatus): boolean => status === 'ACTIVE' || endTime !== undefined;

/** Where the request names an object; without one, where it says what is wanted. */
export function pathOfId(request: UpdateStatusRequest, id: string | undefined): string {
  const position = id === undefined ? -1 : (request.entityIds ?? []).indexOf(id);
  if (position >= 0) return join(sentName(request, 'entityIds'), position);
  return id !== undefined && id === request.entityId ? sentName(request, 'entityId') : sentName(request, 'newStatus');
}
