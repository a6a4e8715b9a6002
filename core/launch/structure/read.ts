import { withWholeStore } from '../../access/whole-store.ts';
import {
  type AccessPorts,
  type AccountAccess,
  accessAccount,
  accessFound,
} from '../../accounts/access.ts';
import { findNamed } from '../../accounts/find-account.ts';
import { refuseOutside } from '../../accounts/in-workspace.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { type ErrorCode, type Fault, SlipwayError } from '../../base/errors.ts';
import { platformCalled } from '../../base/platforms.ts';
import { withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { join } from '../../base/schema/faults.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { changesOf } from '../../gate/changes.ts';
import type { BudgetWanted } from '../../gate/judge.ts';
import { pendingIn } from '../../gate/pending.ts';
import type { CampaignState } from '../../gate/started.ts';
import { billedAccount } from '../../manage/amounts.ts';
import { readKeptNotes } from '../../manage/create/kept-notes.ts';
import {
  beginningWith,
  type ReadCreation,
  readRequest,
  wantedBudgets,
} from '../../manage/create/read-request.ts';
import { namedFields, refuseForeignIds } from '../../manage/entity-ids.ts';
import type {
  AdSet,
  Budgets,
  EntityStatus,
  Campaign as ListedCampaign,
  Pace,
} from '../../ports/platform-accounts.ts';
import type { NewAdSetFacts, ParentFacts } from '../../ports/platform-create.ts';
import type { SentLaunch } from '../accept/body.ts';
import type { PreparePorts } from '../accept/look-up.ts';
import type { NewObjectInput } from '../request-schema.ts';
import { type NewParent, newId } from './parents.ts';
import { parentsInRows, placedAds, type RowParent } from './rows.ts';
import type { Described, Structure } from './structure.ts';

interface Campaign extends ParentFacts {
  readonly account: AccountKey;
  readonly name: string;
  readonly status: EntityStatus;
  readonly pace: Budgets & Pace;
}

/**
 * Reads what exists around the new objects, and makes nothing. `sent`: the request with its ads in
 * the ad sets that they describe.
 */
export async function readStructure(
  ports: PreparePorts,
  companyId: string,
  sent: SentLaunch,
): Promise<Structure & { readonly sent: SentLaunch }> {
  const found = new Reading(ports, companyId);
  const { newCampaigns = [], newAdSets = [] } = sent.options;
  for (const [position, each] of newCampaigns.entries())
    await found.campaign(each, position, `newCampaigns[${position}]`);
  for (const [position, each] of newAdSets.entries())
    await found.adSet(each, position, `newAdSets[${position}]`);
  const rows = parentsInRows(sent);
  found.faults.push(...rows.faults);
  for (const [position, each] of rows.campaigns.entries())
    await found.rowCampaign(each, newCampaigns.length + position);
  for (const [position, each] of rows.adSets.entries())
    await found.rowAdSet(each, newAdSets.length + position);
  return Object.assign(found, {
    sent: rows.byAd.size === 0 ? sent : placedAds(sent, rows.byAd, found.existing),
  });
}

/**
 * Rows mean the one that is on its way: another of its name would be a second one, with a budget of
 * its own.
 */
export async function beingMade(
  ports: Parameters<typeof pendingIn>[0],
  companyId: string,
  described: readonly Described[],
  then = 'Launch these rows once it has ended: they go into it.',
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const account of new Set(described.map((each) => each.account))) {
    const { making } = await pendingIn(withWholeStore(ports), companyId, account);
    for (const { path, level, name, campaignId } of described.filter(
      (each) => each.account === account,
    )) {
      const found = making.find(
        (each) =>
          each.level === level &&
          each.name === name &&
          (campaignId === undefined || each.campaignId === campaignId),
      );
      if (found === undefined) continue;
      const message = `Batch ${found.batch} is making the ${wordOf(level)} “${name}”. ${then}`;
      faults.push({ path, code: 'in_progress', message, values: { batch: found.batch } });
    }
  }
  return faults;
}

