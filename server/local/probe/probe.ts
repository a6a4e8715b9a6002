import { versionOf } from '../../../core/accounts/list-platforms.ts';
import { PlatformError, SlipwayError } from '../../../core/base/errors.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { Access, EntityType } from '../../../core/ports/platform-accounts.ts';
import type { CopySource, DuplicateCapability } from '../../../core/ports/platform-changes.ts';
import { type Exchange, fieldsOf, leavesOf, objectsSaying, objectsWith } from './tape.ts';

/** A platform as it is tried: the live one, or its simulation. */
export interface Side {
  readonly platform: AdPlatform;
  readonly access: Access;
  readonly tape: Exchange[];
}

interface ProbeOptions {
  readonly now: number;
  /** Whether a campaign, an ad set and an ad are made, read and deleted. */
  readonly write: boolean;
  /** Whether the first side is a live account. */
  readonly isLive: boolean;
}

/** What a report is attached: no credentials, no addresses. */
export interface ProbeRecord {
  readonly platform: string;
  readonly isLive: boolean;
  readonly on: string;
  readonly version: string | null;
  readonly read: Reading;
  readonly written: Writing | null;
  /** Fields of answers that only one of the two has, by call. */
  readonly fields: readonly {
    readonly call: string;
    readonly onlyHere: readonly string[];
    readonly onlySimulated: readonly string[];
  }[];
  readonly calls: readonly string[];
}

interface Reading {
  readonly adAccounts: number;
  readonly currency: string;
  readonly permissions: string;
  readonly limits: string;
  readonly campaigns: number;
  readonly adSets: number;
}

interface Writing {
  readonly marker: string;
  readonly made: readonly { readonly type: EntityType; readonly id: string }[];
  /** What the platform reads back otherwise than it was sent. */
  readonly differences: readonly string[];
  /** Fields that were sent and stand in no answer. */
  readonly notReadBack: readonly string[];
  /** What could not be deleted; it is paused. */
  readonly left: readonly string[];
  readonly failure: string | null;
}

const MARK = 'Slipway probe';
/** Campaigns that are looked through for one with an ad set and an ad. */
const LOOKED = 25;

export async function probePlatform(
  here: Side,
  simulated: Side,
  options: ProbeOptions,
): Promise<ProbeRecord> {
  const read = await readSide(here);
  const written = options.write ? await writeSide(here, options.now) : null;
  // The same calls, so that their answers can be compared.
  await readSide(simulated);
  if (options.write) await writeSide(simulated, options.now);
  const { definition } = here.platform;
  const record: ProbeRecord = {
    platform: definition.id,
    isLive: options.isLive,
    on: new Date(options.now).toISOString(),
    version: versionOf(here.platform, options.now)?.version ?? null,
    read,
    written,
    fields: comparedFields(here.tape, simulated.tape),
    calls: [...new Set(here.tape.map(({ call, status }) => `${call} ${status}`))],
  };
  return withoutSecrets(record, Object.values(here.access.credentials));
}

async function readSide({ platform, access }: Side): Promise<Reading> {
  const { accounts, definition } = platform;
  const list = await accounts.list(access.companyId, access.credentials, access.connectionId);
  const token = await accounts.token?.(access.companyId, access.credentials).catch(() => undefined);
  const campaigns = await accounts.campaigns(access);
  const adSets = await accounts.adSets(access);
  const own = list.find(({ id }) => id === access.adAccountId);
  const permissions =
    token === undefined
      ? 'the platform does not tell'
      : `${token.endsAt === null ? 'the token never ends' : token.endsAt === undefined ? 'no expiry known' : `the token ends on ${new Date(token.endsAt).toISOString().slice(0, 10)}`}; missing: ${token.missingScopes.join(', ') || 'none'}`;
  const limits = [
    accounts.accessTier?.() === undefined ? '' : `access tier ${accounts.accessTier()}`,
    own?.minDailyBudget === undefined
      ? ''
      : `least daily budget ${own.minDailyBudget} ${own.currency}`,
    adSets[0] === undefined ? '' : `${adSets[0].capacity} ads in an ad set`,
    definition.accountLimit === undefined
      ? ''
      : `${definition.accountLimit.most} ad accounts for some apps`,
  ];
  return {
    adAccounts: list.length,
    currency: access.currency,
    permissions,
    limits: limits.filter((each) => each !== '').join('; ') || 'none told',
    campaigns: campaigns.length,
    adSets: adSets.length,
  };
}

