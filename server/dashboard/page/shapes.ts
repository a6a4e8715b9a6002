import type * as v from 'valibot';
import type { auditEntry, key, me } from '../../../core/schema/access.ts';
import type { adAccount, connection, connectionTest } from '../../../core/schema/accounts.ts';
import type { guardrailsAnswer } from '../../../core/schema/guardrails.ts';
import type {
  batchDetailAnswer,
  batchList,
  failedAdShape,
  launchAccepted,
  launchedAdShape,
  launchPlan,
  undoAnswer,
} from '../../../core/schema/launch.ts';
import type { mediaItem } from '../../../core/schema/media.ts';
import type { reportFieldsResponse, reportQueryResponse } from '../../../core/schema/report.ts';
import type { faultsAnswer, sandboxStateAnswer } from '../../../core/schema/sandbox.ts';

/** What the API answers, by the schemas it answers by. Types alone: nothing of them is bundled. */

export interface List<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly offset: number; readonly limit: number; readonly total: number; readonly hasMore: boolean };
}

export type Me = v.InferOutput<typeof me>;
export type Key = v.InferOutput<typeof key>;
export type AuditEntry = v.InferOutput<typeof auditEntry>;
export type AdAccount = v.InferOutput<typeof adAccount>;
export type Connection = v.InferOutput<typeof connection>;
export type ConnectionTest = v.InferOutput<typeof connectionTest>;
export type Batch = v.InferOutput<typeof batchList>['data'][number];
export type BatchDetail = v.InferOutput<typeof batchDetailAnswer>;
export type LaunchedAd = v.InferOutput<typeof launchedAdShape>;
export type UndoAnswer = v.InferOutput<typeof undoAnswer>;
export type FailedAd = v.InferOutput<typeof failedAdShape>;
export type Plan = v.InferOutput<typeof launchPlan>;
export type Accepted = v.InferOutput<typeof launchAccepted>;
export type MediaItem = v.InferOutput<typeof mediaItem>;
export type Report = v.InferOutput<typeof reportQueryResponse>;
export type ReportFields = v.InferOutput<typeof reportFieldsResponse>;
export type Guardrails = v.InferOutput<typeof guardrailsAnswer>;
export type Faults = v.InferOutput<typeof faultsAnswer>;
export type SandboxState = v.InferOutput<typeof sandboxStateAnswer>;
