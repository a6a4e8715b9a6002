import type { AnswerOf } from '../../../client/client.ts';

/** Names for parts of what the API answers. Types alone: nothing of them is bundled. */

type Row<A extends { readonly data: readonly unknown[] }> = A['data'][number];

export type Me = AnswerOf<'me'>;
export type Key = Row<AnswerOf<'keys.list'>>;
export type PersonRow = Row<AnswerOf<'people.list'>>;
export type Invite = Row<AnswerOf<'invites.list'>>;
export type SessionRow = Row<AnswerOf<'sessions.list'>>;
export type AdAccount = Row<AnswerOf<'accounts.list'>>;
export type Connection = Row<AnswerOf<'connections.list'>>;
export type Batch = Row<AnswerOf<'batches.list'>>;
export type BatchDetail = AnswerOf<'batches.get'>;
export type LaunchedAd = BatchDetail['launchedAds'][number];
export type FailedAd = BatchDetail['failedAds'][number];
export type Plan = AnswerOf<'plan'>;
export type MediaItem = Row<AnswerOf<'media.list'>>;
export type PlatformRow = Row<AnswerOf<'platforms.list'>>;
export type Report = AnswerOf<'reports.query'>;
export type Guardrails = AnswerOf<'guardrails.get'>;
export type ApprovalRow = Row<AnswerOf<'approvals.list'>>;
export type CommentRow = Row<AnswerOf<'comments.list'>>;
export type CommentFilter = Row<AnswerOf<'commentFilters.list'>>;
export type Approval = AnswerOf<'approvals.get'>;
export type Faults = AnswerOf<'sandbox.faults'>;
export type Pagination = AnswerOf<'batches.list'>['pagination'];
