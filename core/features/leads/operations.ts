import * as v from 'valibot';
import { done, success } from '../../base/schema/envelope.ts';
import type { Others } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { answerOnce } from '../../records/once.ts';
import { eraseLeads } from './erase.ts';
import { countLeads, getLead, leadsCsv, listErased, listForms, listLeads } from './list.ts';
import { makeForm, previewForm } from './make-form.ts';
import { openAddress } from './notices.ts';
import * as shapes from './schema.ts';
import { sendStages, sendStagesCsv } from './stages.ts';
import { endWatch, listWatches, setWatch } from './watch.ts';

const topic = 'Leads';
const subject = v.object({ id: shapes.leadId });
const watched = v.object({ id: shapes.watchId });
const errors = ['not_found', 'platform_error', 'unavailable'] as const;

/** Answers of people: no model reads them, and no plan may hold them. */
const personal = {
  topic,
  scope: 'leads',
  approval: 'impossible',
  isPersonal: true,
  preview: 'quiet',
} as const;
const watches = {
  topic,
  scope: 'manage',
  preview: 'quiet',
  errors,
  idempotency: 'repeatable',
} as const;

const stagesText =
  'Each stage becomes a conversion event with the platform’s id of the lead, under the id of the lead and the name of the stage: told again it counts once. A stage may be at most as old as the platform takes events. Needs the scope `manage` too.';