/** What is there by its name now, and was not before. */
export async function madeMeanwhile(
  ports: AccessPorts,
  companyId: string,
  described: readonly Described[],
  fault: { readonly code: string; readonly hint: string },
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const key of new Set(described.map(({ account }) => account))) {
    const own = described.filter(({ account }) => account === key);
    const { platform, access } = await accessAccount(ports, companyId, key);
    const campaignIds = [...new Set(own.flatMap(({ campaignId }) => campaignId ?? []))];
    const [campaigns, adSets] = await withRequestErrors({}, () =>
      Promise.all([
        own.every(({ level }) => level === 'adSet') ? [] : platform.accounts.campaigns(access),
        campaignIds.length === 0 ? [] : platform.accounts.adSets(access, { campaignIds }),
      ]),
    );
    for (const { path, level, name, campaignId } of own) {
      const isIt = (each: { readonly name: string; readonly status: EntityStatus }) =>
        each.name === name && isOpen(each);
      const isThere =
        level === 'campaign'
          ? campaigns.some(isIt)
          : adSets.some((each) => each.campaignId === campaignId && isIt(each));
      if (isThere)
        faults.push({
          path,
          code: fault.code,
          message: `The ${wordOf(level)} “${name}” is there by now. ${fault.hint}`,
        });
    }
  }
  return faults;
}

/**
 * Faults of what was not there when a launch was planned, and is being made or there as it is
 * committed.
 */
export async function madeSincePlanned(
  ports: Parameters<typeof pendingIn>[0] & AccessPorts,
  companyId: string,
  described: readonly Described[],
): Promise<readonly Fault[]> {
  const faults = await beingMade(ports, companyId, described);
  if (faults.length > 0) return faults;
  // A batch notes in its accounts what it has made before it ends, so that most launches ask their
  // platform nothing here.
  const now = new Map<AccountKey, number>();
  for (const { account } of described)
    now.set(account, now.get(account) ?? (await changesOf(ports.store, companyId, account)));
  const open = described.filter(({ account, changes }) => changes !== now.get(account));
  return madeMeanwhile(ports, companyId, open, {
    code: 'in_progress',
    hint: 'Launch these rows again: they go into it.',
  });
}

const wordOf = (level: NewParent['level']): string =>
  level === 'campaign' ? 'campaign' : 'ad set';

const isOpen = ({ status }: { readonly status: EntityStatus }): boolean =>
  status === 'ACTIVE' || status === 'PAUSED';

class Reading implements Structure {
  readonly parents: NewParent[] = [];
  readonly adSets = new Map<AccountKey, Map<string, AdSet>>();
  readonly beside = new Map<AccountKey, AdSet[]>();
  readonly empty = new Map<AccountKey, CampaignState[]>();
  readonly budgets: (BudgetWanted & { readonly account: AccountKey })[] = [];
  readonly described: Described[] = [];
  readonly faults: Fault[] = [];
  readonly warnings: Warning[] = [];
  /** Of what rows describe and what is there already: ids by refs. */
  readonly existing = new Map<string, string>();
  readonly #lists = new Map<AccountKey, Promise<readonly ListedCampaign[]>>();
  readonly #changes = new Map<AccountKey, Promise<number>>();
  readonly #campaigns = new Map<string, Campaign>();
  readonly #existing = new Map<string, Promise<Campaign>>();
  readonly #refs = new Set<string>();
  readonly #ports: PreparePorts;
  readonly #companyId: string;

  constructor(ports: PreparePorts, companyId: string) {
    this.#ports = ports;
    this.#companyId = companyId;
  }

