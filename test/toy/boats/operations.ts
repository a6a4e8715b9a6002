import * as v from 'valibot';
import { done, pageAnswer, pageQuery, success } from '../../../core/base/schema/envelope.ts';
import { ownId } from '../../../core/base/schema/fields.ts';
import { operation } from '../../../core/operations/operation.ts';
import { boatChanges, boatKind, boatList, boats, newBoat, oneBoat } from './boats.ts';

const topic = 'Service';
const subject = v.object({ id: ownId });

export const boatOperations = [
  operation({
    name: 'boats.list',
    place: { method: 'GET', path: '/v1/boats' },
    topic,
    summary: 'Your boats, the newest first',
    scope: 'read',
    effects: 'reads',
    input: v.object(pageQuery),
    output: boatList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => boats.list(ports, caller.companyId, window)),
  }),
  operation({
    name: 'boats.create',
    place: { method: 'POST', path: '/v1/boats', status: 201 },
    topic,
    summary: 'Give a boat a berth',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    input: newBoat,
    output: oneBoat,
    run: async (ports, caller, { input, once }) => success(await boats.create(ports, caller, input, once)),
  }),
  operation({
    name: 'boats.update',
    place: { method: 'PATCH', path: '/v1/boats/{id}' },
    topic,
    summary: 'Change a boat',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    input: boatChanges,
    output: oneBoat,
    run: async (ports, caller, { subject: { id }, input }) => success(await boats.change(ports, caller, id, input)),
  }),
  operation({
    name: 'boats.delete',
    place: { method: 'DELETE', path: '/v1/boats/{id}' },
    topic,
    summary: 'Take a boat out of its berth',
    scope: 'launch',
    effects: 'destroys',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: boatKind,
    output: done,
    run: (ports, caller, { subject: { id } }) => boats.remove(ports, caller, id).then(() => success({})),
  }),
] as const;
