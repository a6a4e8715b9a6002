import { PlatformError, type PlatformFailure } from '../../../core/base/errors.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { CopyRequest } from '../../../core/ports/platform-changes.ts';
import type { ChoiceKind, ChoicesCapability } from '../../../core/ports/platform-choices.ts';
import type { CommentRef } from '../../../core/ports/platform-comments.ts';
import type { ReportPart } from '../../../core/ports/platform-report.ts';
import type { Declaring, PlatformUnderTest } from '../platform-under-test.ts';

type Question = (
  at: PlatformUnderTest,
  platform: AdPlatform,
  access: Access,
) => Promise<unknown> | undefined;

const copyOf = (at: PlatformUnderTest): CopyRequest => ({
  type: 'adset',
  sourceId: at.adSetIds[0],
  deep: false,
  status: 'PAUSED',
});
const askerOf = ({ companyId, credentials, adAccountId, currency, timezone }: Access) => ({
  companyId,
  credentials,
  accounts: [{ id: adAccountId, currency, timezone }],
});
const adSet = (at: PlatformUnderTest) => ({ type: 'adset', id: at.adSetIds[0] }) as const;

/** A change of a name. */
const named = (at: PlatformUnderTest, { adAccountId }: Access, field: string) => ({
  accountId: adAccountId,
  name: 'New',
  [field]: at.adSetIds[0],
});
const firstKind = ({ kinds }: ChoicesCapability): ChoiceKind =>
  Object.entries(kinds).find(
    ([, form]) => form.of === undefined && !form.searchOnly,
  )?.[0] as ChoiceKind;

/** A comment that is not there. */
const aComment: CommentRef = {
  thread: { id: '999999999999', placement: 'feed', adIds: [], owner: '999999999998' },
  id: '999999999999_1',
  handle: {
    adId: '1',
    itemId: '1',
    identityType: 'TT_USER',
    identityId: '1',
    type: 'COMMENT',
    createdAt: 1_700_000_000_000,
  },
};

