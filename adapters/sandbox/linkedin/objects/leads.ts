import { createHmac } from 'node:crypto';
import type { Entity, JsonObject } from '../../entity.ts';
import { within } from '../../kit/json.ts';
import { peopleOf } from '../../kit/leads.ts';
import { names } from '../../kit/names.ts';
import type { LeadOrder, SignedNotice } from '../../stage.ts';
import type { World } from '../../world.ts';
import { clientSecret } from '../seed/ids.ts';
import {
  byPlace,
  checkKnown,
  denied,
  type Endpoints,
  invalid,
  kinds,
  made,
  numberOf,
  ok,
  recordOf,
  type Turn,
  text,
} from '../wire.ts';

export const formId = (account: string) => `7${account}`;

function ownedAccount({ world, company, query }: Turn): Entity {
  if (query.q !== 'owner') throw invalid('The finder is owner.', 'q');
  const account = world.get(
    numberOf(text(recordOf(query, 'owner') ?? {}, 'sponsoredAccount') ?? ''),
  );
  if (account?.kind !== kinds.account || account.company !== company)
    throw denied('No permission on this account.');
  return account;
}

const page = ({ query }: Turn, rows: readonly JsonObject[]) => ok(byPlace(query, rows, 100));

const localized = (words: string) => ({ localized: { en_US: words } });
const written = (questionId: number, name: string, predefinedField?: string) => ({
  questionId,
  name,
  question: localized(name),
  responseRequired: true,
  ...(predefinedField && { predefinedField }),
  questionDetails: { textQuestionDetails: { maxResponseLength: 300 } },
});
/** Answers have the numbers of these, and nothing else that tells what was asked. */
const questions = [
  written(1, 'fullName'),
  written(2, 'email', 'EMAIL'),
  written(3, 'phone', 'PHONE_NUMBER'),
  {
    questionId: 4,
    name: 'companySize',
    question: localized('How many people work with you?'),
    responseRequired: false,
    questionDetails: {
      multipleChoiceQuestionDetails: {
        options: ['1 to 10', '11 to 200', 'more'].map((label, i) => ({
          id: i + 1,
          label,
          text: localized(label),
        })),
      },
    },
  },
];

export const leadEndpoints: Endpoints = {
  'GET leadForms': {
    known: names('q owner count start fields'),
    run(turn) {
      const account = ownedAccount(turn);
      return page(turn, [
        {
          id: Number(formId(account.id)),
          name: 'Newsletter',
          state: 'PUBLISHED',
          content: { questions },
        },
      ]);
    },
  },
  'GET leadFormResponses': {
    known: names(
      'q owner leadType submittedAtTimeRange limitedToTestLeads versionedLeadGenFormUrn count start fields',
    ),
    also: ['r_marketing_leadgen_automation'],
    run(turn) {
      const account = ownedAccount(turn);
      const start = Number(text(recordOf(turn.query, 'submittedAtTimeRange') ?? {}, 'start') ?? 0);
      const leads = turn.world
        .entities(kinds.lead, account.id)
        .filter(({ created }) => created >= start);
      return page(
        turn,
        leads.map(({ data }) => data),
      );
    },
  },
  'POST leadNotifications': {
    known: [],
    also: ['r_marketing_leadgen_automation'],
    run(turn) {
      checkKnown(turn.body, ['webhook', 'owner', 'leadType']);
      return made('1');
    },
  },
};

export function arrive(world: World, accountId: string, order: LeadOrder): readonly string[] {
  const account = world.get(accountId);
  if (account === undefined) return [];
  return peopleOf(world, order).map(({ at, email, phone, name }) => {
    const id = `lead-${world.sequence()}`;
    const answer = (questionId: number, said: string) => ({
      questionId,
      answerDetails: { textQuestionAnswer: { answer: said } },
    });
    const choice = { questionId: 4, answerDetails: { multipleChoiceAnswer: { options: [2] } } };
    world.add({
      id: `linkedin:${id}`,
      kind: kinds.lead,
      ...within(account),
      created: at,
      data: {
        id,
        submittedAt: at,
        testLead: order.isTest === true,
        versionedLeadGenFormUrn: `urn:li:versionedLeadGenForm:(urn:li:leadGenForm:${formId(account.id)},1)`,
        formResponse: { answers: [answer(1, name), answer(2, email), answer(3, phone), choice] },
      },
    });
    return id;
  });
}

export const noticesOf = (_world: World, leadIds: readonly string[]): readonly SignedNotice[] =>
  leadIds.map((leadId) => {
    const body = JSON.stringify({
      type: 'LEAD_ACTION',
      leadGenFormResponse: `urn:li:leadGenFormResponse:${leadId}`,
      leadAction: 'CREATED',
    });
    const signature = createHmac('sha256', clientSecret).update(`hmacsha256=${body}`).digest('hex');
    return {
      leadId,
      headers: { 'content-type': 'application/json', 'x-li-signature': signature },
      body,
    };
  });
