import type { Actor } from '../../access/caller.ts';
import { offeredGroup } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError } from '../../base/errors.ts';
import { refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { LocationInput } from '../../base/schema/location.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { judgeDemand } from '../../gate/gate.ts';
import { lookAtTree } from '../../gate/look.ts';
import { pendingIn } from '../../gate/pending.ts';
import { type Preview, previewOf } from '../../gate/preview.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { CopySource, CopyValues } from '../../ports/platform-changes.ts';
import type { LocationMode, Targeting } from '../../ports/platform-location.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import { objectWords } from '../edit/entities.ts';
import { withMeant } from '../meant.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import { copyDemand } from './demand.ts';
import type { PreparedDuplicate } from './submit.ts';
import { notesIn } from './tree.ts';

export interface Wanted {
  readonly type: EntityType;
  readonly sourceField: string;
  readonly sourceId: string;
  readonly parentField?: string;
  readonly parentId?: string | undefined;
  readonly copyCount?: number | undefined;
  readonly status?: 'ACTIVE' | 'PAUSED' | undefined;
  /** False: what is paused in the source is started too. */
  readonly startPaused?: boolean | undefined;
  readonly deep: boolean;
  readonly newName?: string | undefined;
  readonly values?: CopyValues;
  /** For copies that are shown elsewhere. */
  readonly location?: {
    readonly places: LocationInput;
    readonly mode: LocationMode;
    readonly path: string;
  };
}

/**
 * Checks all that can be checked before anything is copied. Throws with the place in the request.
 */
export async function prepareDuplicate(
  ports: ManagePorts,
  caller: Actor,
  request: { readonly accountId: string },
  wanted: Wanted,
): Promise<PreparedDuplicate> {
  const account = await openToChange(ports, caller, request, 'duplicate');
  const { access, can } = account;
  const path = sentName(request, wanted.sourceField);
  if (wanted.location !== undefined) refuseFaults(placesOf(account, wanted.location).faults);
  const source = await withMeant(account, { type: wanted.type, id: wanted.sourceId, path }, () =>
    withRequestErrors({ missing: path }, () => can.tree(access, wanted.type, wanted.sourceId)),
  );
  refuseFaults(sourceFaults(source, path, access.adAccountId));
  const parent =
    wanted.parentId === undefined ? undefined : await readParent(account, request, wanted);
  const targeting =
    wanted.location &&
    placesOf(account, wanted.location).apply(await targetingOf(account, wanted, path));
  const { copyCount = 1, newName, values, parentId } = wanted;
  const copied = wanted.deep ? source : { ...source, children: [] };
  const inherit = wanted.status === 'ACTIVE' && wanted.startPaused !== false && holdsPaused(copied);
  const plan: PreparedDuplicate['plan'] = {
    source: copied,
    ...(inherit && { inherit }),
    status: wanted.status ?? 'PAUSED',
    names: namesOf(newName ?? `${source.name} - Copy`, copyCount),
    namesChosen: newName !== undefined,
    ...defined({ parentId, values, targeting }),
  };
  return {
    account: account.key,
    opened: account,
    plan,
    parent,
    async judge() {
      const pending = await pendingIn(ports, account.access.companyId, account.key);
      const demand = await copyDemand(
        account,
        { plan, parent, pending, now: ports.clock.now() },
        path,
      );
      return judgeDemand(ports, caller, account, demand);
    },
  };
}

export async function previewDuplicate(
  ports: ManagePorts,
  caller: Actor,
  request: { readonly accountId: string },
  wanted: Wanted,
): Promise<Preview> {
  const {
    plan,
    judge,
    parent,
    opened: account,
  } = await prepareDuplicate(ports, caller, request, wanted);
  const copies = copiesOf(plan);
  const { names, source, targeting } = plan;
  const into = parent && { type: parent.type, id: parent.id, name: parent.name };
  const preview = previewOf(await judge(), [
    into ?? null,
    parent?.status ?? null,
    targeting ?? null,
  ]);
  return {
    ...preview,
    startsDelivering: preview.startsDelivering || copies.delivering > 0,
    summary: copySentence(plan, request.accountId),
    objects: [
      {
        type: source.type,
        id: source.id,
        name: source.name,
        does: `${copiesMade(plan)} of ${objectWords(source)}`,
      },
      ...(into ? [into] : []),
    ],
    look: () => lookAtTree(account, source),
    lines: [`Called ${names.map((name) => quoted(name)).join(', ')}`, ...notesIn(source)],
    copies,
  };
}

/** `Make 2 paused copies of 1 ad set of 1001`. */
const copySentence = (plan: PreparedDuplicate['plan'], accountId: string): string =>
  `${copiesMade(plan)} of 1 ${plan.source.type === 'adset' ? 'ad set' : plan.source.type} of ${accountId}`;

function copiesMade({ names, status }: PreparedDuplicate['plan']): string {
  const state = status === 'ACTIVE' ? 'active' : 'paused';
  return names.length === 1 ? `Make 1 ${state} copy` : `Make ${names.length} ${state} copies`;
}

function copiesOf({ source, names, status, inherit }: PreparedDuplicate['plan']) {
  const ads = adsIn(source, status === 'ACTIVE', inherit === true);
  const times = (of: readonly unknown[]) => of.length * names.length;
  return { copies: names.length, ads: times(ads), delivering: times(ads.filter((isOn) => isOn)) };
}

function adsIn(
  { type, status, children }: CopySource,
  isOn: boolean,
  inherit: boolean,
): readonly boolean[] {
  const on = isOn && (!inherit || status === 'ACTIVE');
  return type === 'ad' ? [on] : children.flatMap((child) => adsIn(child, on, inherit));
}

/** "Name", "Name 2", "Name 3". */
const namesOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name} ${index + 1}`));

function sourceFaults(source: CopySource, path: string, adAccountId: string) {
  const fault = (code: string, message: string) => [{ path, code, message }];
  if (source.adAccountId !== adAccountId)
    return fault('other_account', `This ${source.type} belongs to ${source.adAccountId}.`);
  if (source.status === 'DELETED' || source.status === 'ARCHIVED')
    return fault(
      'source_gone',
      `This ${source.type} is ${source.status.toLowerCase()}; only living ones can be copied.`,
    );
  return source.notCopyable === undefined ? [] : fault('not_copyable', source.notCopyable);
}

async function readParent(
  { platform, access }: Opened<'duplicate'>,
  request: object,
  wanted: Wanted,
): Promise<EntityFacts | undefined> {
  const { parentId = '', parentField = '' } = wanted;
  const path = sentName(request, parentField);
  const type = wanted.type === 'ad' ? 'adset' : 'campaign';
  const [parent] = (await platform.inspect?.entities(access, [{ type, id: parentId }])) ?? [];
  if (parent === undefined) return undefined;
  if ('failure' in parent)
    return withMeant({ platform, access }, { type, id: parentId, path }, () =>
      withRequestErrors({ missing: path }, () => Promise.reject(new PlatformError(parent.failure))),
    );
  if (parent.adAccountId !== access.adAccountId)
    refuseFaults([
      { path, code: 'other_account', message: `This ${type} belongs to ${parent.adAccountId}.` },
    ]);
  if (parent.status === 'DELETED' || parent.status === 'ARCHIVED')
    refuseFaults([
      {
        path,
        code: 'target_gone',
        message: `This ${type} is ${parent.status.toLowerCase()}; nothing can be put into it.`,
      },
    ]);
  return parent;
}

function placesOf(
  { platform }: Opened<'duplicate'>,
  { places, mode, path }: NonNullable<Wanted['location']>,
) {
  const location = offeredGroup(platform, 'location', path);
  return {
    faults: location.faults(places, path, mode),
    apply: (targeting: Targeting): Targeting => location.apply(targeting, places, mode),
  };
}

async function targetingOf(
  { platform, access }: Opened<'duplicate'>,
  wanted: Wanted,
  missing: string,
): Promise<Targeting> {
  const [facts] =
    (await platform.inspect?.entities(access, [{ type: wanted.type, id: wanted.sourceId }])) ?? [];
  if (facts === undefined || !('failure' in facts)) return facts?.targeting ?? {};
  return withRequestErrors({ missing }, () => Promise.reject(new PlatformError(facts.failure)));
}

const holdsPaused = ({ status, children }: CopySource) =>
  status !== 'ACTIVE' || children.some(holdsPaused);
