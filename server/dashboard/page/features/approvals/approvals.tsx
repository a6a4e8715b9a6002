import { useState } from 'preact/hooks';
import {
  countsOf,
  countWords,
  outcomeWords,
  statusWords,
} from '../../../../../core/base/outcome-words.ts';
import { spendingRemarks } from '../../../../../core/gate/words.ts';
import { type AnswerOf, client, type RowOf, useResource } from '../../base/api.ts';
import { useNames } from '../../base/platforms.ts';
import { ago, moment } from '../../base/words.ts';
import { attempt, DialogButton, say } from '../../parts/dialogs.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import {
  Badge,
  Button,
  Copy,
  Empty,
  Facts,
  Loaded,
  PageHead,
  type Tone,
} from '../../parts/parts.tsx';
import { type Asking, plugged } from '../../parts/plug.ts';
import { List, Pager, usePages } from '../../parts/table.tsx';
import { TakeBack } from '../../parts/undo.tsx';
import { PlanAds } from './plan-ads.tsx';

type Approval = AnswerOf<'approvals.get'>;
type ApprovalRow = RowOf<'approvals.list'>;

const STATES: { readonly [S in ApprovalRow['status']]: readonly [words: string, tone: Tone] } = {
  awaiting_approval: ['Waits for you', 'live'],
  approved: ['Approved', 'good'],
  declined: ['Declined', 'calm'],
  running: ['Under way', 'live'],
  applied: ['Carried out', 'good'],
  partly: ['Carried out in part', 'bad'],
  failed: ['Failed', 'bad'],
  expired: ['Expired', 'calm'],
};

const State = ({ status }: Pick<ApprovalRow, 'status'>) => (
  <Badge tone={STATES[status][1]}>{STATES[status][0]}</Badge>
);

const ofPlan = (plan: ApprovalRow): Asking => ({
  key: plan.digest,
  href: `#/approvals/${plan.digest}`,
  text: plan.summary[0] ?? plan.digest,
  more: plan.summary.length - 1,
  stake: stake(plan),
  status: plan.status,
  destroys: plan.destroys,
  at: plan.createdAt,
  by: plan.planner ?? plan.createdBy,
});

/** What waits comes first, then the newest. */
const inOrder = (a: Asking, b: Asking): number =>
  Number(b.status === 'awaiting_approval') - Number(a.status === 'awaiting_approval') ||
  b.at.localeCompare(a.at);

export function ApprovalsPage() {
  const plans = usePages('approvals.list', {}, { everyMs: 15_000 });
  const others = plugged('useAsking').map((useAsking) => useAsking(200, 15_000));
  const waiting = plans.offset === 0 ? others.flatMap(({ asking }) => asking) : [];
  // One list is drawn of all: what came later would push the plans down.
  const isRead = others.every((each) => each.isRead);
  const names = useNames();
  return (
    <>
      <PageHead
        title="Approvals"
        lead="What rules, models and colleagues want to do. Nothing happens before you approve it."
      />
      <Loaded of={isRead ? plans : { ...plans, data: undefined }}>
        {({ data }) =>
          data.length + waiting.length === 0 ? (
            <Empty icon="check" title="Nothing to approve">
              When a rule, a model or a colleague needs your word, it appears here.
            </Empty>
          ) : (
            <List
              label="Plans"
              keyOf={({ key }) => key}
              rows={[...waiting, ...data.map(ofPlan)].sort(inOrder)}
              columns={[
                [
                  'What',
                  ({ href, text, more, destroys }) => (
                    <>
                      {destroys && <Destroys />}
                      <a href={href}>{names.sentence(text)}</a>
                      {more > 0 && <span class="hint"> and {more} more</span>}
                    </>
                  ),
                  'grow strong',
                ],
                ['At stake', ({ stake: money }) => names.sentence(money)],
                ['State', State, 'nowrap'],
                ['Asked by', ({ by, at }) => `${by}, ${ago(at)}`],
              ]}
            />
          )
        }
      </Loaded>
      <Pager of={plans} />
    </>
  );
}

const stake = ({ moneyAtStake, startsDelivering }: ApprovalRow): string =>
  spendingRemarks({ moneyAtStake }).starts.join('; ') ||
  (startsDelivering ? 'Starts to deliver' : 'No money at stake');

