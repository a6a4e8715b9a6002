import { rowsOf, said, text } from '../../kit/json.ts';
import type { LeadFormMaking, LeadQuestion, NewLeadForm, Params, Row } from '../../types.ts';
import { type PageTokens, throwAuth } from '../comments/page-tokens.ts';
import type { Calls } from '../wire/calls.ts';
import { madeFrom } from '../wire/marks.ts';

const types: { readonly [type in LeadQuestion['type']]: string } = {
  fullName: 'FULL_NAME',
  firstName: 'FIRST_NAME',
  lastName: 'LAST_NAME',
  email: 'EMAIL',
  workEmail: 'WORK_EMAIL',
  phone: 'PHONE',
  companyName: 'COMPANY_NAME',
  jobTitle: 'JOB_TITLE',
  streetAddress: 'STREET_ADDRESS',
  city: 'CITY',
  postCode: 'POST_CODE',
  country: 'COUNTRY',
  custom: 'CUSTOM',
};

/** Forms belong to pages. They cannot be changed or deleted once they are made, only archived. */
export const createMaking = ({ calls, tokens }: { readonly calls: Calls; readonly tokens: PageTokens }): LeadFormMaking => ({
  async named(access, form) {
    const rows = await tokens.as(access, form.page, (caller) =>
      calls.list(caller, edge(form), { fields: 'id,name,status,questions', limit: 200 }),
    );
    const [found] = rows.filter(({ name, status }) => name === form.name && status === 'ACTIVE');
    return found && { id: said(found.id), isSame: asksTheSame(found, form) };
  },
  async make(access, form) {
    const answer = await tokens.as(access, form.page, async (caller) =>
      throwAuth(await calls.tried(caller, edge(form), paramsOf(form))),
    );
    return madeFrom(answer, ({ id }) => ({ id: said(id), isSame: true }));
  },
});

const edge = ({ page }: NewLeadForm): string => `${page}/leadgen_forms`;

function paramsOf(form: NewLeadForm): Params {
  const { name, questions, privacyPolicyUrl, privacyPolicyText, headline, link, locale, review } = form;
  return {
    name,
    questions: questions.map(({ type, label, options }) => ({
      type: types[type],
      label,
      options: options?.map((value) => ({ value })),
    })),
    privacy_policy: { url: privacyPolicyUrl, link_text: privacyPolicyText },
    question_page_custom_headline: headline,
    follow_up_action_url: link,
    locale,
    is_optimized_for_quality: review,
  };
}

/** The platform words the questions that it knows itself. */
const asksTheSame = ({ questions }: Row, form: NewLeadForm): boolean => {
  const there = rowsOf(questions).map(({ type, label }) => (type === 'CUSTOM' ? `${type} ${text(label) ?? ''}` : said(type)));
  const wanted = form.questions.map(({ type, label = '' }) => (type === 'custom' ? `${types[type]} ${label}` : types[type]));
  return there.join('\n') === wanted.join('\n');
};
