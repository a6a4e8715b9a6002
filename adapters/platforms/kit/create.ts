import { PlatformError } from '../../../core/base/errors.ts';
import { sentName } from '../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../core/base/schema/unknown-fields.ts';
import { amountFaults, minimumFault } from '../../../core/manage/amounts.ts';
import type { Good } from './calls.ts';
import { markedName } from './claims.ts';
import type { Fail, Refusal } from './failures.ts';
import { defined } from './json.ts';
import type {
  Access,
  BilledAccount,
  Created,
  Creation,
  CreationRequest,
  CreationTogether,
  EditResult,
  Fault,
  InspectCapability,
  Json,
  NewAdSetFacts,
  NewBudget,
  ParentFacts,
  PlatformFailure,
  RefusedPart,
  WantedCreation,
} from './ports.ts';
import type { Answer } from './wire.ts';

/** What requests of all platforms have beside budgets. */
export interface CommonRequest extends CreationRequest {
  readonly bidAmount?: number | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** Of an object whose name could not be given to it once it was found. */
export const stillMarked = ({ message }: PlatformFailure): RefusedPart => ({
  path: 'name',
  message: `Its name still ends with a mark: ${message}`,
});

export interface Sent<R> {
  readonly request: R;
  /** Where names hold the mark: the name with it. */
  readonly name: string;
  readonly mark: string;
  readonly above: ParentFacts | undefined;
}

export type Made = { readonly id: string; readonly warnings?: readonly string[] } | Refusal;

interface Named<R> {
  readonly longest: number;
  /** Calls to rename what one request made. Default 1. */
  readonly calls?: number;
  rename(access: Access, made: readonly Renamed<R>[]): Promise<readonly EditResult[]>;
}

export interface Renamed<R> {
  readonly type: 'campaign' | 'adset';
  readonly id: string;
  readonly name: string;
  readonly request: R;
}

/** How a platform makes campaigns or ad sets. */
export interface CreationWords<R extends CommonRequest> {
  readonly level: 'campaign' | 'adSet';
  /** Of one request. Absent: one at a time. */
  readonly most?: number;
  readonly countsEach?: boolean;
  readonly perCampaign?: boolean;
  /** The mark ends the name until the object is finished. Absent: `send` puts it elsewhere. */
  readonly named?: Named<R>;
  /** Beside amounts and times. Pure. */
  faults?(request: R): readonly Fault[];
  warnings?(request: R): readonly Warning[];
  keep?(request: R): Json;
  asParent?(request: R): ParentFacts;
  within?(
    request: R,
    campaign: ParentFacts,
  ): { readonly faults: readonly Fault[]; readonly facts: NewAdSetFacts };
  /** Calls of one. Default 1. */
  calls?(request: R): number;
  /** Ad sets: reads their campaign. */
  campaign?(access: Access, id: string): Promise<ParentFacts>;
  /** Answers in order. Must not repeat where something may have been made. */
  send(access: Access, sent: readonly Sent<R>[]): Promise<readonly Made[]>;
  /** What could carry these marks, oldest first: the text that holds the mark, or ends with it. */
  marked(
    access: Access,
    wanted: readonly Sent<R>[],
  ): Promise<readonly { readonly id: string; readonly text: string }[]>;
}

/** One by one, where the platform takes no more. */
export const eachOf =
  <R>(send: (access: Access, sent: Sent<R>) => Promise<Made>) =>
  async (access: Access, sent: readonly Sent<R>[]): Promise<readonly Made[]> => {
    const made: Made[] = [];
    for (const each of sent) made.push(await send(access, each));
    return made;
  };

/** What an answer says was made. */
export const madeBy = (
  fail: Fail,
  answer: Answer,
  idOf: (answer: Good) => string | undefined,
): Made => {
  if (!answer.ok) return answer;
  const id = idOf(answer);
  return id === undefined
    ? { failure: fail('transient', 'The platform answered without an id.'), maybeDone: true }
    : { id };
};

export const requestFault = (
  request: object,
  field: string,
  code: string,
  message: string,
): Fault => ({
  path: sentName(request, field),
  code,
  message,
});

/** A creation of the port, made of what one platform says of it. */
export function creationOf<R extends CommonRequest>(words: CreationWords<R>): Creation {
  const { level, most, named, countsEach = false, perCampaign } = words;
  const together: CreationTogether = {
    most: most ?? 1,
    countsEach,
    ...defined({ perCampaign }),
    async send(access, wanted) {
      const made = await words.send(access, wanted.map(sentOf));
      return wanted.map(({ request }, position) => {
        const item = made[position];
        if (item !== undefined && 'id' in item)
          return created(request as R, item.id, item.warnings);
        if (item === undefined) throw new Error('A new object was sent and not answered.');
        return item.maybeDone ? { unanswered: item.failure } : { refused: item.failure };
      });
    },
    async find(access, wanted) {
      const rows = await words.marked(access, wanted.map(sentOf));
      return wanted.map(({ request, mark }) => {
        const row = rows.find(({ text }) => text === mark || text.endsWith(` ${mark}`));
        return row && created(request as R, row.id);
      });
    },
    ...(named !== undefined && {
      async finish(access, made) {
        const type = level === 'campaign' ? 'campaign' : 'adset';
        const results = await named.rename(
          access,
          made.map(({ id, request }) => ({ type, id, name: request.name, request: request as R })),
        );
        return made.map((_, position) => {
          const failure = results[position]?.failure;
          if (failure?.retryable) throw new PlatformError(failure);
          return failure === undefined ? [] : [stillMarked(failure)];
        });
      },
    }),
  };
  const { finish } = together;
  const one = async (access: Access, wanted: WantedCreation) => {
    const [made] = await together.send(access, [wanted]);
    if (made === undefined) throw new Error('A new object was sent and not answered.');
    if ('refused' in made) throw new PlatformError(made.refused);
    return made;
  };
  return {
    check: (request, account, now) => [
      ...commonFaults(request, account, now),
      ...(words.faults?.(request as R) ?? []),
    ],
    budgets: budgetsOf,
    notes: (request) => ({
      warnings: words.warnings?.(request as R) ?? [],
      ...defined({ keep: words.keep?.(request as R) }),
    }),
    ...(words.asParent && {
      asParent: (request) => words.asParent?.(request as R) ?? { objective: '' },
    }),
    ...(words.within && {
      within: (request, campaign) => words.within?.(request as R, campaign) ?? nothingKnown,
    }),
    calls: (request) => ({
      make: words.calls?.(request as R) ?? 1,
      finish: named === undefined ? 0 : (named.calls ?? 1),
    }),
    async prepare(access, request, kept, above) {
      const { campaignId } = request;
      const read =
        above ??
        (campaignId === undefined ? undefined : await words.campaign?.(access, campaignId));
      const campaign = read && { ...defined({ kept }), ...read };
      const faults =
        above !== undefined || campaign === undefined
          ? []
          : words.within?.(request as R, campaign).faults;
      return {
        faults: faults ?? [],
        send: (mark) => one(access, { request, mark, ...defined({ above: campaign }) }),
      };
    },
    find: async (access, request, mark) => (await together.find(access, [{ request, mark }]))[0],
    ...(finish && {
      finish: async (access, request, { id }) => (await finish(access, [{ request, id }]))[0] ?? [],
    }),
    ...(most !== undefined && { together }),
  };

  function sentOf({ request, mark, above }: WantedCreation): Sent<R> {
    const name =
      named === undefined ? request.name : markedName(request.name, ` ${mark}`, named.longest);
    return { request: request as R, name, mark, above };
  }

  function created(request: R, id: string, warnings: readonly string[] = []): Created {
    const { name, status = 'PAUSED', campaignId = '' } = request;
    const more =
      level === 'campaign'
        ? { objective: words.asParent?.(request).objective ?? '' }
        : { campaign_id: campaignId };
    return {
      id,
      record: { id, name, status, ...more },
      warnings: warnings.map((message) => ({ path: '', message })),
    };
  }
}

const nothingKnown = { faults: [], facts: { capacity: 0 } };

const budgetsOf = (sent: CreationRequest): NewBudget[] => {
  const request = sent as CommonRequest;
  const kinds = { dailyBudget: 'daily', lifetimeBudget: 'lifetime', bidAmount: 'bid' } as const;
  return (['dailyBudget', 'lifetimeBudget', 'bidAmount'] as const).flatMap((field) => {
    const amount = request[field];
    return amount === undefined
      ? []
      : [{ kind: kinds[field], amount, path: sentName(request, field) }];
  });
};

function commonFaults(
  sent: CreationRequest,
  account: BilledAccount,
  now: number,
): readonly Fault[] {
  const request = sent as CommonRequest;
  const { dailyBudget, lifetimeBudget, startTime, endTime } = request;
  const fault = (field: string, code: string, message: string) => ({
    path: sentName(request, field),
    code,
    message,
  });
  return [
    ...amountFaults(account, request, ['dailyBudget', 'lifetimeBudget', 'bidAmount']),
    ...minimumFault(account, sentName(request, 'dailyBudget'), dailyBudget),
    ...(dailyBudget !== undefined && lifetimeBudget !== undefined
      ? [fault('lifetimeBudget', 'two_budgets', 'Give a daily or a lifetime budget, not both.')]
      : []),
    ...(endTime !== undefined && endTime <= Math.max(now, startTime ?? 0)
      ? [
          fault(
            'endTime',
            'end_in_past',
            'The end must come after the start, and lie in the future.',
          ),
        ]
      : []),
  ];
}

/** What ad sets must know of a campaign that exists. Throws `PlatformError`. */
export const campaignReader =
  (entities: InspectCapability['entities']) =>
  async (access: Access, id: string): Promise<ParentFacts> => {
    const [found] = await entities(access, [{ type: 'campaign', id }]);
    if (found === undefined) throw new Error('The campaign was asked for and not answered.');
    if ('failure' in found) throw new PlatformError(found.failure);
    const { objective = '', dailyBudget, lifetimeBudget, endTime } = found;
    return { objective, ...defined({ dailyBudget, lifetimeBudget, endTime }) };
  };
