import * as v from 'valibot';
import * as administer from '../../access/administer.ts';
import { companyCallsKind } from '../../access/company-calls.ts';
import * as shapes from '../../access/company-schema.ts';
import { firstCompanyKind } from '../../access/first-company.ts';
import { companyKind } from '../../access/records.ts';
import { createdCompany, createdKey, newCompany } from '../../access/schema.ts';
import { pageAnswer, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { type Feature, feature, type Others } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { exportCompany } from '../../upkeep/export-company.ts';
import { openCompany } from '../../upkeep/open-company.ts';
import { companyUsage, refuseOverAdQuota } from './usage.ts';

/** No model may ask for one that writes: they decide over companies of others. */
const common = { topic: 'Access', scope: 'operator', approval: 'impossible' } as const;
const subject = v.object({ id: ownId });

const companyOperations = (features: readonly Feature[]) =>
  [
    operation({
      ...common,
      name: 'companies.create',
      place: { method: 'POST', path: '/v1/companies', status: 201 },
      summary: 'Create a company with an admin key of its own',
      description:
        'With `sandbox: true` it starts with seeded accounts on the sandbox. The key is shown in this answer and never again.',
      input: newCompany,
      example: { name: 'Guests' },
      output: createdCompany,
      run: async (ports, caller, { input, once }) =>
        success(await openCompany(ports, features, input, { by: caller, once })),
    }),
    operation({
      ...common,
      name: 'companies.list',
      place: 'GET /v1/companies',
      summary: 'The companies of this installation, the oldest first',
      approval: 'never',
      input: shapes.companyQuery,
      output: shapes.companyList,
      run: (ports, _caller, { input }) =>
        pageAnswer(input, (window) => administer.listCompanies(ports, input.search, window)),
    }),
    operation({
      ...common,
      name: 'companies.get',
      place: 'GET /v1/companies/{id}',
      summary: 'A company, its limits and what it uses',
      approval: 'never',
      subject,
      output: shapes.companyDetails,
      run: async (ports, _caller, { subject: { id } }) =>
        success({
          company: await administer.describeCompany(ports, id),
          usage: await companyUsage(ports, id, features),
        }),
    }),
    operation({
      ...common,
      name: 'companies.update',
      place: 'PATCH /v1/companies/{id}',
      summary: 'Rename a company, or change its limits',
      description:
        'What is left out stays as it is. A limit that is null is as the service is set.',
      idempotency: 'repeatable',
      subject,
      input: shapes.companyPatch,
      output: shapes.companyAnswer,
      errors: ['gone'],
      run: async (ports, caller, { subject: { id }, input }) =>
        success(await administer.updateCompany(ports, caller, id, input)),
    }),
    operation({
      ...common,
      name: 'companies.suspend',
      place: 'POST /v1/companies/{id}/suspend',
      summary: 'Suspend a company: refuse its keys and sessions, and hold its jobs',
      description:
        'Its keys and sessions are refused with 403 `forbidden`, whose detail has the code `company_suspended`. Launches, copies, exports and deliveries to webhooks wait; what is under way stops within seconds, after the requests that were sent. Nothing is lost: all of it goes on after `companies.resume`. Ads that run on a platform go on running there. Your own company and the first one cannot be suspended.',
      subject,
      output: shapes.companyAnswer,
      errors: ['gone'],
      run: async (ports, caller, { subject: { id }, once }) =>
        success(await administer.suspendCompany(ports, caller, id, once)),
    }),
    operation({
      ...common,
      name: 'companies.resume',
      place: 'POST /v1/companies/{id}/resume',
      summary: 'End the suspension of a company, and take its deletion back',
      description: 'Its work goes on within half a minute.',
      subject,
      output: shapes.companyAnswer,
      errors: ['gone'],
      run: async (ports, caller, { subject: { id }, once }) =>
        success(await administer.resumeCompany(ports, caller, id, once)),
    }),
    operation({
      ...common,
      name: 'companies.delete',
      place: { method: 'POST', path: '/v1/companies/{id}/delete', status: 202 },
      summary: 'Delete a company with all that belongs to it, after seven days',
      description:
        'Needs `confirm` with the name of the company, and an export (`companies.export`) that was read to its end in the last 24 hours or since the company was suspended: else it is refused with 409 `not_exported`, unless `withoutExport` is true. It is suspended at once and can be resumed for seven days. Then its documents, media, exports, figures, keys and its audit are removed for good, in small steps; the audit of the first company keeps that it happened. What the company has on its ad platforms stays there.',
      effects: 'destroys',
      subject,
      input: shapes.companyDeletion,
      output: shapes.companyAnswer,
      errors: ['gone', 'conflict'],
      run: async (ports, caller, { subject: { id }, input, once }) =>
        success(await administer.deleteCompany(ports, caller, id, { ...input, once })),
    }),
    operation({
      ...common,
      name: 'companies.export',
      place: 'GET /v1/companies/{id}/export',
      summary: 'Everything of a company, as lines of JSON',
      description:
        'A line for each document (`kind`, `id`, `doc`), each row of figures (`kind` is `fact`) and at last one with how many there were (`kind` is `end`): without it the file is not whole. Keys, sessions, people, jobs and the audit are in it. Left out, and marked so, are credentials, secrets of webhooks and what else is sealed, and the hashes of keys, tokens and links. Of media there is the address, which works until the company is removed; earlier states of figures, and files of report exports, are not in it. Suspend the company first when nothing may change meanwhile. The audit keeps that it was exported.',
      approval: 'never',
      subject,
      output: 'application/x-ndjson',
      run: (ports, caller, { subject: { id } }) => exportCompany(ports, features, caller, id),
    }),
    operation({
      ...common,
      name: 'companies.createKey',
      place: { method: 'POST', path: '/v1/companies/{id}/keys', status: 201 },
      summary: 'Create an API key of a company, for support',
      description:
        'The key itself is shown in this answer and never again. The audit of the company shows that you made it.',
      subject,
      input: shapes.companyKey,
      output: createdKey,
      errors: ['gone'],
      run: async (ports, caller, { subject: { id }, input, once }) =>
        success(await administer.createCompanyKey(ports, caller, id, { request: input, once })),
    }),
  ] as const;

export const companies = feature({
  name: 'companies',
  operations: ({ features }: Others) => companyOperations(features),
  accepted: refuseOverAdQuota,
  kinds: [companyKind, firstCompanyKind, companyCallsKind],
});
