import type { LeadsCapability, PlatformLead } from '../../core/ports/platform-leads.ts';
import type { Network } from './network.ts';
import { START } from './process.ts';

/** What a person has sent by a form. */
export interface Filled {
  readonly id: string;
  readonly account: string;
  readonly email: string;
  /** By the platform's clock. */
  readonly at: number;
}

/** The platform's own books of leads. */
export interface LeadBook {
  readonly all: readonly Filled[];
  fill(account: string, email: string): Filled;
}

export function createLeadBook(now: () => number): LeadBook {
  const all: Filled[] = [];
  return {
    all,
    fill(account, email) {
      const filled = { id: `7${all.length}`, account, email, at: now() };
      all.push(filled);
      return filled;
    },
  };
}

/** One form of each account, read in pages of two. */
export const leading = ({ read }: Network, { all }: LeadBook): LeadsCapability => ({
  keptDays: 90,
  forms: (access) =>
    read(access, 'forms', () => [
      { id: `form-${access.adAccountId}`, name: 'Form', state: 'active' as const },
    ]),
  check: async () => [],
  page: (access, form, { since, after }) =>
    read(access, `leads of ${form.id}`, () => {
      const own = all.filter(
        ({ account, at }) => account === access.adAccountId && START + at >= since,
      );
      const from = Number(after ?? 0);
      const next = from + PAGE;
      return {
        data: own.slice(from, next).map((each) => shown(each, form.id)),
        ...(own.length > next && { after: String(next) }),
      };
    }),
});

const PAGE = 2;

const shown = ({ id, email, at }: Filled, formId: string): PlatformLead => ({
  id,
  formId,
  createdAt: START + at,
  isTest: false,
  isOrganic: false,
  answers: [
    { name: 'email', values: [email] },
    { name: 'full_name', values: [`Name ${email.split('@')[0]}`] },
  ],
});
