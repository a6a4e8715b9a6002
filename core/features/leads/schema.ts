import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { amountText } from '../../base/schema/amount-text.ts';
import { answer } from '../../base/schema/envelope.ts';
import {
  nameText,
  platformObjectId,
  shortText,
  timestamp,
  wholeNumber,
} from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { accountId, flag } from '../../base/schema/request-fields.ts';
import { leadQuestionTypes } from '../../ports/platform-leads.ts';

/**
 * Platform and id there, never an address of a person: ids are kept and logged. Anything else is
 * not found.
 */
export const leadId = v.pipe(
  v.string(),
  v.regex(/^[a-z-]{1,40}:[!-?A-~]{1,200}$/, 'This is no id of a lead.'),
);
export const watchId = v.pipe(
  v.string(),
  v.regex(/^[a-z-]{1,40}:[!-~]{1,200}$/, 'This is no id of an ad account.'),
);

const destination = v.pipe(
  v.string(),
  v.trim(),
  v.regex(
    /^[a-z][a-z-]{1,40}:[!-~]{1,200}$/,
    'Name a destination with its platform, like primary:1729525464415281.',
  ),
);

const filters = {
  accountId: v.optional(accountId),
  formId: v.optional(platformObjectId),
  adId: v.optional(platformObjectId),
  since: v.optional(
    v.pipe(timestamp, v.description('Those that people sent at this time or later.')),
  ),
  test: v.optional(v.pipe(flag, v.description('Only test leads, or none. Default: all, marked.'))),
};

export const leadQuery = aliased({
  ...filters,
  limit: v.optional(
    wholeNumber(1, 200, { default: 50, description: 'How many rows to give at most.' }),
  ),
  after: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^\d{14}:[!-~]{1,280}$/,
        'This is no cursor of an earlier page. Start again without it.',
      ),
    ),
  ),
});
export type LeadQuery = v.InferOutput<typeof leadQuery>;

export const leadFilters = aliased(filters);
export type LeadFilters = v.InferOutput<typeof leadFilters>;

const stageRow = v.object({
  stage: v.string(),
  happenedAt: v.string(),
  value: v.nullable(v.string()),
  currency: v.nullable(v.string()),
  destination: v.string(),
});

const leadRow = v.object({
  id: v.string(),
  platform: v.string(),
  adAccountId: v.string(),
  formId: v.string(),
  formName: v.nullable(v.string()),
  adId: v.nullable(v.string()),
  adSetId: v.nullable(v.string()),
  campaignId: v.nullable(v.string()),
  createdAt: v.string(),
  arrivedAt: v.string(),
  isTest: v.boolean(),
  isOrganic: v.boolean(),
  /** When its answers are deleted. */
  keptUntil: v.string(),
  answers: v.array(v.object({ name: v.string(), values: v.array(v.string()) })),
  stages: v.array(stageRow),
});
export type LeadRow = v.InferOutput<typeof leadRow>;

export const leadList = answer({ data: v.array(leadRow), after: v.nullable(v.string()) });
export const oneLead = answer({ lead: leadRow });

export const erasedQuery = aliased({
  accountId,
  limit: leadQuery.entries.limit,
  after: leadQuery.entries.after,
});
export type ErasedQuery = v.InferOutput<typeof erasedQuery>;
export const erasedList = answer({
  data: v.array(v.object({ id: v.string() })),
  after: v.nullable(v.string()),
});

export const leadCounts = answer({
  total: v.number(),
  test: v.number(),
  data: v.array(
    v.object({
      formId: v.string(),
      formName: v.nullable(v.string()),
      adAccountId: v.string(),
      leads: v.number(),
    }),
  ),
});

export const formQuery = aliased({ accountId });
export const formList = answer({
  data: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      state: v.picklist(['active', 'draft', 'archived', 'deleted']),
      page: v.nullable(v.string()),
      held: v.nullable(v.number()),
      /** Null where the leads of the account are not read, or were not yet. */
      readAt: v.nullable(v.string()),
      problem: v.nullable(v.string()),
    }),
  ),
});

const address = v.pipe(
  shortText(2_000),
  v.regex(/^https?:\/\/\S+$/i, 'Give the whole address, starting with https://.'),
);

const question = v.pipe(
  v.object({
    type: v.picklist(leadQuestionTypes),
    label: v.optional(
      v.pipe(shortText(200), v.description('The question itself, of type `custom`.')),
    ),
    options: v.optional(
      v.pipe(
        listOfAtMost(shortText(100), 50, 'options'),
        v.description('What people choose from. Without, they write.'),
      ),
    ),
  }),
  v.check(
    ({ type, label }) => (type === 'custom') === (label !== undefined),
    'A question of type `custom` has a label, and no other.',
  ),
  v.check(
    ({ type, options }) => type === 'custom' || options === undefined,
    'Only a question of type `custom` has options.',
  ),
);

