import { type Need, roleFor } from '../access/roles.ts';
import type { Topic } from './topics.ts';

/** What a role in one workspace is enough to look at: it is found by ad accounts, or all workspaces share it. */
const LOOKED_AT: readonly Topic[] = ['Launch', 'Drafts', 'Manage', 'Media', 'Reports', 'Accounts', 'Ad copy', 'Names'];

/**
 * What a person needs for an operation, as far as it follows from the rest of its declaration. What changes something is
 * the company's unless the operation itself declares that a role in one workspace is enough, and so are new topics.
 */
export function needOf({ scope, topic, effects, role, reach }: NeedSources): Need {
  const isLook = effects === 'reads' && scope !== 'admin' && scope !== 'operator' && LOOKED_AT.includes(topic);
  return { scope, role: role ?? roleFor(scope), reach: reach ?? (isLook ? 'workspace' : 'company') };
}

interface NeedSources extends Pick<Need, 'scope'>, Partial<Pick<Need, 'role' | 'reach'>> {
  readonly topic: Topic;
  readonly effects: NonNullable<Need['effects']>;
}
