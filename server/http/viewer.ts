import type { Caller } from '../../core/access/caller.ts';
import { rightsInWords } from '../../core/access/roles.ts';

/** Who may share answers: a company, and of it those who see the same workspaces. */
export const viewerOf = ({ companyId, person }: Caller): string =>
  person === undefined || person.role !== undefined
    ? companyId
    : `${companyId} ${rightsInWords(person)}`;
