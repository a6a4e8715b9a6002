import { createWeightedLine } from '../../core/records/weighted-line.ts';

/** What is read, planned and answered for a body takes several times its bytes. */
const ALL_BYTES = 12 * 1024 * 1024;
const COMPANY_BYTES = 4 * 1024 * 1024;

export interface LargeBodies {
  /** Does the work for a body when there is room for its bytes. */
  take<T>(companyId: string, bytes: number, work: () => Promise<T>): Promise<T>;
}

/**
 * Bounds the work on large bodies at a time, and that of one company to a third of it: memory has a
 * bound, and no company waits for another.
 */
export function createLargeBodies(): LargeBodies {
  const all = createWeightedLine(ALL_BYTES);
  const companies = new Map<string, { readonly line: typeof all; users: number }>();
  return {
    async take(companyId, bytes, work) {
      const company = companies.get(companyId) ?? {
        line: createWeightedLine(COMPANY_BYTES),
        users: 0,
      };
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