/**
 * Copies one campaign, one of its ad sets and one of its ads, all paused; reads them and deletes
 * them.
 */
async function writeSide({ platform, access, tape }: Side, now: number): Promise<Writing> {
  const { duplicate, edit, definition } = platform;
  if (duplicate === undefined || edit === undefined)
    throw new SlipwayError('unprocessable_entity', 'Nothing can be made on this platform.');
  const isFlat = definition.adSets === 'campaigns';
  const marker = `${MARK} ${now.toString(36)}`;
  const source = await sourceIn(duplicate, platform, access);
  const first = tape.length;
  const made: { readonly type: EntityType; readonly id: string }[] = [];
  const differences: string[] = [];
  let failure: string | null = null;
  let sent: readonly Exchange[] = [];
  let reading = first;
  // Whatever fails, what was made is deleted below.
  try {
    let parentId: string | undefined;
    for (const { type, id } of source) {
      const request = {
        type,
        sourceId: id,
        deep: false,
        status: 'PAUSED',
        marker,
        ...(parentId && { parentId }),
      } as const;
      const outcome = await duplicate.recreate(access, request);
      if (outcome.state !== 'done') throw new PlatformError(outcome.failure);
      made.push({ type, id: outcome.id });
      parentId = outcome.id;
    }
    sent = tape.slice(first).filter(({ call }) => !call.startsWith('GET'));
    reading = tape.length;
    const [top] = made;
    if (top !== undefined) {
      const tree = await duplicate.tree(access, isFlat ? 'adset' : top.type, top.id);
      // Read for their answers on the wire.
      await platform.inspect?.entities(access, made);
      for (const { type, id } of made) await duplicate.held?.(access, type, id);
      for (const { type, id } of made) {
        const found = allOf(tree).find((each) => each.id === id);
        const was = source.find((each) => each.type === type);
        differences.push(...portDifferences(type, found, was, marker));
      }
    }
  } catch (error) {
    failure =
      error instanceof PlatformError
        ? `${error.failure.message} ${error.failure.fix}`
        : String(error);
  }
  const answers = tape.slice(reading).map(({ answered }) => answered);
  const wire = made.map(({ id }, position) =>
    wireDifferences(sent, answers, { id, marker, position }),
  );
  const left = await removed(platform, access, [
    ...made,
    ...(await unanswered(duplicate, access, { made, source, marker })),
  ]);
  return {
    marker,
    made,
    differences: [...differences, ...wire.flatMap(({ differs }) => differs)],
    notReadBack: [...new Set(wire.flatMap(({ missing }) => missing))].sort(),
    left,
    failure,
  };
}

const allOf = (tree: CopySource): readonly CopySource[] => [tree, ...tree.children.flatMap(allOf)];

/** A campaign with an ad set and an ad, from the top down. */
async function sourceIn(
  duplicate: DuplicateCapability,
  { accounts, definition }: AdPlatform,
  access: Access,
): Promise<CopySource[]> {
  const isFlat = definition.adSets === 'campaigns';
  for (const { id } of (await accounts.campaigns(access)).slice(0, LOOKED)) {
    const top = await duplicate.tree(access, isFlat ? 'adset' : 'campaign', id);
    const adSet = isFlat
      ? top
      : top.children.find(
          ({ children, notCopyable }) => children.length > 0 && notCopyable === undefined,
        );
    const ad = adSet?.children.find(({ notCopyable }) => notCopyable === undefined);
    if (adSet === undefined || ad === undefined || top.notCopyable !== undefined) continue;
    return isFlat ? [{ ...top, type: 'campaign' }, ad] : [top, adSet, ad];
  }
  throw new SlipwayError(
    'unprocessable_entity',
    'The account has no campaign with an ad set and an ad to copy. Make one in its ads manager.',
  );
}

/** What core reads of a copy against its source, field by field. */
function portDifferences(
  type: EntityType,
  found: CopySource | undefined,
  was: CopySource | undefined,
  marker: string,
): string[] {
  if (found === undefined || was === undefined) return [`${type}: not found again`];
  const wanted = {
    status: 'PAUSED',
    dailyBudget: was.dailyBudget,
    lifetimeBudget: was.lifetimeBudget,
  } as const;
  return [
    ...(found.name.includes(marker) ? [] : [`${type}.name: ${found.name} lacks the mark`]),
    ...Object.entries(wanted).flatMap(([field, value]) => {
      const read = found[field as keyof typeof wanted];
      return read === value
        ? []
        : [`${type}.${field}: sent ${value ?? 'nothing'}, read ${read ?? 'nothing'}`];
    }),
  ];
}

