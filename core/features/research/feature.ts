import * as v from 'valibot';
import {
  done,
  listAnswer,
  type PageQuery,
  pageQuery,
  success,
} from '../../base/schema/envelope.ts';
import { feature, sealedPlace } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { checkMutation, mutate, query, scrape, scrapeStatus } from './ask.ts';
import {
  connectResearch,
  disconnectResearch,
  doctorResearch,
  researchConnectionKind,
  researchOfSandbox,
  showConnection,
} from './connection.ts';
import * as shapes from './schema.ts';

const topic = 'Research';
const output = shapes.researchAnswer;
const errors = [
  'forbidden',
  'not_found',
  'payload_too_large',
  'platform_error',
  'unavailable',
] as const;
const reading = { topic, scope: 'read', output, errors } as const;
const changing = {
  topic,
  scope: 'manage',
  output,
  errors: [...errors, 'conflict'],
  preview: 'quiet',
} as const;

/** The source answers whole lists: the page is cut here. Another shape is handed on as it is. */
const listed = <T extends { readonly data: unknown }>(answer: T, page: PageQuery) =>
  success(Array.isArray(answer.data) ? { ...answer, ...listAnswer(answer.data, page) } : answer);

const researchOperations = [
  operation({
    name: 'research.connection',
    place: 'GET /v1/research/connection',
    topic,
    summary: 'Whether a research source is connected',
    scope: 'read',
    output: shapes.researchConnection,
    run: async (ports, caller) => success(await showConnection(ports, caller.companyId)),
  }),
  operation({
    name: 'research.connect',
    place: 'PUT /v1/research/connection',
    topic,
    summary: 'Connect the research source with a key of it',
    description:
      'The key is tried, encrypted and never shown again; it takes the place of the one there was. Callers of this service use their own keys, which the source never sees.',
    scope: 'admin',
    approval: 'impossible',
    idempotency: 'repeatable',
    input: shapes.newResearchConnection,
    output: shapes.researchConnection,
    errors: ['platform_error', 'unavailable'],
    run: async (ports, caller, { input }) =>
      success(await connectResearch(ports, caller, input.apiKey)),
  }),
  operation({
    name: 'research.disconnect',
    place: 'DELETE /v1/research/connection',
    topic,
    summary: 'Disconnect the research source: forget its key',
    scope: 'admin',
    idempotency: 'repeatable',
    preview: 'quiet',
    output: done,
    run: (ports, caller) => disconnectResearch(ports, caller).then(() => success({})),
  }),
  operation({
    name: 'research.query',
    place: 'GET /v1/research/rpc/{procedure}',
    ...reading,
    summary: 'Ask the research source: any procedure that reads',
    description:
      'Answers are kept for a minute. Names are letters and digits, `router.procedure`, one at a time; procedures that deal with keys of the source are refused.',
    subject: shapes.procedureSubject,
    input: shapes.queryRequest,
    run: async (ports, caller, { subject, input }) =>
      success(await query(ports, caller, subject.procedure, input.input)),
  }),
  operation({
    name: 'research.mutate',
    place: 'POST /v1/research/rpc/{procedure}',
    ...changing,
    summary: 'Have the research source change something: any procedure that writes',
    description:
      'The body is passed on. The source takes no Idempotency-Key: a request that was cut off on its way answers 409 `outcome_unknown` when it is repeated, and is not sent again.',
    subject: shapes.procedureSubject,
    input: shapes.mutateRequest,
    preview: async (_ports, _caller, { subject, input }) => {
      checkMutation(subject.procedure, input);
      return { guards: [], moneyAtStake: [], startsDelivering: false };
    },
    run: async (ports, caller, { subject, input, once }) =>
      success(await mutate(ports, caller, { name: subject.procedure, input, once })),
  }),
  operation({
    name: 'research.ads',
    place: 'GET /v1/research/ads',
    ...reading,
    summary: 'Saved ads (`ads.list`)',
    input: shapes.adsRequest,
    run: async (ports, caller, { input }) =>
      success(await query(ports, caller, 'ads.list', input.filters)),
  }),
  operation({
    name: 'research.ad',
    place: 'GET /v1/research/ads/{hash}',
    ...reading,
    summary: 'One saved ad by its hash (`ads.getDetails`)',
    subject: shapes.adSubject,
    run: async (ports, caller, { subject: { hash } }) =>
      success(await query(ports, caller, 'ads.getDetails', { hash })),
  }),
  operation({
    name: 'research.boards',
    place: 'GET /v1/research/boards',
    ...reading,
    summary: 'Boards (`boards.list`)',
    input: v.object(pageQuery),
    output: shapes.researchList,
    run: async (ports, caller, { input }) =>
      listed(await query(ports, caller, 'boards.list', undefined), input),
  }),
  operation({
    name: 'research.createBoard',
    place: 'POST /v1/research/boards',
    ...changing,
    summary: 'Make a board (`boards.create`)',
    input: shapes.newBoard,
    example: { name: 'Hooks' },
    run: async (ports, caller, { input: { name }, once }) =>
      success(await mutate(ports, caller, { name: 'boards.create', input: { name }, once })),
  }),
  operation({
    name: 'research.brand',
    place: 'GET /v1/research/brand',
    ...reading,
    summary: 'What a brand advertises (`brandWatch.getOverview`)',
    input: shapes.brandRequest,
    run: async (ports, caller, { input: { companyName } }) =>
      success(await query(ports, caller, 'brandWatch.getOverview', { companyName })),
  }),
  operation({
    name: 'research.followed',
    place: 'GET /v1/research/companies',
    ...reading,
    summary: 'Companies that are followed (`companies.listFollowed`)',
    input: v.object(pageQuery),
    output: shapes.researchList,
    run: async (ports, caller, { input }) =>
      listed(await query(ports, caller, 'companies.listFollowed', undefined), input),
  }),
  operation({
    name: 'research.scrape',
    place: { method: 'POST', path: '/v1/research/scrape', status: 202 },
    ...changing,
    summary: 'Have the research source read a page of an ad library',
    description:
      'A job of the source; GET /v1/research/scrape/{jobId} says how it stands, with the id that `data` has.',
    input: shapes.scrapeRequest,
    run: async (ports, caller, { input: { url }, once }) =>
      success(await scrape(ports, caller, url, once)),
  }),
  operation({
    name: 'research.scrapeStatus',
    place: 'GET /v1/research/scrape/{jobId}',
    ...reading,
    summary: 'How such a job stands',
    subject: shapes.scrapeSubject,
    run: async (ports, caller, { subject: { jobId } }) =>
      success(await scrapeStatus(ports, caller.companyId, jobId)),
  }),
] as const;

export const research = feature({
  name: 'research',
  topics: {
    Research:
      'Ads, boards and brands of others, from a research source that your company has connected.',
  },
  operations: researchOperations,
  kinds: [researchConnectionKind],
  seeded: researchOfSandbox,
  doctor: doctorResearch,
  sealed: [
    sealedPlace(researchConnectionKind, {
      use: 'research',
      name: 'research connection',
      textOf: ({ sealedKey }) => sealedKey,
      withText: (doc, sealedKey) => ({ ...doc, sealedKey }),
    }),
  ],
});
