import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import { breaks } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { UpdateStatusRequest } from '../schema/edit.ts';
import { pathOfId } from './entities.ts';

export interface WantedStatus {
  readonly status?: 'ACTIVE' | 'PAUSED';
  readonly endTime?: number;
}

/** An end that has passed means: stop now. */
export function wantedStatus(request: UpdateStatusRequest, now: number): WantedStatus {
  const { newStatus, endTime } = request;
  const status = newStatus === 'ENABLE' ? 'ACTIVE' : newStatus === 'DISABLE' ? 'PAUSED' : newStatus;
  if (status === undefined && endTime === undefined)
    throw new SlipwayError('bad_request', 'The request changes nothing.', {
      details: [
        {
          path: 'newStatus',
          code: 'missing_field',
          message: 'Say what to do: give newStatus, or endTime.',
        },
      ],
    });
  if (endTime === undefined) return defined({ status });
  if (endTime > now) return { endTime, ...defined({ status }) };
  if (status === 'ACTIVE') {
    const message = 'An end in the past stops delivery; it cannot be started at the same time.';
    throw breaks(sentName(request, 'endTime'), 'contradiction', message);
  }
  return { status: 'PAUSED' };
}

/** Pausing only stops spending: it is never held up. */
export const mayStart = ({ status, endTime }: WantedStatus): boolean =>
  status === 'ACTIVE' || endTime !== undefined;

export const pathOfChange = (request: UpdateStatusRequest, id: string | undefined): string =>
  id !== undefined && (id === request.entityId || request.entityIds?.includes(id))
    ? pathOfId(request, id)
    : sentName(request, 'newStatus');
