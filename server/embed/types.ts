import type { AnswerOf, InputOf } from '../client/types.ts';

/** What `launch` takes: ads, and how they are launched. */
export type LaunchRequest = InputOf<'launch'>;
/** One ad of a launch. */
export type Ad = NonNullable<LaunchRequest['ads']>[number];
/** What `plan` answers: what a launch would do and cost. */
export type LaunchPlan = AnswerOf<'plan'>;
/** What `reports.query` answers. */
export type Report = AnswerOf<'reports.query'>;
