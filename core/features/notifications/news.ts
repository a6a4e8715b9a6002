import { type AccountKey, adAccountIdOf } from '../../accounts/account-key.ts';
import type { EndNotice } from '../../accounts/records.ts';
import type { News } from './tell.ts';

/** What people are told, in words, and where each leads. */

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

interface EndedBatch {
  readonly name: string;
  readonly totalAds: number;
  readonly failedAds: number;
  readonly rawStatus: string;
}

export function finishedNews(batch: string, { name, totalAds, failedAds, rawStatus }: EndedBatch): News {
  const called = name || `Batch ${batch}`;
  const about = { link: `batches/${batch}`, batch };
  if (rawStatus === 'Cancelled')
    return {
      kind: 'launch.finished',
      title: `${called} was cancelled`,
      text: `${many(totalAds - failedAds, 'ad')} had been launched.`,
      ...about,
    };
  if (failedAds === 0)
    return { kind: 'launch.finished', title: `${called} is launched`, text: `${many(totalAds, 'ad')}.`, ...about };
  return {
    kind: 'launch.failed',
    title: `${called}: ${failedAds} of ${many(totalAds, 'ad')} failed`,
    text: 'The batch says why each failed and what to do.',
    ...about,
  };
}

interface EndedRun {
  readonly ruleId: string;
  readonly ruleName: string;
  readonly mode: string;
  readonly status: string;
  readonly counts: { readonly acted: number; readonly failed: number; readonly wouldHaveActed: number };
}

/** Of a run that changed something or failed; undefined where it only says what it would have done. */
export function ruleNews({ ruleId, ruleName, mode, status, counts: { acted, failed } }: EndedRun): News | undefined {
  if (mode === 'simulate' || (acted === 0 && failed === 0 && status !== 'failed')) return undefined;
  const changed = acted > 0 ? `${ruleName} changed ${many(acted, 'object')}` : `${ruleName} changed nothing`;
  const text = failed > 0 ? `${many(failed, 'change')} failed.` : '';
  return { kind: 'rule.acted', title: status === 'failed' ? `${ruleName} failed` : changed, text, link: `rules/${ruleId}` };
}

export const ruleWaitsNews = ({ ruleId, ruleName }: Pick<EndedRun, 'ruleId' | 'ruleName'>): News => ({
  ...{ kind: 'approval.waits', title: `${ruleName} waits for approval`, text: 'The rule wants to act and asks first.' },
  link: `rules/${ruleId}`,
});

export const approvalNews = ({ digest, summary }: { readonly digest: string; readonly summary: readonly string[] }): News => ({
  ...{ kind: 'approval.waits', title: 'A plan waits for approval', text: summary.join(' '), link: `approvals/${digest}` },
});

const ENDS: { readonly [N in EndNotice | 'dead' | 'refused']: string } = {
  week: 'ends within a week',
  day: 'ends within a day',
  ended: 'has ended',
  dead: 'is refused by the platform',
  refused: 'is renewed no more by the platform',
};

export const connectionNews = (name: string, end: keyof typeof ENDS): News => ({
  ...{ kind: end === 'refused' ? 'refresh.failed' : 'connection.ends', title: `The connection ${name} ${ENDS[end]}` },
  text:
    end === 'ended' || end === 'dead'
      ? 'Nothing is launched, changed or read through it until it is connected anew. Reconnect it in place: its history, batches and figures stay.'
      : 'Nothing renews its credentials by itself. Reconnect it in place: its history, batches and figures stay.',
  link: 'connections',
});

export const reportNews = (name: string, message = ''): News => ({
  ...{ kind: 'refresh.failed', title: `The report ${name} could not be made`, text: message, link: 'reports' },
});

export const refreshNews = (account: AccountKey, name: string, message: string): News => ({
  ...{ kind: 'refresh.failed', title: `Figures of ${name} could not be fetched`, text: message, account },
  link: `ads?accounts=${encodeURIComponent(account)}`,
});

export const rejectedNews = (account: AccountKey, name: string, ads: readonly { readonly name: string }[]): News => ({
  ...{ kind: 'ad.rejected', title: `${many(ads.length, 'ad')} rejected in ${name || adAccountIdOf(account)}`, account },
  text: ads.map((ad) => ad.name).join(', '),
  link: `ads?level=ad&status=rejected&accounts=${encodeURIComponent(account)}`,
});
