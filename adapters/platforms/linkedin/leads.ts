import { defined } from '../../../core/base/defined.ts';
import { harmlessTwice } from '../kit/calls.ts';
import { asRow, at, numeric, parse, rowsOf, said, text } from '../kit/json.ts';
import { formFaults } from '../kit/lead-forms.ts';
import type {
  Access,
  Api,
  LeadAnswer,
  LeadForm,
  LeadNotices,
  LeadsCapability,
  PlatformLead,
  Row,
  Secrets,
} from '../types.ts';
import { accountUrn, numberOf } from './urns.ts';
import { finder } from './wire/client.ts';

/**
 * Lead Sync, which LinkedIn approves for each app. Forms and responses are listed by account,
 * whatever form is meant; how long the platform keeps them is not told. How an ad names its form is
 * known from public callers alone.
 */
export function createLeads({ calls }: Api, secrets: Secrets): LeadsCapability {
  const owner = (id: string) => ({ sponsoredAccount: accountUrn(id) });
  const formRows = (access: Access) =>
    calls.list(
      access,
      'leadForms',
      { q: 'owner', owner: owner(access.adAccountId), count: 100, start: 0 },
      finder,
    );
  return {
    forms: async (access) => (await formRows(access)).map(formOf),
    check: (access, ads) => formFaults(ads, async () => (await formRows(access)).map(formOf)),
    async page(access, { id }, { since }) {
      const query = {
        q: 'owner',
        owner: owner(access.adAccountId),
        leadType: { leadType: 'SPONSORED' },
        submittedAtTimeRange: { start: Math.floor(since) },
        count: 100,
        start: 0,
      };
      const rows = (await calls.list(access, 'leadFormResponses', query, finder)).filter(
        (row) => formIn(row) === id,
      );
      // Answers name their questions by number alone.
      const form =
        rows.length === 0
          ? undefined
          : (await formRows(access)).find((row) => numberOf(said(row.id)) === id);
      const questions = questionsOf(form ?? {});
      return { data: rows.map((row) => leadOf(row, questions)) };
    },
    notices: createNotices({ calls }, secrets, owner),
  };
}

const formOf = (row: Row): LeadForm => ({
  id: numberOf(said(row.id)),
  name: said(row.name),
  state:
    said(row.state) === 'ARCHIVED' ? 'archived' : said(row.state) === 'DRAFT' ? 'draft' : 'active',
});

interface Question {
  readonly name: string;
  readonly options: ReadonlyMap<string, string>;
}

type Questions = ReadonlyMap<string, Question>;

const questionsOf = (form: Row): Questions =>
  new Map(
    rowsOf(at(form, 'content', 'questions')).map((row) => {
      const choices = rowsOf(
        at(row, 'questionDetails', 'multipleChoiceQuestionDetails', 'options'),
      );
      const name =
        text(row.name) ??
        text(row.predefinedField)?.toLowerCase() ??
        text(row.label) ??
        localized(row.question);
      const options = choices.map(
        (each) =>
          [said(each.id), text(each.label) ?? localized(each.text) ?? said(each.id)] as const,
      );
      return [
        said(row.questionId),
        { name: name ?? said(row.questionId), options: new Map(options) },
      ] as const;
    }),
  );

/** The first of the languages of a text. */
const localized = (value: unknown): string | undefined =>
  text(Object.values(asRow(at(asRow(value) ?? {}, 'localized')) ?? {})[0]);

const formIn = (row: Row): string =>
  /leadGenForm:(\d+)/.exec(said(row.versionedLeadGenFormUrn))?.[1] ?? '';

function leadOf(row: Row, questions: Questions): PlatformLead {
  const campaign = text(at(row, 'leadMetadata', 'sponsoredLeadMetadata', 'campaign'));
  return {
    id: said(row.id),
    formId: formIn(row),
    createdAt: numeric(row.submittedAt) ?? 0,
    isTest: row.testLead === true,
    isOrganic: false,
    ...defined({ adSetId: campaign && numberOf(campaign) }),
    answers: rowsOf(at(row, 'formResponse', 'answers')).map((answer) =>
      answerOf(answer, questions.get(said(answer.questionId))),
    ),
  };
}

/**
 * LinkedIn names a chosen option by its number. An answer to a question that the form no longer has
 * is named by the question's number.
 */
function answerOf(row: Row, question: Question | undefined): LeadAnswer {
  const chosen = at(row, 'answerDetails', 'multipleChoiceAnswer', 'options');
  const values = Array.isArray(chosen)
    ? chosen.map((option) => question?.options.get(said(option)) ?? said(option))
    : textsIn(row.answerDetails);
  return { name: question?.name ?? said(row.questionId), values };
}

/** The members below an answer are not published: all texts are taken. */
function textsIn(value: unknown): readonly string[] {
  const own = text(value);
  if (own !== undefined) return [own];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.values(asRow(value) ?? {}).flatMap(textsIn);
}

const PREFIX = 'hmacsha256=';

/**
 * Signed with the secret of the app, as practitioners quote LinkedIn. A call names a response, and
 * no form.
 */
function createNotices(
  { calls }: Pick<Api, 'calls'>,
  secrets: Secrets,
  owner: (id: string) => { readonly sponsoredAccount: string },
): LeadNotices {
  return {
    secret: 'clientSecret',
    async challenge({ query }, { credentials }) {
      const { challengeCode } = query;
      if (challengeCode === undefined || credentials.clientSecret === undefined) return undefined;
      const challengeResponse = await secrets.hmacSha256(credentials.clientSecret, challengeCode);
      return {
        contentType: 'application/json',
        body: JSON.stringify({ challengeCode, challengeResponse }),
      };
    },
    async open({ header, body }, { credentials }) {
      if (!credentials.clientSecret) return undefined;
      const sent = await secrets.sha256((header('x-li-signature') ?? '').replace(PREFIX, ''));
      // LinkedIn's sentence reads both ways, and public programs do both: the prefix is signed, or
      // stands before the signature.
      const signed = [`${PREFIX}${body}`, body].map((each) =>
        secrets.hmacSha256(credentials.clientSecret ?? '', each),
      );
      // Digests, so that how long the comparison takes says nothing.
      const made = await Promise.all(signed.map(async (each) => secrets.sha256(await each)));
      if (!made.includes(sent)) return undefined;
      const notice = asRow(parse(body)) ?? {};
      const id = numberOf(said(notice.leadGenFormResponse));
      if (said(notice.type) !== 'LEAD_ACTION' || id === '') return [];
      return [{ what: said(notice.leadAction) === 'DELETED' ? 'deleted' : 'created', id }];
    },
    async subscribe(access, { url }) {
      const body = { webhook: url, owner: owner(access.adAccountId), leadType: 'SPONSORED' };
      await calls.write(access, 'leadNotifications', body, harmlessTwice);
    },
    steps: [
      'Nothing: the address was registered, and LinkedIn asks it every two hours whether it is still yours.',
    ],
  };
}
