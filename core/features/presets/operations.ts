import * as v from 'valibot';
import { done, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { operation } from '../../operations/operation.ts';
import { presetKind, presets } from './presets.ts';
import * as shapes from './schema.ts';

const topic = 'Ad copy';
const subject = v.object({ id: ownId });

export const presetOperations = [
  operation({
    name: 'presets.list',
    place: { method: 'GET', path: '/v1/presets' },
    topic,
    summary: 'Your presets, the newest first',
    scope: 'read',
    effects: 'reads',
    input: v.object(pageQuery),
    output: shapes.presetList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => presets.list(ports, caller.companyId, window)),
  }),
  operation({
    name: 'presets.create',
    place: { method: 'POST', path: '/v1/presets', status: 201 },
    topic,
    summary: 'Save settings for new campaigns, ad sets or ads',
    description:
      'Settings that requests may leave out: `presetId` in POST /v1/manage/create-campaign, in POST /v1/manage/create-adset and in the ads of a launch fills in what the request itself does not say. Names are those of the request.',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    input: shapes.newPreset,
    output: shapes.onePreset,
    run: async (ports, caller, { input, once }) => success(await presets.create(ports, caller, input, once)),
  }),
  operation({
    name: 'presets.get',
    place: { method: 'GET', path: '/v1/presets/{id}' },
    topic,
    summary: 'One preset',
    scope: 'read',
    effects: 'reads',
    subject,
    output: shapes.onePreset,
    run: async (ports, caller, { subject: { id } }) => success(await presets.read(ports, caller.companyId, id)),
  }),
  operation({
    name: 'presets.update',
    place: { method: 'PATCH', path: '/v1/presets/{id}' },
    topic,
    summary: 'Change parts of a preset',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    input: shapes.presetChanges,
    output: shapes.onePreset,
    run: async (ports, caller, { subject: { id }, input }) => success(await presets.change(ports, caller, id, input)),
  }),
  operation({
    name: 'presets.delete',
    place: { method: 'DELETE', path: '/v1/presets/{id}' },
    topic,
    summary: 'Delete a preset',
    scope: 'launch',
    effects: 'destroys',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: presetKind,
    output: done,
    run: (ports, caller, { subject: { id } }) => presets.remove(ports, caller, id).then(() => success({})),
  }),
] as const;
