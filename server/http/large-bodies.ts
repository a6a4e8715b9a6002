import { createWeightedLine } from '../../core/records/weighted-line.ts';

/** What is read, planned and answered for a body takes several times its bytes. */
const ALL_BYTES = 12 * 1024 * 1024;
const COMPANY_BYTES = 4 * 1024 * 1024;

export interface LargeBodies {
  /** Does the work for a body of so many bytes when there is room for it. */
  take<T>(companyId: string, bytes: number, work: () => Promise<T>): Promise<T>;
}

/**
 * Room for the work on large bodies: however many arrive together, only some of them are worked on at the same
 * time, and of one company only a third of those, so that memory has a bound and nobody waits for one company.
 */
export function createLargeBodies(): LargeBodies {
  const all = createWeightedLine(ALL_BYTES);
  const companies = new Map<string, { readonly line: typeof all; users: number }>();
  return {
    async take(companyId, bytes, work) {
      const company = companies.get(companyId) ?? { line: createWeightedLine(COMPANY_BYTES), users: 0 };
      companies.set(companyId, company);
      company.users += 1;
      try {
        return await company.line(bytes, () => all(bytes, work));
      } finally {
        company.users -= 1;
        if (company.users === 0) companies.delete(companyId);
      }
    },
  };
}