export function ApprovalPage({ digest }: { digest: string }) {
  const plan = useResource('approvals.get', { digest }, { everyMs: 15_000 });
  const [busy, setBusy] = useState(false);
  const decide = async (decision: 'approve' | 'decline', thenApply = false) => {
    setBusy(true);
    const decided = await attempt(() => client.approvals.decide({ digest, decision }));
    if (decided !== undefined && decision === 'decline')
      say('The plan is declined. Nothing was sent.');
    if (decided !== undefined && thenApply) await applyNow();
    setBusy(false);
    plan.reload();
  };
  const carryOut = async (work: () => Promise<Approval>) => {
    setBusy(true);
    const tried = await attempt(work);
    if (tried?.status === 'applied') say('The plan is carried out.');
    else if (tried?.results !== undefined)
      say(
        `The plan ${statusWords[tried.status]}: ${countWords(countsOf(tried.results))}.`,
        tried.status === 'running' ? 'good' : 'bad',
      );
    setBusy(false);
    plan.reload();
  };
  const applyNow = () => carryOut(() => client.approvals.apply({ digest }));
  const status = plan.data?.status;
  return (
    <>
      <PageHead title="Plan" lead={status && <State status={status} />}>
        {status === 'awaiting_approval' && (
          <>
            <DialogButton icon="people" title="Ask a person without an account">
              {() => <Share digest={digest} onDone={plan.reload} />}
            </DialogButton>
            <Button kind="danger" busy={busy} onClick={() => decide('decline')}>
              Decline
            </Button>
            <Button busy={busy} onClick={() => decide('approve')}>
              Approve
            </Button>
            <Button kind="primary" icon="check" busy={busy} onClick={() => decide('approve', true)}>
              Approve and carry out
            </Button>
          </>
        )}
        {status === 'approved' && (
          <Button kind="primary" icon="check" busy={busy} onClick={applyNow}>
            Carry out
          </Button>
        )}
        {(status === 'partly' || status === 'failed') && (
          <Button
            kind="primary"
            icon="again"
            busy={busy}
            onClick={() => carryOut(() => client.approvals.retry({ digest }))}
          >
            Try the rest again
          </Button>
        )}
      </PageHead>
      <Loaded of={plan}>{(data) => <PlanInFull plan={data} />}</Loaded>
    </>
  );
}

/** A link by which one person decides about this plan, once. */
function Share({ digest, onDone }: { digest: string; onDone: () => void }) {
  const [who, setWho] = useState('');
  const [url, setUrl] = useState<string>();
  if (url !== undefined)
    return (
      <>
        <p>
          Send this link to {who}. It opens this plan alone, takes one decision and ends after a
          day.
        </p>
        <p class="ids">{url}</p>
        <Copy text={url} label="Copy the link" />
      </>
    );
  return (
    <Form
      send={() => client.approvals.share({ digest, for: who })}
      onDone={(made) => {
        setUrl(made.url);
        onDone();
      }}
      button="Make a link"
    >
      <TextField
        label="Who decides"
        hint="The decision counts as yours, with this name"
        required
        maxLength={100}
        value={who}
        onValue={setWho}
      />
    </Form>
  );
}

const openings = ({ opened, decided }: NonNullable<Approval['links']>[number]): string =>
  decided
    ? `${decided.decision === 'approve' ? 'approved' : 'declined'} by ${decided.name}, ${moment(decided.at)}`
    : opened.length === 0
      ? 'not opened yet'
      : `opened ${opened.length} times, last ${moment(opened[opened.length - 1]?.at ?? '')}`;

function PlanInFull({ plan }: { plan: Approval }) {
  const names = useNames();
  const exceeded = plan.guards.filter((guard) => guard.exceeded);
  const decided = (name: string, decision: Approval['approved']) =>
    decision
      ? [[name, `${moment(decision.at)}, by ${decision.person ?? decision.by}`] as const]
      : [];
  return (
    <div class="stack">
      <section class="card" aria-label="Summary">
        <ul>
          {plan.summary.map((line) => (
            <li key={line} class="strong">
              {names.sentence(line)}
            </li>
          ))}
        </ul>
        {plan.comment !== undefined && <p>“{plan.comment}”</p>}
        <Facts
          class="pairs"
          facts={[
            ['Ad accounts', plan.adAccountIds.map(names.account).join(', ') || 'none'],
            ['At stake', names.sentence(stake(plan))],
            ...(plan.needs === 'another-key'
              ? [['Needs', 'Approval by another person than planned it'] as const]
              : []),
            ['Asked', `${moment(plan.createdAt)}, by ${plan.planner ?? plan.createdBy}`],
            ['Ends', moment(plan.expiresAt)],
            ...(plan.startedAt === undefined ? [] : [['Begun', moment(plan.startedAt)] as const]),
            ...(plan.results === undefined
              ? []
              : [['Became', countWords(countsOf(plan.results))] as const]),
            ...(plan.links ?? []).map((link) => [`Link for ${link.for}`, openings(link)] as const),
            ...decided('Approved', plan.approved),
            ...decided('Declined', plan.declined),
          ]}
        />
        {exceeded.length > 0 && (
          <ul aria-label="Limits">
            {exceeded.map(({ message }) => (
              <li key={message}>
                <Badge tone="warn">needs another person</Badge> {names.sentence(message)}
              </li>
            ))}
          </ul>
        )}
      </section>
      {plan.results === undefined && <Deletions operations={plan.operations} />}
      {plan.operations.map(({ operation, effects, title, objects = [], input, media = [] }, i) => {
        const result = plan.results?.[i];
        return (
          <section class="card" key={i} aria-label={operation}>
            <h2>
              {i + 1}. {names.sentence(title ?? operation)} {effects === 'destroys' && <Destroys />}
              {result && <Became step={result} />}
            </h2>
            <Objects planned={objects} became={result?.objects ?? []} />
            {result && <StepUndo step={result} title={title ?? operation} />}
            {media.length > 0 && <Fetched media={media} />}
            {plan.results === undefined && <PlanAds operation={operation} input={input} />}
            <details>
              <summary>Exactly what is sent: {operation}</summary>
              <pre class="ids">{JSON.stringify(input, null, 2)}</pre>
            </details>
          </section>
        );
      })}
    </div>
  );
}

