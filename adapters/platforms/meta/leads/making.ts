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

const fields =
  'id,name,status,questions,privacy_policy_url,follow_up_action_url,question_page_custom_headline,locale,is_optimized_for_quality';

/** Forms belong to pages. They cannot be changed or deleted once they are made, only archived. */
export const createMaking = ({
  calls,
  tokens,
}: {
  readonly calls: Calls;
  readonly tokens: PageTokens;
}): LeadFormMaking => ({
  async named(access, form) {
    const rows = await tokens.as(access, form.page, (caller) =>
      calls.list(caller, edge(form), { fields, limit: 200 }),
    );
    const forms = rows
      .filter(({ name, status }) => name === form.name && status === 'ACTIVE')
      .map((row) => ({ id: said(row.id), differs: differencesOf(row, form) }));
    return forms.sort((a, b) => a.differs.length - b.differs.length)[0];
  },
  async make(access, form) {
    const answer = await tokens.as(access, form.page, async (caller) =>
      throwAuth(await calls.tried(caller, edge(form), paramsOf(form))),
    );
    return madeFrom(answer, ({ id }) => ({ id: said(id) }));
  },
});

const edge = ({ page }: NewLeadForm): string => `${page}/leadgen_forms`;

function paramsOf(form: NewLeadForm): Params {
  const { name, questions, privacyPolicyUrl, privacyPolicyText, headline, link, locale, review } =
    form;
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
    // The page of the edge lists `DE_DE`.
    locale: locale?.toUpperCase(),
    is_optimized_for_quality: review,
  };
}

function differencesOf(row: Row, form: NewLeadForm): readonly (keyof NewLeadForm)[] {
  const { privacyPolicyUrl, link, headline, locale, review } = form;
  const pairs = {
    questions: [asked(row), wanted(form)],
    privacyPolicyUrl: [address(row.privacy_policy_url), address(privacyPolicyUrl)],
    link: [address(row.follow_up_action_url), address(link)],
    headline: [text(row.question_page_custom_headline), headline],
    locale: [text(row.locale)?.toUpperCase(), locale?.toUpperCase()],
    review: [row.is_optimized_for_quality, review],
  } as const;
  const names = Object.keys(pairs) as readonly (keyof typeof pairs)[];
  return names.filter((name) => {
    const [there, given] = pairs[name];
    return there !== undefined && there !== null && given !== undefined && there !== given;
  });
}

/**
 * The platform may write an address in its own way: the host in small letters, a slash at its end.
 * A Google Sheet has no `URL` that reads one.
 */
const address = (value: unknown): string | undefined =>
  text(value)?.replace(/^(https?:\/\/[^/?#]+)\/?/i, (_, host: string) => `${host.toLowerCase()}/`);

/** The platform words the questions that it knows itself, and gives options keys. */
const asked = ({ questions }: Row): string =>
  JSON.stringify(
    rowsOf(questions).map(({ type, label, options }) =>
      type === types.custom
        ? [type, text(label), rowsOf(options).map(({ value }) => said(value))]
        : [type],
    ),
  );

const wanted = ({ questions }: NewLeadForm): string =>
  JSON.stringify(
    questions.map(({ type, label, options = [] }) =>
      type === 'custom' ? [types.custom, label, options] : [types[type]],
    ),
  );
