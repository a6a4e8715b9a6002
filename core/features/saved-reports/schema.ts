import * as v from 'valibot';
import { answer } from '../../base/schema/envelope.ts';
import { nameText, shortText, wholeNumber } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { weekdays } from '../../base/time/weekdays.ts';
import { reportQueryRequest, reportQueryResponse } from '../../report/schema/report.ts';

/**
 * Days that move with the calendar of the first ad account. All but today and this_month end
 * yesterday.
 */
export const periods = [
  'today',
  'yesterday',
  'last_7_days',
  'last_14_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
] as const;
export type Period = (typeof periods)[number];

const period = v.pipe(
  v.picklist(periods, `The period is one of ${periods.join(', ')}.`),
  v.description('Instead of dates in `query`. Default where `query` has none: last_7_days.'),
);

const query = v.pipe(
  reportQueryRequest,
  v.description('As `GET /v1/reports/query` takes it; dates may be left out.'),
);

const time = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time of the day, like 08:00.'),
);

const schedule = v.object({
  at: v.pipe(listOfAtMost(time, 24, 'times'), v.minLength(1, 'Give at least one time of the day.')),
  days: v.optional(
    v.pipe(listOfAtMost(v.picklist(weekdays), 7, 'days'), v.description('Default: every day.')),
  ),
  dayOfMonth: v.optional(wholeNumber(1, 28, { description: 'On this day of the month alone.' })),
  timezone: v.optional(
    v.pipe(
      shortText(60),
      v.description('`account`, the default: that of the first ad account; or an IANA name.'),
    ),
  ),
  webhookIds: v.optional(
    v.pipe(
      listOfAtMost(shortText(100), 20, 'webhooks'),
      v.description(
        'Only these webhooks get it. Default: all that have the event report.finished.',
      ),
    ),
  ),
});
export type ReportSchedule = v.InferOutput<typeof schedule>;

export const newSavedReport = v.object({
  name: nameText(100),
  query,
  period: v.optional(period),
  schedule: v.optional(v.nullable(schedule)),
});
export type NewSavedReport = v.InferOutput<typeof newSavedReport>;

/**
 * What is left out stays. `period: null` goes by the dates of the query, `schedule: null` ends
 * deliveries.
 */
export const savedReportChanges = v.object({
  name: v.optional(nameText(100)),
  query: v.optional(query),
  period: v.optional(v.nullable(period)),
  schedule: v.optional(v.nullable(schedule)),
});
export type SavedReportChanges = v.InferOutput<typeof savedReportChanges>;

export const savedReport = v.object({
  id: v.string(),
  name: v.string(),
  query: v.looseObject({}),
  period: v.nullable(v.string()),
  schedule: v.nullable(v.object({ ...schedule.entries, timezone: v.string() })),
  nextRunAt: v.nullable(v.string()),
  lastRun: v.nullable(
    v.object({
      at: v.string(),
      status: v.picklist(['success', 'error']),
      rows: v.number(),
      message: v.nullable(v.string()),
    }),
  ),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type SavedReport = v.InferOutput<typeof savedReport>;

export const savedReportRun = answer({
  savedReportId: v.string(),
  name: v.string(),
  startDate: v.string(),
  endDate: v.string(),
  ...v.pick(reportQueryResponse, ['data', 'pagination', 'metadata']).entries,
});
export type SavedReportRun = v.InferOutput<typeof savedReportRun>;