/** What was sent for an object against what later answers hold of it, by the names of fields. */
function wireDifferences(
  sent: readonly Exchange[],
  answers: readonly unknown[],
  {
    id,
    marker,
    position,
  }: { readonly id: string; readonly marker: string; readonly position: number },
) {
  // Where the answer of a creation has the id in a header alone, the order tells which it was.
  const creation =
    sent.find(
      ({ answered }) =>
        objectsWith(answered, id).length > 0 ||
        leavesOf(answered).some(([, text]) => text.endsWith(id)),
    ) ?? sent.filter((each) => objectsSaying(each.sent, marker).length > 0)[position];
  const read = valuesOf(objectsWith(answers, id));
  // What was made beside it in the same request has the mark too: the budget of a campaign.
  const beside = valuesOf(objectsSaying(answers, marker));
  const differs: string[] = [];
  const missing: string[] = [];
  // A request may hold several objects: the marked one counts, and names that stand for ids to come
  // do not.
  const marked = objectsSaying(creation?.sent, marker);
  for (const [name, text] of leavesOf(marked.length > 0 ? marked : creation?.sent)) {
    // `fields` of a creation says what to answer.
    if (/\/-\d+$/.test(text) || name === 'fields') continue;
    const found = read.get(name) ?? beside.get(name);
    // Google leaves out what is false.
    if (found === undefined && text === 'false') continue;
    if (found === undefined) missing.push(name);
    else if (
      !found.has(text) &&
      ![...found].some((each) => Number(each) === Number(text) && text !== '')
    )
      differs.push(`${name}: sent ${text}, read ${[...found].join(', ')}`);
  }
  return { differs, missing };
}

function valuesOf(objects: readonly unknown[]): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const [name, text] of leavesOf(objects))
    all.set(name, (all.get(name) ?? new Set()).add(text));
  return all;
}

/** What a creation made whose answer was lost. */
async function unanswered(
  duplicate: DuplicateCapability,
  access: Access,
  {
    made,
    source,
    marker,
  }: {
    readonly made: Writing['made'];
    readonly source: readonly CopySource[];
    readonly marker: string;
  },
): Promise<Writing['made']> {
  const type = source[made.length]?.type;
  if (type === undefined) return [];
  return (await duplicate.named(access, type, marker)).map(({ id }) => ({ type, id }));
}

/** From below. Answers what stays. */
async function removed(
  { edit }: AdPlatform,
  access: Access,
  made: Writing['made'],
): Promise<string[]> {
  const left: string[] = [];
  for (const object of [...made].reverse()) {
    const mayRemove = edit?.removes?.includes(object.type) ?? true;
    const [result] = mayRemove && edit ? await edit.remove(access, [object]) : [];
    if (result === undefined || result.failure !== undefined)
      left.push(
        `${object.type} ${object.id}: ${result?.failure?.message ?? 'the platform deletes none'}`,
      );
  }
  return left;
}

function comparedFields(
  here: readonly Exchange[],
  simulated: readonly Exchange[],
): ProbeRecord['fields'] {
  const byCall = (tape: readonly Exchange[]) => {
    const all = new Map<string, Set<string>>();
    for (const { call, status, answered } of tape)
      if (status >= 200 && status < 300) {
        const known = all.get(call) ?? new Set();
        for (const field of fieldsOf(answered)) known.add(field);
        all.set(call, known);
      }
    return all;
  };
  const [ours, theirs] = [byCall(here), byCall(simulated)];
  const lacking = (
    one: ReadonlySet<string> | undefined,
    other: ReadonlySet<string> | undefined,
  ): string[] => [...(one ?? [])].filter((field) => !other?.has(field)).sort();
  return [...new Set([...ours.keys(), ...theirs.keys()])].sort().flatMap((call) => {
    const onlyHere = lacking(ours.get(call), theirs.get(call));
    const onlySimulated = lacking(theirs.get(call), ours.get(call));
    return onlyHere.length + onlySimulated.length === 0 ? [] : [{ call, onlyHere, onlySimulated }];
  });
}

function withoutSecrets(record: ProbeRecord, secrets: readonly string[]): ProbeRecord {
  let text = JSON.stringify(record);
  for (const secret of secrets)
    if (secret.length >= 6) text = text.split(JSON.stringify(secret).slice(1, -1)).join('…');
  return JSON.parse(text) as ProbeRecord;
}