export const formRequest = aliased({
  accountId,
  page: v.pipe(platformObjectId, v.description('The id of the page that the form belongs to.')),
  name: v.pipe(
    nameText(200),
    v.description('As it stands in the lists of forms; people who fill it in do not see it.'),
  ),
  questions: v.pipe(
    listOfAtMost(question, 30, 'questions'),
    v.minLength(1, 'Give at least one question.'),
  ),
  privacyPolicyUrl: v.pipe(
    address,
    v.description('Where people read what becomes of their answers. The platform asks for it.'),
  ),
  privacyPolicyText: v.optional(v.pipe(shortText(70), v.description('The words of that link.'))),
  headline: v.optional(v.pipe(shortText(60), v.description('Above the questions.'))),
  link: v.optional(
    v.pipe(address, v.description('Where people may go once they have sent the form.')),
  ),
  locale: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z]{2}_[A-Z]{2}$/, 'Give a language and a country, like en_GB.'),
      v.description(
        'The language of the questions that the platform words itself. Default: that of the platform.',
      ),
    ),
  ),
  review: v.optional(
    v.pipe(v.boolean(), v.description('People look over what they filled in before they send it.')),
  ),
});
export type FormRequest = v.InferOutput<typeof formRequest>;

const madeForm = v.object({
  id: v.string(),
  name: v.string(),
  state: v.literal('active'),
  page: v.string(),
});
export const formAnswer = answer({ formId: v.string(), form: madeForm });

export const watchRequest = aliased({
  accountId,
  keepDays: v.optional(
    wholeNumber(1, 365, {
      default: 30,
      description: 'How many days after a person sent them answers are deleted.',
    }),
  ),
  destination: v.optional(
    v.pipe(destination, v.description('Where stages of these leads are sent to.')),
  ),
});
export type WatchRequest = v.InferOutput<typeof watchRequest>;

const watchRow = v.object({
  id: v.string(),
  platform: v.string(),
  adAccountId: v.string(),
  keepDays: v.number(),
  destination: v.nullable(v.string()),
  startedAt: v.string(),
  readAt: v.pipe(
    v.nullable(v.string()),
    v.description(
      'When the form that was not read for longest was read. Null while a form was never read.',
    ),
  ),
  problem: v.nullable(v.string()),
});
export type WatchRow = v.InferOutput<typeof watchRow>;

export const oneWatch = answer({ watch: watchRow });
export const watchList = answer({ data: v.array(watchRow) });

export const addressAnswer = answer({
  url: v.pipe(v.string(), v.description('What the platform calls.')),
  token: v.pipe(
    v.string(),
    v.description('What the platform asks with, shown in this answer alone.'),
  ),
  steps: v.array(v.string()),
});

export const eraseRequest = v.pipe(
  v.object({
    id: v.optional(leadId),
    email: v.optional(shortText(320)),
    phone: v.optional(shortText(64)),
  }),
  v.check(
    ({ id, email, phone }) => [id, email, phone].filter((each) => each !== undefined).length === 1,
    'Give the id of a lead, an e-mail address or a telephone number: one of them.',
  ),
);
export type EraseRequest = v.InferOutput<typeof eraseRequest>;
export const eraseAnswer = answer({ erased: v.number() });

const stage = v.object({
  leadId,
  stage: v.pipe(
    v.string(),
    v.trim(),
    v.regex(
      /^[A-Za-z][A-Za-z0-9_ -]{0,49}$/,
      'A stage begins with a letter and has at most 50 letters and digits.',
    ),
    v.description('qualified, sold, … or a name of yours. Send every stage, the first one too.'),
  ),
  happenedAt: v.optional(
    v.pipe(timestamp, v.description('Default: now, or as it was told before.')),
  ),
  value: v.optional(amountText),
  currency: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^[A-Z]{3}$/, 'Give an ISO 4217 code, like EUR.'),
    ),
  ),
});
export type SentStage = v.InferOutput<typeof stage>;

const MOST_STAGES = 500;

export const stagesRequest = v.object({
  destination: v.optional(
    v.pipe(destination, v.description('Default: that of the account whose leads they are.')),
  ),
  stages: v.pipe(
    listOfAtMost(stage, MOST_STAGES, 'stages'),
    v.minLength(1, 'Give at least one stage.'),
  ),
});
export type StagesRequest = v.InferOutput<typeof stagesRequest>;

export const stagesCsvRequest = v.object({
  destination: stagesRequest.entries.destination,
  csv: v.pipe(
    v.string(),
    v.description('The columns leadId, stage, happenedAt, value and currency; a stage a line.'),
  ),
});
export type StagesCsvRequest = v.InferOutput<typeof stagesCsvRequest>;

const refusedStage = v.object({
  index: v.number(),
  leadId: v.string(),
  cell: v.optional(v.string()),
  path: v.string(),
  code: v.string(),
  message: v.string(),
});

export const stagesAnswer = answer({
  accepted: v.number(),
  /** Told before, and not told again. */
  duplicates: v.number(),
  refused: v.array(refusedStage),
  /** By destination; GET /v1/conversions/uploads/{id} tells what became of them. */
  uploads: v.array(v.object({ destination: v.string(), uploadId: v.string() })),
});
export type StagesAnswer = v.InferOutput<typeof stagesAnswer>;
