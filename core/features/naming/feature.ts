import * as v from 'valibot';
import { success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { resource } from '../../operations/resource.ts';
import { parse } from '../../sheet/names/parse.ts';
import { cleanValues, render } from '../../sheet/names/value.ts';
import { nameCoverage } from './coverage.ts';
import { alone } from './door.ts';
import { nameOffers } from './offers.ts';
import { namingConventionKind, namingConventions } from './records.ts';
import * as shapes from './schema.ts';

const topic = 'Names';
const subject = v.object({ id: ownId });
const reading = { topic, scope: 'read' } as const;

const namingOperations = [
  ...resource({
    name: 'namingConventions',
    path: '/v1/naming-conventions',
    topic,
    scope: 'launch',
    kind: namingConventionKind,
    schema: {
      create: shapes.newNamingConvention,
      change: shapes.namingConventionChanges,
      listed: shapes.namingConvention,
      shown: shapes.namingConvention,
    },
    example: {
      name: 'Hooks',
      level: 'ad',
      separator: '_',
      fields: [{ key: 'hook', source: 'free' }],
    },
    summaries: {
      list: 'Your naming conventions, the newest first',
      create: 'Create a naming convention',
      get: 'One naming convention',
      update: 'Change parts of a naming convention',
      delete: 'Delete a naming convention',
    },
    more: {
      create: {
        description:
          'Names are built from fields with a separator between them, and read back from names. A convention under which two different rows of values make the same name is refused, with both rows.',
      },
    },
    documents: namingConventions,
  }),
  operation({
    ...reading,
    name: 'namingConventions.render',
    place: 'POST /v1/naming-conventions/{id}/render',
    summary: 'Build names from values',
    description:
      '`values` shows each value as the name holds it; where a value is missing or wrong, `name` is null and `faults` says why.',
    effects: 'reads',
    subject,
    input: shapes.renderNamesRequest,
    example: { rows: [{ hook: 'Waves' }] },
    output: shapes.renderNamesResponse,
    run: async (ports, caller, { subject: { id }, input }) => {
      const convention = await namingConventions.read(ports, caller.companyId, id);
      const data = input.rows.map((row) => {
        const { values, faults } = cleanValues(convention, row);
        return {
          name: faults.length > 0 ? null : render(convention, values),
          values: { ...values },
          faults: [...faults],
        };
      });
      return success({ data, count: data.length });
    },
  }),
  operation({
    ...reading,
    name: 'namingConventions.parse',
    place: 'POST /v1/naming-conventions/{id}/parse',
    summary: 'Read the values out of names',
    effects: 'reads',
    subject,
    input: shapes.parseNamesRequest,
    example: { names: ['Waves'] },
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
    ...reading,
    name: 'namingConventions.coverage',
    place: 'GET /v1/naming-conventions/{id}/coverage',
    summary: 'How many names of an account a convention reads, and how much was spent under them',
    subject,
    input: shapes.nameCoverageRequest,
    output: shapes.nameCoverageResponse,
    errors: ['platform_error', 'unavailable'],
    run: async (ports, caller, { subject: { id }, input }) =>
      nameCoverage(
        ports,
        caller.companyId,
        await namingConventions.read(ports, caller.companyId, id),
        input,
      ),
  }),
] as const;

export const naming = feature({
  name: 'naming',
  ...alone,
  offers: [nameOffers],
  topics: { Names: 'How names of campaigns, ad sets and ads are built, and read back.' },
  operations: namingOperations,
  kinds: [namingConventionKind],
});