  /** A campaign that rows describe: one that has this id or name, or a new one. */
  rowCampaign(parent: RowParent, position: number): Promise<void> {
    const { path, input, adAccountId } = parent;
    return this.#told(path, async () => {
      const account = await this.#open({ accountId: adAccountId }, '');
      const name = String(input.name ?? '');
      const found = (await this.#listed(account)).filter(
        (each) => each.id === name || each.name === name,
      );
      const [first, second] = found;
      if (first === undefined)
        return (await this.#isBeingMade(account, path, name))
          ? undefined
          : this.campaign(input, position, path);
      if (second !== undefined)
        return this.#fault(
          join(path, 'name'),
          'ambiguous_name',
          `${found.length} campaigns are called “${name}”: name one by its id.`,
        );
      if (input.objective !== undefined && input.objective !== first.objective) {
        const message = `The campaign “${first.name}” exists and has the objective ${first.objective}. Give another name, or leave the objective out.`;
        return this.#fault(join(path, 'objective'), 'exists_otherwise', message);
      }
      this.existing.set(input.ref, first.id);
      this.#stays(parent, 'campaign', first.name);
    });
  }

  async rowAdSet(parent: RowParent, position: number): Promise<void> {
    const { path, input } = parent;
    const above = typeof input.campaign === 'object' ? input.campaign?.ref : undefined;
    const campaignId = this.existing.get(above ?? '');
    if (campaignId === undefined) return this.adSet(input, position, path);
    return this.#told(path, async () => {
      const account = await this.#open({ accountId: parent.adAccountId }, '');
      await this.#exists(account, campaignId, 'campaign');
      const name = String(input.name ?? '');
      const found = (this.beside.get(account.key) ?? []).filter(
        (each) => each.campaignId === campaignId && (each.id === name || each.name === name),
      );
      const [first, second] = found;
      if (first === undefined) {
        if (await this.#isBeingMade(account, path, name, campaignId)) return;
        return this.adSet({ ...input, campaign: campaignId }, position, path);
      }
      if (second !== undefined)
        return this.#fault(
          join(path, 'name'),
          'ambiguous_name',
          `${found.length} ad sets of the campaign are called “${name}”.`,
        );
      this.existing.set(input.ref, first.id);
      this.#stays(parent, 'ad set', first.name);
    });
  }

  async #isBeingMade(
    { key: account }: AccountAccess,
    path: string,
    name: string,
    campaignId?: string,
  ): Promise<boolean> {
    const level = campaignId === undefined ? 'campaign' : 'adSet';
    const changes = await this.#changes.get(account);
    const described: Described = {
      account,
      path: join(path, 'name'),
      level,
      name,
      ...defined({ campaignId, changes }),
    };
    const faults = await beingMade(this.#ports, this.#companyId, [described]);
    this.faults.push(...faults);
    if (faults.length === 0) this.described.push(described);
    return faults.length > 0;
  }

  /**
   * Ads go into what is there; what a row says of it besides is not carried out, and not hidden.
   */
  #stays(
    { path, input: { ref: _, campaign: __, adAccountId: ___, name: ____, ...settings } }: RowParent,
    word: string,
    name: string,
  ) {
    const given = Object.keys(settings);
    if (given.length === 0) return;
    const message = `The ${word} “${name}” exists: the ads go into it, and its settings stay as they are (not changed: ${given.join(', ')}).`;
    this.warnings.push({ path, code: 'exists_already', message });
  }

  async #listed(account: AccountAccess): Promise<readonly ListedCampaign[]> {
    // Read before the list: what is made after it is told by a later number.
    const changes =
      this.#changes.get(account.key) ?? changesOf(this.#ports.store, this.#companyId, account.key);
    this.#changes.set(account.key, changes);
    await changes;
    const known =
      this.#lists.get(account.key) ??
      withRequestErrors({}, () => account.platform.accounts.campaigns(account.access)).then((all) =>
        all.filter(isOpen),
      );
    this.#lists.set(account.key, known);
    return known;
  }

  campaign(
    { ref, campaign: _, ...body }: NewObjectInput,
    position: number,
    place: string,
  ): Promise<void> {
    return this.#at(place, 'newCampaigns', ref, async (path) => {
      const read = await this.#read('campaign', body, path);
      const { account, creation, request } = read;
      if (creation.asParent === undefined) throw cannot(account);
      const { name, status = 'PAUSED', dailyBudget, lifetimeBudget } = request;
      const facts = creation.asParent(request);
      const pace = defined({ dailyBudget, lifetimeBudget, endTime: facts.endTime });
      this.#campaigns.set(newId(ref), { ...facts, account: account.key, name, status, pace });
      this.parents.push({
        id: `campaign:${position}`,
        level: 'campaign',
        ref,
        account: account.key,
        request,
      });
    });
  }

  adSet(
    { ref, campaign, ...body }: NewObjectInput,
    position: number,
    place: string,
  ): Promise<void> {
    return this.#at(place, 'newAdSets', ref, async (path) => {
      const named =
        campaign === undefined || campaign === null ? {} : { campaignId: idOf(campaign) };
      const read = await this.#read('adSet', { ...body, ...named }, path);
      const { account, creation, request } = read;
      const { campaignId = '', name, status = 'PAUSED', dailyBudget, lifetimeBudget } = request;
      const { within } = creation;
      if (within === undefined) throw cannot(account);
      const at =
        campaign === undefined || campaign === null ? sentName(request, 'campaignId') : 'campaign';
      const isNew = campaignId.startsWith('new:');
      const parent = isNew
        ? this.#campaigns.get(campaignId)
        : await this.#exists(account, campaignId, sentName(request, 'campaignId'));
      if (parent === undefined) {
        // A campaign with faults of its own was not taken up, and is not missing.
        if (!this.#refs.has(`newCampaigns ${campaignId}`))
          this.#fault(join(path, at), 'unknown_ref', noRef(campaignId));
        return;
      }
      if (parent.account !== account.key) {
        const message = `The campaign ${parent.name} is made in another ad account.`;
        this.#fault(join(path, at), 'other_account', message);
        return;
      }
      if (parent.status === 'DELETED' || parent.status === 'ARCHIVED') {
        const message = `The campaign ${parent.name} is ${parent.status.toLowerCase()}; nothing can be put into it.`;
        this.#fault(join(path, at), 'target_gone', message);
        return;
      }
      const { faults, facts } = within(request, parent);
      if (isNew) this.#faults(path, faults);
      else await this.#asPrepared(read, path, parent.kept);
      const whole: AdSet = {
        ...virtual(newId(ref), name, status, facts),
        ...defined({ dailyBudget, lifetimeBudget }),
        campaignId,
        campaignName: parent.name,
        objective: parent.objective,
        campaign: { ...parent.pace, status: parent.status },
      };
      const own = this.adSets.get(account.key) ?? new Map<string, AdSet>();
      this.adSets.set(account.key, own.set(whole.id, whole));
      const { startTime, endTime, peaks, weekdays } = facts;
      const pace = defined({ startTime, endTime, peaks, weekdays });
      this.parents.push({
        id: `adset:${position}`,
        level: 'adSet',
        ref,
        account: account.key,
        request,
        pace,
      });
    });
  }

  /** What its form alone tells, with its budgets and warnings noted. */
  async #read(level: NewParent['level'], body: object, path: string): Promise<ReadCreation> {
    const ports = this.#ports;
    const { copyOf, ...sent } = body as { readonly copyOf?: string | null };
    const begin =
      copyOf &&
      beginningWith(level, copyOf, (each) =>
        this.warnings.push({ ...each, path: join(path, each.path) }),
      );
    const open = (target: { readonly accountId: string }) =>
      this.#open(target, sentName(target, 'accountId'));
    const read = await readRequest(ports, this.#companyId, level, sent, open, begin || undefined);
    const { account, creation, request, unknown } = read;
    if (request.campaignId?.startsWith('new:') !== true)
      refuseForeignIds([account.platform], request);
    this.#faults(
      path,
      creation.check(request, await billedAccount(ports, account), ports.clock.now()),
    );
    const warnings = [...creation.notes(request).warnings, ...unknown];
    this.warnings.push(...warnings.map((each) => ({ ...each, path: join(path, each.path) })));
    for (const budget of wantedBudgets(read))
      this.budgets.push({ ...budget, path: join(path, budget.path), account: account.key });
    return read;
  }

  async #open(
    target: { readonly accountId: string; readonly workspaceId?: string | undefined },
    path: string,
  ) {
    const ports = this.#ports;
    const found = await findNamed(ports, this.#companyId, target.accountId, { path });
    await refuseOutside(ports.store, this.#companyId, target, found);
    return accessFound(ports, this.#companyId, found);
  }

  /** A campaign that exists, with the ad sets in it. */
  #exists(account: AccountAccess, id: string, path: string): Promise<Campaign> {
    const known = this.#existing.get(`${account.key} ${id}`);
    if (known !== undefined) return known;
    const read = withRequestErrors({ missing: path }, async (): Promise<Campaign> => {
      const { platform, access, key } = account;
      const kept = await readKeptNotes(this.#ports.store, this.#companyId, key, id);
      const adSets = await platform.accounts.adSets(access, { campaignIds: [id] });
      this.beside.set(key, [...(this.beside.get(key) ?? []), ...adSets]);
      const [first] = adSets;
      if (first !== undefined) {
        const { campaign, campaignName: name, objective, traits } = first;
        return {
          ...campaign,
          account: key,
          name,
          objective,
          kept,
          pace: campaign,
          ...defined({ traits }),
        };
      }
      const [read] = (await platform.inspect?.entities(access, [{ type: 'campaign', id }])) ?? [];
      if (read === undefined || 'failure' in read) throw cannot(account);
      const { name, status, objective = '', dailyBudget, lifetimeBudget, endTime } = read;
      const pace = defined({ dailyBudget, lifetimeBudget, endTime });
      this.empty.set(key, [
        ...(this.empty.get(key) ?? []),
        { ...pace, id, name, status, adSets: [] },
      ]);
      return { ...pace, account: key, name, status, objective, kept, pace };
    });
    this.#existing.set(`${account.key} ${id}`, read);
    return read;
  }

  async #asPrepared(read: ReadCreation, path: string, kept: ParentFacts['kept']): Promise<void> {
    const { account, creation, request, form } = read;
    const at = { missing: sentName(request, 'campaignId'), fields: namedFields(form, request) };
    const { faults, warnings = [] } = await withRequestErrors(at, () =>
      creation.prepare(account.access, request, kept),
    );
    this.#faults(path, faults);
    this.warnings.push(...warnings.map((each) => ({ ...each, path: join(path, each.path) })));
  }

  /** One object of the request, under a ref of its own. */
  async #at(
    path: string,
    list: string,
    ref: string,
    work: (path: string) => Promise<void>,
  ): Promise<void> {
    const key = `${list} ${newId(ref)}`;
    if (this.#refs.has(key))
      return this.#fault(join(path, 'ref'), 'duplicate_ref', `Two of ${list} have the ref ${ref}.`);
    this.#refs.add(key);
    return this.#told(path, () => work(path));
  }

  /**
   * What refuses an object is a fault at its place. That a platform cannot be read now says nothing
   * of the request.
   */
  async #told(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof SlipwayError) || CANNOT_BE_READ.includes(error.code)) throw error;
      const { details = [] } = error;
      if (details.length === 0) this.#fault(path, 'refused', error.message);
      else this.#faults(path, details);
    }
  }

  #faults(path: string, faults: readonly Fault[]): void {
    this.faults.push(...faults.map((fault) => ({ ...fault, path: join(path, fault.path) })));
  }

  #fault(path: string, code: string, message: string): void {
    this.faults.push({ path, code, message });
  }
}

const CANNOT_BE_READ: readonly ErrorCode[] = ['platform_error', 'unavailable'];

const idOf = (campaign: NonNullable<NewObjectInput['campaign']>): string =>
  typeof campaign === 'string' ? campaign : newId(campaign.ref);

const noRef = (id: string): string =>
  `No campaign of newCampaigns has the ref ${id.slice('new:'.length)}.`;

const virtual = (id: string, name: string, status: EntityStatus, facts: NewAdSetFacts) => ({
  ...facts,
  id,
  name,
  status,
  effectiveStatus: status,
  hasActiveAds: false,
  adCount: 0,
});

function cannot({ platform }: AccountAccess): SlipwayError {
  const message = `Slipway cannot make campaigns and ad sets together with their ads on ${platformCalled(platform.definition.label)}. Make them first, and name them by their ids.`;
  return new SlipwayError('unprocessable_entity', message, {
    details: [{ path: '', code: 'unsupported_on_platform', message }],
  });
}