/** Every member that asks the platform, about an ad set where it needs an object. */
const questions: { readonly [member: string]: Question } = {
  'comments.threads': (at, { comments }, access) =>
    comments?.threads(access, { adIds: [at.comments?.adId ?? ''] }),
  'comments.page': (_, { comments }, access) =>
    comments?.page(access, aComment.thread, { since: 0, limit: 10 }),
  'comments.read': (_, { comments }, access) => comments?.read(access, aComment),
  'comments.replies': (_, { comments }, access) => comments?.replies(access, aComment),
  'comments.reply': (_, { comments }, access) => comments?.reply(access, aComment, 'Thank you'),
  'comments.setHidden': (_, { comments }, access) => comments?.setHidden(access, [aComment], true),
  'comments.like': (_, { comments }, access) => comments?.like?.(access, aComment, true),
  'comments.remove': (_, { comments }, access) => comments?.remove(access, aComment),
  'accounts.list': (_, { accounts }, { companyId, credentials }) =>
    accounts.list(companyId, credentials),
  'accounts.token': (_, { accounts }, { companyId, credentials }) =>
    accounts.token?.(companyId, credentials),
  'accounts.identities': (_, { accounts }, access) => accounts.identities(access),
  'accounts.campaigns': (_, { accounts }, access) => accounts.campaigns(access),
  'accounts.adSets': (_, { accounts }, access) => accounts.adSets(access),
  'edit.setStatus': (at, { edit }, access) =>
    edit?.setStatus(access, [{ ...adSet(at), status: 'PAUSED' }]),
  'edit.setEnd': (at, { edit }, access) =>
    edit?.setEnd?.(access, [{ ...adSet(at), endTime: at.clock.now() + 86_400_000 }]),
  'edit.remove': (at, { edit }, access) => edit?.remove(access, [adSet(at)]),
  'edit.rename': (at, { edit }, access) => edit?.rename?.(access, [{ ...adSet(at), name: 'New' }]),
  'edit.setBudget': (at, { edit }, access) =>
    edit?.setBudget?.(access, 'adset', at.adSetIds[0], { daily: 60 }),
  'edit.appeal': (at, { edit }, access) =>
    edit?.appeal?.(access, [{ id: at.adSetIds[0], mayBeAsked: false }]),
  'duplicate.tree': (at, { duplicate }, access) => duplicate?.tree(access, 'adset', at.adSetIds[0]),
  'duplicate.held': (at, { duplicate }, access) =>
    duplicate?.held?.(access, 'adset', at.adSetIds[0]),
  'duplicate.named': (_, { duplicate }, access) => duplicate?.named(access, 'adset', 'Copy'),
  'duplicate.recreate': (at, { duplicate }, access) => duplicate?.recreate(access, copyOf(at)),
  'location.set': (at, { location }, access) =>
    location?.set(access, [{ adSetId: at.adSetIds[0], targeting: {} }]),
  'inspect.ads': (_, { inspect }, access) => inspect?.ads(access, { limit: 5 }),
  'inspect.entities': (at, { inspect }, access) => inspect?.entities(access, [adSet(at)]),
  'inspect.accountOf': (at, { inspect }, access) => inspect?.accountOf(askerOf(access), adSet(at)),
  'inspect.debug': (at, { inspect }, access) =>
    inspect?.debug?.(askerOf(access), [at.adSetIds[0]], { captions: false }),
  'inspect.creatives': (at, { inspect }, access) =>
    inspect?.creatives?.(askerOf(access), [at.adSetIds[0]]),
  'inspect.preview': (at, { inspect }, access) =>
    inspect?.preview?.(access, at.adSetIds[0], at.samples.previewFormat ?? ''),
  'inspect.posts': (at, { inspect }, access) => inspect?.posts?.(access, at.samples.postsOf ?? ''),
  'history.changes': (_, { history }, access) => history?.changes(access, { limit: 5 }),
  'report.daily': (at, { report }, access) =>
    report?.daily(access, { from: at.reportDay, to: at.reportDay, breakdown: 'none' }),
  'report.parts.read': (at, { report }, access) =>
    report?.parts?.read(access, {
      from: at.reportDay,
      to: at.reportDay,
      level: 'campaign',
      measures: ['impressions'],
      byDay: false,
      parts: (Object.keys(report.parts.kinds) as ReportPart[]).slice(0, 1),
      ...(Object.keys(report.parts.kinds).length === 0 && {
        window: { click: report.parts.windows?.click[0] ?? 1 },
      }),
    }),
  'report.reach': (at, { report }, access) =>
    report?.reach(access, { from: at.reportDay, to: at.reportDay, level: 'account', by: 'all' }),
  'report.runs.start': (at, { report }, access) =>
    report?.runs?.start(access, { from: at.reportDay, to: at.reportDay, breakdown: 'none' }),
  'update.campaign.prepare': (at, { update }, access) =>
    update?.campaign?.prepare(access, named(at, access, 'campaignId')),
  'update.adSet.prepare': (at, { update }, access) =>
    update?.adSet?.prepare(access, named(at, access, 'adSetId')),
  'update.ad.prepare': (at, { update }, access) =>
    update?.ad?.prepare(access, named(at, access, 'adId')),
  'choices.list': (_, { choices }, access) => choices?.list(access, { kind: firstKind(choices) }),
  'delivery.read': (at, { delivery }, access) =>
    delivery?.read(access, { type: 'adset', ids: [at.adSetIds[0]], estimate: false }),
  'delivery.minimumBudgets': (_, { delivery }, access) => delivery?.minimumBudgets?.(access),
  'conversions.destinations': (_, { conversions }, access) => conversions?.destinations(access),
  'search.places': (_, { search }, access) => search?.places(access, { text: 'Ber', types: [] }),
};

/** Those that a platform can be asked. */
export const questionsOf = (offers: Declaring['offers']): (readonly [string, Question])[] =>
  Object.entries(questions).filter(
    ([member]) =>
      offers(member) && (member !== 'report.reach' || offers('definition.metrics.reach')),
  );

/** What went wrong: thrown, or told of each object. */
export async function failuresOf(
  work: Promise<unknown>,
): Promise<readonly (PlatformFailure | undefined)[]> {
  try {
    const answer = await work;
    const results = Array.isArray(answer) ? answer : [answer];
    return results.map((result: { readonly failure?: PlatformFailure }) => result.failure);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [error.failure];
  }
}