export const leadOperations = (others: Pick<Others, 'operations'>) => {
  const send = others.operations.find(({ name }) => name === 'conversions.send');
  if (send === undefined) throw new Error('The feature leads comes after conversions.');
  return [
    operation({
      name: 'leads.list',
      place: 'GET /v1/leads',
      summary: 'Leads with their answers, the newest first',
      description:
        'A page goes on with `after` of the one before. Each call is audited. Leads are read from accounts that are watched (`leadWatches.set`), every few minutes or, where a form had none so far, every hour; at once where the platform sends notices.',
      ...personal,
      input: shapes.leadQuery,
      output: shapes.leadList,
      errors: ['not_found'],
      run: (ports, caller, { input }) => listLeads(ports, caller, input),
    }),
    operation({
      name: 'leads.counts',
      place: 'GET /v1/leads/counts',
      summary: 'How many leads there are, by form; without answers',
      topic,
      scope: 'read',
      input: shapes.leadFilters,
      output: shapes.leadCounts,
      errors: ['not_found'],
      run: (ports, caller, { input }) => countLeads(ports, caller.companyId, input),
    }),
    operation({
      name: 'leads.erased',
      place: 'GET /v1/leads/erased',
      summary: 'Which leads were erased, by id',
      description:
        'For copies of leads elsewhere: what stands here is deleted there too. A lead that is missing from a list is not erased.',
      topic,
      scope: 'leads',
      input: shapes.erasedQuery,
      output: shapes.erasedList,
      errors: ['not_found'],
      run: (ports, caller, { input }) => listErased(ports, caller.companyId, input),
    }),
    operation({
      name: 'leads.csv',
      place: 'GET /v1/leads/csv',
      summary: 'Leads with their answers as a CSV',
      ...personal,
      input: shapes.leadFilters,
      output: 'text/csv',
      errors: ['not_found'],
      run: (ports, caller, { input }) => leadsCsv(ports, caller, input),
    }),
    operation({
      name: 'leads.forms',
      place: 'GET /v1/leads/forms',
      summary: 'The lead forms of an ad account, and how far their leads were read',
      topic,
      scope: 'read',
      input: shapes.formQuery,
      output: shapes.formList,
      errors,
      run: (ports, caller, { input }) => listForms(ports, caller.companyId, input),
    }),
    operation({
      name: 'leads.makeForm',
      place: 'POST /v1/leads/forms',
      summary: 'Make a lead form on a page, which ads can open from then on',
      description:
        'The platform keeps forms as they were made: they can be archived there, but neither changed nor deleted. An active form of the same name on the same page that says the same is answered instead of a second one; one that differs is refused.',
      topic,
      scope: 'manage',
      input: shapes.formRequest,
      output: shapes.formAnswer,
      errors: [...errors, 'conflict'],
      preview: (ports, caller, { input }) => previewForm(ports, caller, input),
      run: (ports, caller, { input, once }) => makeForm(ports, caller, input, once),
    }),
    operation({
      name: 'leads.erase',
      place: 'POST /v1/leads/erase',
      summary: 'Erase a lead, or all leads of a person by address or telephone number',
      description:
        'Their answers are deleted, and what people sent until now does not come back by a later reading. The platform keeps its own copy: delete it there too.',
      ...personal,
      effects: 'destroys',
      input: shapes.eraseRequest,
      example: { email: 'ada@example.com' },
      output: shapes.eraseAnswer,
      run: (ports, caller, { input, once }) =>
        answerOnce(once, async () => success({ erased: await eraseLeads(ports, caller, input) })),
    }),
    operation({
      name: 'leads.stages',
      place: { method: 'POST', path: '/v1/leads/stages', status: 202 },
      summary: 'Tell platforms what became of leads: qualified, sold, with a value',
      description: stagesText,
      ...personal,
      effects: 'writes',
      input: shapes.stagesRequest,
      example: {
        stages: [{ leadId: 'primary:77001', stage: 'sold', value: '129.90', currency: 'EUR' }],
      },
      output: shapes.stagesAnswer,
      errors: [...errors, 'conflict'],
      run: (ports, caller, { input, once }) =>
        answerOnce(once, () => sendStages(ports, caller, input, send)),
    }),
    operation({
      name: 'leads.stagesCsv',
      place: { method: 'POST', path: '/v1/leads/stages/csv', status: 202 },
      summary: 'The same from a CSV',
      description: `One stage a line, with the columns leadId, stage, happenedAt, value and currency. ${stagesText}`,
      ...personal,
      effects: 'writes',
      input: shapes.stagesCsvRequest,
      example: { csv: 'leadId,stage\nprimary:77001,sold' },
      output: shapes.stagesAnswer,
      errors: [...errors, 'conflict'],
      run: (ports, caller, { input, once }) =>
        answerOnce(once, () => sendStagesCsv(ports, caller, input, send)),
    }),
    operation({
      name: 'leads.get',
      place: 'GET /v1/leads/{id}',
      summary: 'One lead with its answers',
      ...personal,
      subject,
      output: shapes.oneLead,
      run: (ports, caller, { subject: { id } }) => getLead(ports, caller, id),
    }),
    operation({
      name: 'leadWatches.list',
      place: 'GET /v1/lead-watches',
      summary: 'Ad accounts whose leads are read',
      topic,
      scope: 'read',
      output: shapes.watchList,
      run: async (ports, caller) => success({ data: await listWatches(ports, caller.companyId) }),
    }),
    operation({
      name: 'leadWatches.set',
      place: 'PUT /v1/lead-watches',
      summary: 'Begin to read the leads of an ad account, or change how long answers are kept',
      description: 'Answers are kept sealed, for `keepDays` from the day people sent them.',
      ...watches,
      isStrict: true,
      input: shapes.watchRequest,
      output: shapes.oneWatch,
      run: async (ports, caller, { input }) =>
        success({ watch: await setWatch(ports, caller, input) }),
    }),
    operation({
      name: 'leadWatches.delete',
      place: 'DELETE /v1/lead-watches/{id}',
      summary:
        'Read no more leads of an ad account; those that are there stay until their time is over',
      ...watches,
      subject: watched,
      output: done,
      run: async (ports, caller, { subject: { id } }) =>
        success(await endWatch(ports, caller, id).then(() => ({}))),
    }),
    operation({
      name: 'leadWatches.address',
      place: 'POST /v1/lead-watches/{id}/address',
      summary: 'An address that the platform sends notices of new leads to',
      description:
        'For platforms whose signature is published. A former address of the account is forgotten. Lists are read all the same.',
      topic,
      scope: 'admin',
      approval: 'impossible',
      subject: watched,
      output: shapes.addressAnswer,
      errors,
      run: (ports, caller, { subject: { id }, once }) =>
        answerOnce(once, () => openAddress(ports, caller, id), { secret: true }),
    }),
  ] as const;
};
