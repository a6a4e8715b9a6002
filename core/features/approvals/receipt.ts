import type { Caller } from '../../access/caller.ts';
import { companyKind } from '../../access/records.ts';
import { SlipwayError } from '../../base/errors.ts';
import { success } from '../../base/schema/envelope.ts';
import { lookAt } from '../../gate/look.ts';
import { batchDetail } from '../../launch/show/detail.ts';
import { openAccount } from '../../manage/open-account.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { type Stored, SYSTEM } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import { eachOf } from '../../records/list.ts';
import { type ApprovalRecord, approvalKind } from './records.ts';
import type { Receipt } from './schema.ts';
import { outcomeOf, settledApproval } from './settle.ts';
import { type Known, shownWhole } from './shown.ts';

/**
 * What was planned, approved and done, and what the platform says of it now: entries, each with the
 * hash of the one before, under a signature of this installation. Anybody can verify it without the
 * service (`slipway verify`).
 */
export async function receiptOf(
  ports: ServicePorts,
  { companyId }: Caller,
  known: Known,
  id: string,
): Promise<Receipt> {
  const { sign } = ports.secrets;
  if (sign === undefined)
    throw new SlipwayError('unavailable', 'This service cannot sign receipts.');
  const isPlan = /^[0-9a-f]{32}$/.test(id);
  const found = isPlan
    ? await ports.store.get(approvalKind, companyId, id)
    : await planOfBatch(ports, companyId, id);
  if (isPlan && found === undefined) throw nothing();
  const plan = found && (await settledApproval(ports, companyId, known, found.id));
  const batchId = isPlan ? plan && batchIn(plan.doc) : id;
  const batch =
    batchId === undefined
      ? undefined
      : await batchDetail(ports, companyId, batchId).catch(orNothing);
  const company = (await ports.store.get(companyKind, SYSTEM, companyId))?.doc.name ?? '';
  const facts: Fact[] = [
    [
      'about',
      {
        companyId,
        company,
        ...(plan && { plan: plan.id }),
        ...(batchId !== undefined && { batch: Number(batchId) }),
      },
    ],
    ...(plan === undefined ? [] : planFacts(ports, known, plan)),
    ...(batch === undefined ? [] : [['batch', batchFact(batch)] as const]),
    [
      'platform',
      await readBack(ports, companyId, [
        ...(plan ? objectsOf(plan.doc) : []),
        ...(batch ? adsOf(batch) : []),
      ]),
    ],
  ];
  const entries: Receipt['entries'] = [];
  let previous = '0'.repeat(64);
  for (const [what, data] of facts) {
    const plain = JSON.parse(JSON.stringify(data)) as object;
    const hash = await ports.secrets.sha256(canonicalJson({ previous, what, data: plain }));
    entries.push({ what, data: { ...plain }, previous, hash });
    previous = hash;
  }
  const head = {
    format: FORMAT,
    issuer: ports.publicUrl,
    issuedAt: new Date(ports.clock.now()).toISOString(),
    head: previous,
  };
  const { publicKey, signature } = await sign(canonicalJson(head));
  return success({ ...head, entries, publicKey, signature });
}

const FORMAT = 'slipway-receipt-1' as const;

/** The same for plans and batches: it tells nothing about those of others. */
const nothing = () =>
  new SlipwayError('not_found', 'There is no such plan or batch.', { hint: 'approvals.list' });

function orNothing(error: unknown): never {
  throw error instanceof SlipwayError && error.code === 'not_found' ? nothing() : error;
}

type Fact = readonly [what: string, data: object];

function planFacts(
  ports: ServicePorts,
  known: Known,
  plan: Stored<ApprovalRecord>,
): readonly Fact[] {
  const {
    digest,
    summary,
    moneyAtStake,
    createdBy,
    planner,
    createdAt,
    comment,
    operations,
    approved,
    declined,
    results,
    links,
  } = shownWhole(ports, known, plan);
  return [
    [
      'planned',
      {
        digest,
        summary,
        moneyAtStake,
        operations,
        seen: plan.doc.seen,
        by: createdBy,
        planner,
        at: createdAt,
        comment,
      },
    ],
    ['decided', { approved, declined, links }],
    ...(results === undefined
      ? []
      : [
          [
            'applied',
            {
              at: new Date(plan.doc.finishedAt ?? 0).toISOString(),
              ...outcomeOf(results),
              results,
            },
          ] as const,
        ]),
  ];
}

type Batch = Awaited<ReturnType<typeof batchDetail>>;

const batchFact = ({ adBatchId, status, totalAds, successfulAds, failedAds, ads }: Batch) => ({
  adBatchId,
  status,
  totalAds,
  successfulAds,
  failedAds,
  ads,
});

interface Wanted {
  readonly accountId: string;
  readonly id: string;
}

const adsOf = ({ ads }: Batch): readonly Wanted[] =>
  ads.flatMap(({ adAccountId, adId }) =>
    adId === null ? [] : [{ accountId: adAccountId, id: adId }],
  );

const ENTITIES: readonly (string | undefined)[] = ['campaign', 'adset', 'ad'];

/** What its steps are about, and what they made. */
const objectsOf = ({ about = [], results = [] }: ApprovalRecord): readonly Wanted[] =>
  about.flatMap(({ objects, adAccountIds: [accountId] }, at) => {
    const all = [...objects, ...(results[at]?.objects ?? [])];
    return all.flatMap(({ type, id }) =>
      accountId !== undefined && id !== undefined && ENTITIES.includes(type)
        ? [{ accountId, id }]
        : [],
    );
  });

/** What the platform holds now: names and states by id, or why it did not tell. */
async function readBack(
  ports: ServicePorts,
  companyId: string,
  wanted: readonly Wanted[],
): Promise<object> {
  const accounts = new Map<string, Set<string>>();
  for (const { accountId, id } of wanted)
    accounts.set(accountId, (accounts.get(accountId) ?? new Set()).add(id));
  const objects: object[] = [];
  for (const [accountId, ids] of accounts) {
    try {
      const { can, access, platform } = await openAccount(
        ports,
        companyId,
        { accountId },
        'inspect',
      );
      const reads = await can.entities(
        access,
        [...ids].map((id) => ({ id })),
      );
      const ads = reads.flatMap((read) => ('type' in read && read.type === 'ad' ? [read] : []));
      const shown = new Map(
        (await lookAt({ platform, access }, ads, 'below')).map(({ id, facts }) => [id, facts]),
      );
      for (const read of reads) {
        if ('failure' in read)
          objects.push({ accountId, id: read.id, problem: read.failure.message });
        else {
          const { id, type, name, status, dailyBudget } = read;
          objects.push({
            accountId,
            id,
            type,
            name,
            status,
            dailyBudget,
            ...(type === 'ad' && { shows: shown.get(id) }),
          });
        }
      }
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      objects.push({ accountId, problem: error.message });
    }
  }
  return { readAt: new Date(ports.clock.now()).toISOString(), objects };
}

const batchIn = ({ results = [] }: ApprovalRecord): string | undefined =>
  results.flatMap(({ answer }) =>
    typeof answer?.adBatchId === 'number' ? [String(answer.adBatchId)] : [],
  )[0];

/** The plan that launched a batch; undefined where a key or person launched it directly. */
async function planOfBatch(
  { store }: ServicePorts,
  companyId: string,
  batchId: string,
): Promise<Stored<ApprovalRecord> | undefined> {
  let found: Stored<ApprovalRecord> | undefined;
  await eachOf(store, approvalKind, {
    companyId,
    query: {},
    see: (each) => {
      if (batchIn(each.doc) === batchId) found = each;
    },
  });
  return found;
}
