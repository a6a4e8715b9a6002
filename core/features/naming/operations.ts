import * as v from 'valibot';
import { done, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { operation } from '../../operations/operation.ts';
import { nameCoverage } from './coverage.ts';
import { parse } from './parse.ts';
import { namingConventionKind, namingConventions } from './records.ts';
import { render } from './render.ts';
import * as shapes from './schema.ts';
import { cleanValues } from './value.ts';

const topic = 'Names';
const subject = v.object({ id: ownId });

export const namingOperations = [
  operation({
    name: 'namingConventions.list',
    place: { method: 'GET', path: '/v1/naming-conventions' },
    topic,
    summary: 'Your naming conventions, the newest first',
    scope: 'read',
    effects: 'reads',
    input: v.object(pageQuery),
    output: shapes.namingConventionList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => namingConventions.list(ports, caller.companyId, window)),
  }),
  operation({
    name: 'namingConventions.create',
    place: { method: 'POST', path: '/v1/naming-conventions', status: 201 },
    topic,
    summary: 'Create a naming convention',
    description:
      'Names are built from fields with a separator between them, and read back from names. A convention under which two different rows of values make the same name is refused, with both rows.',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    input: shapes.newNamingConvention,
    output: shapes.oneNamingConvention,
    run: async (ports, caller, { input, once }) => success(await namingConventions.create(ports, caller, input, once)),
  }),
  operation({
    name: 'namingConventions.get',
    place: { method: 'GET', path: '/v1/naming-conventions/{id}' },
    topic,
    summary: 'One naming convention',
    scope: 'read',
    effects: 'reads',
    subject,
    output: shapes.oneNamingConvention,
    run: async (ports, caller, { subject: { id } }) => success(await namingConventions.read(ports, caller.companyId, id)),
  }),
  operation({
    name: 'namingConventions.update',
    place: { method: 'PATCH', path: '/v1/naming-conventions/{id}' },
    topic,
    summary: 'Change parts of a naming convention',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    input: shapes.namingConventionChanges,
    output: shapes.oneNamingConvention,
    run: async (ports, caller, { subject: { id }, input }) => success(await namingConventions.change(ports, caller, id, input)),
  }),
  operation({
    name: 'namingConventions.delete',
    place: { method: 'DELETE', path: '/v1/naming-conventions/{id}' },
    preview: 'quiet',
    topic,
    summary: 'Delete a naming convention',
    scope: 'launch',
    effects: 'destroys',
    idempotency: 'repeatable',
    subject,
    about: namingConventionKind,
    output: done,
    run: (ports, caller, { subject: { id } }) => namingConventions.remove(ports, caller, id).then(() => success({})),
  }),
  operation({
    name: 'namingConventions.render',
    place: { method: 'POST', path: '/v1/naming-conventions/{id}/render' },
    topic,
    summary: 'Build names from values',
    description:
      '`values` shows each value as the name holds it; where a value is missing or wrong, `name` is null and `faults` says why.',
    scope: 'read',
    effects: 'reads',
    subject,
    input: shapes.renderNamesRequest,
    output: shapes.renderNamesResponse,
    run: async (ports, caller, { subject: { id }, input }) => {
      const convention = await namingConventions.read(ports, caller.companyId, id);
      const data = input.rows.map((row) => {
        const { values, faults } = cleanValues(convention, row);
        return { name: faults.length > 0 ? null : render(convention, values), values: { ...values }, faults: [...faults] };
      });
      return success({ data, count: data.length });
    },
  }),
  operation({
    name: 'namingConventions.parse',
    place: { method: 'POST', path: '/v1/naming-conventions/{id}/parse' },
    topic,
    summary: 'Read the values out of names',
    scope: 'read',
    effects: 'reads',
    subject,
    input: shapes.parseNamesRequest,
    output: shapes.parseNamesResponse,
    run: async (ports, caller, { subject: { id }, input }) => {
      const convention = await namingConventions.read(ports, caller.companyId, id);
      const data = input.names.map((name) => {
        const values = parse(convention, name);
        return { name, values: values === undefined ? null : { ...values } };
      });
      return success({ data, count: data.length });
    },
  }),
  operation({
    name: 'namingConventions.coverage',
    place: { method: 'GET', path: '/v1/naming-conventions/{id}/coverage' },
    topic,
    summary: 'How many names of an account a convention reads, and how much was spent under them',
    scope: 'read',
    effects: 'reads',
    subject,
    input: shapes.nameCoverageRequest,
    output: shapes.nameCoverageResponse,
    errors: ['platform_error', 'unavailable'],
    run: async (ports, caller, { subject: { id }, input }) =>
      nameCoverage(ports, caller.companyId, await namingConventions.read(ports, caller.companyId, id), input),
  }),
] as const;
