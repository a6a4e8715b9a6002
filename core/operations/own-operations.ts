import type { Caller } from '../access/caller.ts';
import { accessFound } from '../accounts/access.ts';
import {
  type FoundAccount,
  findNamed,
  foundAccount,
  openPlatform,
} from '../accounts/find-account.ts';
import { refuseOutside } from '../accounts/in-workspace.ts';
import { adAccountKind } from '../accounts/records.ts';
import type { AccountKey } from '../base/account-key.ts';
import { defined } from '../base/defined.ts';
import type { PlatformId } from '../base/platforms.ts';
import { sentName } from '../base/schema/aliases.ts';
import { addDays, dayAt } from '../base/time/days.ts';
import type { Preview } from '../gate/preview.ts';
import { previewLaunch } from '../launch/accept/dry-run.ts';
import { submitLaunch } from '../launch/accept/submit.ts';
import { launchParts } from '../launch/show/parts.ts';
import { adCopies, duplicateAd } from '../manage/duplicate/duplicate-ad.ts';
import { adSetCopies, duplicateAdSet } from '../manage/duplicate/duplicate-ad-set.ts';
import { campaignCopies, duplicateCampaign } from '../manage/duplicate/duplicate-campaign.ts';
import { previewDuplicate } from '../manage/duplicate/prepare.ts';
import { duplicateParts } from '../manage/duplicate/submit.ts';
import { itemParts } from '../manage/edit/entities.ts';
import {
  type AmountsChanged,
  type OwnAmounts,
  previewOwnAmounts,
  setOwnAmounts,
} from '../manage/edit/own-amounts.ts';
import { previewRename, renameEntity } from '../manage/edit/rename-entity.ts';
import { previewBudget, updateBudget } from '../manage/edit/update-budget.ts';
import { previewStatus, updateStatus } from '../manage/edit/update-status.ts';
import { refuseForeignIds } from '../manage/entity-ids.ts';
import type { Access, EntityType } from '../ports/platform-accounts.ts';
import { allOf } from '../records/list.ts';
import type { Once } from '../records/once.ts';
import { type MetricName, metricNames } from '../report/metrics.ts';
import { queryReport } from '../report/query-report.ts';
import type { ServicePorts } from './ports.ts';

/** A change, to be shown or carried out. */
export interface Deed<A> {
  preview(ports: ServicePorts, caller: Caller): Promise<Preview>;
  run(ports: ServicePorts, caller: Caller, once: Once): Promise<A>;
}

type AnswerOf<D> = D extends Deed<infer A> ? A : never;

/** Of a change that costs nothing. */
export const free = (startsDelivering = false): Promise<Preview> =>
  Promise.resolve({ guards: [], moneyAtStake: [], startsDelivering });

type Request<F extends (ports: never, caller: never, request: never, once: never) => unknown> =
  Parameters<F>[2];

/**
 * Core's changes, for operations that one platform offers under names of its own: the same checks,
 * limits and answers.
 */
export const deeds = {
  launch: (body: unknown): Deed<Awaited<ReturnType<typeof submitLaunch>>> => ({
    preview: (ports, caller) => previewLaunch(ports, caller, body),
    run: (ports, caller, once) => submitLaunch(ports, caller, body, once),
  }),
  status: (
    request: Request<typeof updateStatus>,
  ): Deed<Awaited<ReturnType<typeof updateStatus>>> => ({
    preview: (ports, caller) => previewStatus(ports, caller, request),
    run: (ports, caller, once) => updateStatus(ports, caller, request, once),
  }),
  budget: (
    request: Request<typeof updateBudget>,
  ): Deed<Awaited<ReturnType<typeof updateBudget>>> => ({
    preview: (ports, caller) => previewBudget(ports, caller, request),
    run: (ports, caller, once) => updateBudget(ports, caller, request, once),
  }),
  rename: (
    request: Request<typeof renameEntity>,
  ): Deed<Awaited<ReturnType<typeof renameEntity>>> => ({
    preview: (ports, caller) => previewRename(ports, caller, request),
    run: (ports, caller, once) => renameEntity(ports, caller, request, once),
  }),
  ownAmounts: <Now extends object, A extends object>(
    amounts: OwnAmounts<Now>,
    answerOf: (changed: AmountsChanged<Now>) => A,
  ): Deed<A> => ({
    preview: (ports, caller) => previewOwnAmounts(ports, caller, amounts),
    run: (ports, caller, once) => setOwnAmounts(ports, caller, { amounts, once }, answerOf),
  }),
  copyCampaign: (
    request: Request<typeof duplicateCampaign>,
  ): Deed<Awaited<ReturnType<typeof duplicateCampaign>>> => ({
    preview: (ports, caller) => previewDuplicate(ports, caller, request, campaignCopies(request)),
    run: (ports, caller, once) => duplicateCampaign(ports, caller, request, once),
  }),
  copyAdSet: (
    request: Request<typeof duplicateAdSet>,
  ): Deed<Awaited<ReturnType<typeof duplicateAdSet>>> => ({
    preview: (ports, caller) => previewDuplicate(ports, caller, request, adSetCopies(request)),
    run: (ports, caller, once) => duplicateAdSet(ports, caller, request, once),
  }),
  copyAd: (
    request: Request<typeof duplicateAd>,
  ): Deed<Awaited<ReturnType<typeof duplicateAd>>> => ({
    preview: (ports, caller) => previewDuplicate(ports, caller, request, adCopies(request)),
    run: (ports, caller, once) => duplicateAd(ports, caller, request, once),
  }),
};

