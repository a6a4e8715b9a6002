import { readFile } from 'node:fs/promises';
import {
  countsOf,
  countWords,
  partWords,
  statusWords,
} from '../../../../core/base/outcome-words.ts';
import { agreed, changeFlags, keyIn } from '../../base/ask.ts';
import { asking, minute } from '../../base/asking.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  serviceFlags,
  text,
  UsageFault,
} from '../../base/command.ts';
import { clientFor } from '../../base/service.ts';
import { saySheet } from '../../base/table.ts';
import { undoWords } from '../../base/undo.ts';
import { faultOfReceipt } from './verify-receipt.ts';

const approve: Command = {
  name: 'approve',
  summary: 'Plans that wait for a person: list them, approve, decline or apply one',
  usage: '[DIGEST] [--decline] [--apply] [--retry] [--comment TEXT]',
  words: 1,
  examples: [
    'slipway approve',
    'slipway approve 4f…c2 --comment "looks right"',
    'slipway approve 4f…c2 --apply --yes',
    'slipway approve 4f…c2 --decline --yes',
    'slipway approve 4f…c2 --retry --yes        # what was not done of it',
  ],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    decline: { type: 'boolean', what: 'Decline it' },
    apply: { type: 'boolean', what: 'Carry it out once it is approved' },
    retry: { type: 'boolean', what: 'Try again what was not done of it, and nothing that was' },
    comment: { type: 'string', what: 'What the planner should know' },
  },
  async run({ words, flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    const [digest] = words;
    if (digest === undefined) {
      const answer = await client.approvals.list({ limit: 100, status: 'awaiting_approval' });
      const rows = answer.data.map((each) => [
        each.digest,
        minute(each.expiresAt),
        each.summary.join('; '),
      ]);
      saySheet(screen, ['Digest', 'Ends (UTC)', 'What'], rows, { none: 'Nothing waits for you.' });
      return screen.tell(answer);
    }
    if (!/^[0-9a-f]{32}$/.test(digest))
      throw new UsageFault(
        `${digest} is no plan: give its digest. \`slipway approve\` lists them.`,
      );
    const plan = await client.approvals.get({ digest });
    for (const line of plan.summary) screen.say(`  ${line}`);
    if (flags.plan === true) return screen.tell(plan);
    const decision = flags.decline === true ? 'decline' : 'approve';
    const comment = text(flags.comment);
    const options = keyIn(flags);
    if (flags.retry === true) {
      if (!(await agreed('Try again what was not done?', flags, screen))) return undefined;
      return told(screen, await client.approvals.retry({ digest }, options));
    }
    // What is declined is asked for even where it is too late: the service says so.
    const isOpen =
      plan.status === 'awaiting_approval' || (decision === 'decline' && plan.status !== 'declined');
    if (
      isOpen &&
      !(await agreed(decision === 'decline' ? 'Decline it?' : 'Approve it?', flags, screen))
    )
      return undefined;
    const decided = isOpen
      ? await client.approvals.decide(
          { digest, decision, ...(comment !== undefined && { comment }) },
          options,
        )
      : plan;
    return told(
      screen,
      flags.apply === true && decided.status === 'approved'
        ? await client.approvals.apply({ digest })
        : decided,
    );
  },
};

type Plan = Awaited<ReturnType<ReturnType<typeof clientFor>['approvals']['get']>>;

/** What became of it: in all, and of each object that is not done. */
function told(screen: CommandInput['screen'], plan: Plan): number {
  const { status, results = [], digest } = plan;
  const objects = results.flatMap((step) => step.objects);
  for (const object of objects)
    if (object.outcome !== 'done' || objects.length <= MOST_TOLD)
      screen.say(`  ${partWords(object)}`);
  const counts = results.length === 0 ? '' : `: ${countWords(countsOf(results))}`;
  screen.say(`  It ${statusWords[status]}${counts}.`);
  for (const line of results.flatMap(({ answer }) => undoWords(answer))) screen.say(`  ${line}`);
  if (status === 'partly' || status === 'failed')
    screen.say(`  Try the rest again: slipway approve ${digest} --retry`);
  if (status === 'running')
    screen.say(`  It goes on by itself; this tells how it ended: slipway approve ${digest}`);
  screen.tell(plan);
  return status === 'partly' || status === 'failed' ? EXIT.failed : EXIT.ok;
}

const MOST_TOLD = 20;

const receipt: Command = {
  ...asking({
    name: 'receipt',
    summary: 'Print what was approved and done, with what the platform says now, signed',
    usage: 'BATCH',
    words: ['Which? Give the number of a batch, or the digest of a plan.'],
    examples: ['slipway receipt 17 > r.json', 'slipway receipt 4f…c2 > r.json'],
    ask: (client, [id = '']) => client.approvals.receipt({ id }),
  }),
  answersInJson: true,
};

const verify: Command = {
  name: 'verify',
  summary: 'Check a receipt, without a service',
  usage: 'FILE [--key KEY]',
  words: 1,
  notes: [
    'It checks that no entry was changed, that nothing was added, and that this key signed it. Anybody can make a key: without',
    '--key it says no more than that the receipt fits together, and ends with 2. GET /v1/receipt-key of a service has its key.',
  ],
  examples: ['slipway verify r.json --key 3q2…'],
  flags: {
    key: {
      type: 'string',
      what: 'The public key of the installation that must have signed it, from a source you trust',
    },
  },
  async run({ words: [file], flags, screen }) {
    if (file === undefined)
      throw new UsageFault('Which file? Make one with: slipway receipt BATCH > r.json');
    const content = await readFile(file, 'utf8').catch(() => {
      throw new UsageFault(`${file} cannot be read.`);
    });
    const read = parsed(content, file);
    const key = text(flags.key);
    const fault = faultOfReceipt(read, key);
    const isVouched = fault === undefined && key !== undefined;
    const { issuer, issuedAt, publicKey, entries = [] } = read;
    const words = isVouched
      ? `Valid: ${entries.length} entries, signed by ${issuer} at ${issuedAt}.`
      : (fault ??
        `Consistent: ${entries.length} entries that name ${issuer}. The key is not vouched for: anybody could have signed them. Give --key with the key of the installation.`);
    screen.say(`  ${words}`);
    if (fault === undefined) screen.say(`  Key ${publicKey}`);
    screen.tell({
      success: isVouched,
      ...(fault === undefined ? { consistent: true } : { fault }),
      issuer,
      issuedAt,
      publicKey,
    });
    return isVouched ? EXIT.ok : fault === undefined ? EXIT.usage : EXIT.failed;
  },
};

function parsed(text: string, file: string): Parameters<typeof faultOfReceipt>[0] {
  try {
    return JSON.parse(text) as Parameters<typeof faultOfReceipt>[0];
  } catch {
    throw new UsageFault(`${file} holds no JSON.`);
  }
}

export const commands: readonly Command[] = [approve, receipt, verify];
