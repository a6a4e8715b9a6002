import { type Need, roleFor } from '../access/roles.ts';
import type { Operation } from './operation.ts';
import type { Topic } from './topics.ts';

/** What is found by ad accounts, so that a role in the workspace of an account is enough. */
const BY_ACCOUNT: readonly Topic[] = ['Launch', 'Drafts', 'Manage'];
/** What all workspaces share, and everybody with a role may look at: figures are found by ad accounts as well. */
const LOOKED_AT: readonly Topic[] = ['Media', 'Reports', 'Accounts', 'Ad copy', 'Names'];

/** What a person needs for an operation, as far as it follows from the rest of its declaration. New topics are the company's. */
export function needOf({ scope, topic, effects, role, reach }: NeedSources): Need {
  const isShared =
    LOOKED_AT.includes(topic) && (effects === 'reads' || scope === 'read' || (topic === 'Media' && effects === 'writes'));
  const isByAccount = scope !== 'admin' && scope !== 'operator' && (BY_ACCOUNT.includes(topic) || isShared);
  return { scope, role: role ?? roleFor(scope), reach: reach ?? (isByAccount ? 'workspace' : 'company') };
}

type NeedSources = Pick<Operation, 'scope' | 'topic' | 'effects'> & Partial<Pick<Operation, 'role' | 'reach'>>;