/** What became of each object of these changes. */
export const deedParts = { items: itemParts, copies: duplicateParts, launch: launchParts };

/** The same change with another answer. */
export const answering = <A, B>(
  deed: Deed<A>,
  answer: (given: A, ports: ServicePorts) => B | Promise<B>,
): Deed<B> => ({
  preview: deed.preview,
  run: async (ports, caller, once) => answer(await deed.run(ports, caller, once), ports),
});

export interface OpenedOwn<Own> {
  readonly key: AccountKey;
  readonly access: Access;
  readonly own: Own;
}

interface FiguresWanted {
  readonly type: EntityType;
  readonly ids: readonly string[];
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

const GROUPINGS = { campaign: 'campaignId', adset: 'adsetId', ad: 'adId' } as const;
const ADDED_UP = metricNames.filter((name) => name !== 'reach' && name !== 'frequency');

/** For the operations of one platform, with what its `open` returns as `own`. */
export function ownOperations<Own>(platform: PlatformId) {
  async function reached(
    ports: ServicePorts,
    companyId: string,
    account: FoundAccount,
  ): Promise<OpenedOwn<Own>> {
    const { key, access, platform } = await accessFound(ports, companyId, account);
    return { key, access, own: platform.own as Own };
  }

  /**
   * Throws `not_found` without such an account, and `unprocessable_entity` for one of another
   * platform or workspace.
   */
  async function open(
    ports: ServicePorts,
    caller: Caller,
    request: { readonly accountId: string },
  ): Promise<OpenedOwn<Own>> {
    const at = { path: sentName(request, 'accountId'), platform };
    const account = await findNamed(ports, caller.companyId, request.accountId, at);
    await refuseOutside(ports.store, caller.companyId, request, account);
    return reached(ports, caller.companyId, account);
  }

  return {
    /** To read. */
    async open(
      ports: ServicePorts,
      caller: Caller,
      request: { readonly accountId: string },
    ): Promise<OpenedOwn<Own>> {
      const opened = await open(ports, caller, request);
      refuseForeignIds([openPlatform(ports.platforms, platform)], request);
      return opened;
    },
    /** The halves of an operation that changes something in one account. */
    change<I extends { readonly accountId: string }, S, D extends Deed<unknown>>(
      deedOf: (input: I, opened: OpenedOwn<Own>, subject: S) => D,
    ) {
      const decided = async (
        ports: ServicePorts,
        caller: Caller,
        input: I,
        subject: S,
      ): Promise<D> => {
        const opened = await open(ports, caller, input);
        return deedOf({ ...input, accountId: opened.key }, opened, subject);
      };
      return {
        preview: async (
          ports: ServicePorts,
          caller: Caller,
          { input, subject }: { readonly input: I; readonly subject: S },
        ) => (await decided(ports, caller, input, subject)).preview(ports, caller),
        run: async (
          ports: ServicePorts,
          caller: Caller,
          { input, subject, once }: { readonly input: I; readonly subject: S; readonly once: Once },
        ): Promise<AnswerOf<D>> => {
          const deed = await decided(ports, caller, input, subject);
          return (await deed.run(ports, caller, once)) as AnswerOf<D>;
        },
      };
    },
    /** Figures by id of the days asked for, by default the last seven of the account. */
    async figures(
      ports: ServicePorts,
      caller: Caller,
      { key, access }: OpenedOwn<Own>,
      { type, ids, startDate, endDate }: FiguresWanted,
    ) {
      const to = endDate ?? dayAt(ports.clock.now(), access.timezone);
      const range = { startDate: startDate ?? addDays(to, -6), endDate: to };
      const grouping = GROUPINGS[type];
      const filter = { [`filters[${grouping}]`]: [...ids] };
      const asked = {
        accountIds: [key],
        ...range,
        groupBy: [grouping],
        metrics: ADDED_UP,
        limit: 1_000,
        ...filter,
      };
      const report =
        ids.length === 0 ? undefined : await queryReport(ports, caller.companyId, asked);
      const byId = new Map<string, { readonly [M in MetricName]?: number | null }>();
      for (const row of report?.data ?? [])
        byId.set(
          row[grouping] ?? '',
          Object.fromEntries(ADDED_UP.map((metric) => [metric, row[metric] ?? null])),
        );
      return {
        byId,
        about: { ...range, ...defined({ settledUntil: report?.metadata.settledUntil }) },
      };
    },
    /** Asks each connection once, through any of its accounts. */
    async ofConnections<R>(
      ports: ServicePorts,
      companyId: string,
      ask: (
        opened: OpenedOwn<Own>,
        connectionId: string,
        registered: readonly AccountKey[],
      ) => Promise<readonly R[]>,
    ): Promise<R[]> {
      const accounts = (await allOf(ports.store, adAccountKind, companyId))
        .map(foundAccount)
        .filter((account) => account.platform === platform);
      const registered = accounts.map(({ key }) => key);
      const rows: R[] = [];
      for (const [id, account] of new Map(accounts.map((each) => [each.connectionId, each])))
        rows.push(...(await ask(await reached(ports, companyId, account), id, registered)));
      return rows;
    },
  };
}