/** What cannot be taken back, before everything else: it must not stand behind a pause. */
function Deletions({ operations }: Pick<Approval, 'operations'>) {
  const gone = operations.flatMap(({ effects, title, operation, objects = [] }, i) =>
    effects === 'destroys' ? [{ step: i + 1, title: title ?? operation, objects }] : [],
  );
  if (gone.length === 0) return null;
  return (
    <section class="note bad" aria-label="What cannot be taken back">
      <ul>
        {gone.map(({ step, title, objects }) => (
          <li key={step}>
            <strong>
              Step {step}: {title}
            </strong>{' '}
            <span dir="auto">
              {objects.map(({ does, name, id }) => does ?? name ?? id).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Destroys = () => <Badge tone="bad">cannot be taken back</Badge>;

type Step = NonNullable<Approval['results']>[number];

const TONES: { readonly [S in Step['status']]: Tone } = {
  done: 'good',
  running: 'live',
  partly: 'bad',
  failed: 'bad',
  not_attempted: 'bad',
};

const Became = ({ step: { status, counts } }: { step: Step }) => (
  <Badge tone={TONES[status]}>{countWords(counts)}</Badge>
);

/** Where the answer of the step has an id by which it is taken back, or the batch that can be. */
function StepUndo({ step: { answer = {}, objects }, title }: { step: Step; title: string }) {
  const { updateId, duplicateId, changeId, adBatchId } = answer as {
    readonly [member: string]: unknown;
  };
  const id = [updateId, duplicateId, changeId].find((each) => typeof each === 'string');
  const done = objects.filter(({ outcome }) => outcome === 'done');
  if (typeof adBatchId === 'number')
    return <a href={`#/batches/${adBatchId}`}>Open the launch, to undo or retry it</a>;
  if (typeof id !== 'string' || done.length === 0) return null;
  const named = done.flatMap((each) =>
    each.id === undefined ? [] : [{ id: each.id, name: each.name ?? each.id }],
  );
  return <TakeBack way={{ updateId: id, objects: named }} text={title} />;
}

const MOST_SHOWN = 50;

const wordOf = (type: string | undefined): string | undefined =>
  type === 'adset' ? 'ad set' : type;

/**
 * What a step is about before it is carried out; afterwards what became of each, those that are not
 * done first.
 */
function Objects({
  planned,
  became,
}: {
  planned: NonNullable<Approval['operations'][number]['objects']>;
  became: Step['objects'];
}) {
  const names = useNames();
  const rows =
    became.length === 0
      ? planned
      : [...became].sort((a, b) => Number(a.outcome === 'done') - Number(b.outcome === 'done'));
  if (rows.length === 0) return null;
  return (
    <ul aria-label="Objects">
      {rows.slice(0, MOST_SHOWN).map((row, i) => (
        <li key={i}>
          {'outcome' in row && (
            <Badge
              tone={row.outcome === 'done' ? 'good' : row.outcome === 'running' ? 'live' : 'bad'}
            >
              {outcomeWords[row.outcome]}
            </Badge>
          )}{' '}
          <span class="strong" dir="auto">
            {names.sentence(row.does ?? row.name ?? 'All of it')}
          </span>{' '}
          <span class="hint">
            {[row.does === undefined && wordOf(row.type), row.id].filter(Boolean).join(' ')}
          </span>
          {'outcome' in row && row.reason !== undefined && (
            <p class={row.outcome === 'done' ? 'hint' : 'bad-text'}>{names.sentence(row.reason)}</p>
          )}
          {row.does === undefined &&
            'after' in row &&
            row.after !== undefined &&
            ` ${row.before ?? ''} → ${row.after}`}
        </li>
      ))}
      {rows.length > MOST_SHOWN && <li class="hint">and {rows.length - MOST_SHOWN} more</li>}
    </ul>
  );
}

/** The files of the plan are launched, even if the address holds another one now. */
const Fetched = ({ media }: { media: NonNullable<Approval['operations'][number]['media']> }) => (
  <ul class="media-grid" aria-label="Files that are launched">
    {media.map(({ address, url }) => {
      const path = new URL(url).pathname;
      return (
        <li class="media-card" key={address}>
          <div class="picture">
            {/\.(mp4|m4v|mov|qt|avi)$/i.test(path) ? (
              <video src={path} preload="metadata" muted controls aria-label={address} />
            ) : (
              <img src={path} alt="" loading="lazy" />
            )}
          </div>
          <div class="media-foot">
            <p class="hint ids">{address}</p>
          </div>
        </li>
      );
    })}
  </ul>
);
