import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { agreed, changeFlags } from '../ask.ts';
import { type Command, EXIT, serviceFlags, text, UsageFault } from '../command.ts';
import { readLaunchFile } from '../launch-file.ts';
import { clientFor } from '../service.ts';
import { fileText } from '../standard-input.ts';
import { saySheet } from './common.ts';

/** `slipway upload boat.png …`. */
export const uploadCommand: Command = {
  name: 'upload',
  summary: 'Upload images and videos; rows of a launch can name them',
  usage: 'FILE …',
  words: Number.POSITIVE_INFINITY,
  examples: ['slipway upload boat-1x1.png boat-9x16.mp4', 'slipway upload *.png --json | jq -r .data[].url'],
  flags: serviceFlags,
  async run({ words, flags, env, screen }) {
    if (words.length === 0) throw new UsageFault('Which files? For example: slipway upload boat.png');
    const files: { readonly path: string; readonly content: Uint8Array }[] = [];
    for (const path of words)
      files.push({
        path,
        content: await readFile(path).catch((error: NodeJS.ErrnoException) => {
          throw new UsageFault(
            error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}.`,
          );
        }),
      });
    const client = clientFor(flags, env, screen);
    const data = [];
    for (const { path, content } of files) {
      const item = await client.media.upload({ name: basename(path), content });
      data.push(item);
      screen.say(`  ${path}  ${item.url}`);
    }
    screen.tell({ success: true, data });
    return EXIT.ok;
  },
};

/** `slipway draft`, `slipway draft ads.csv`, `slipway draft 12 --launch`. */
export const draftCommand: Command = {
  name: 'draft',
  summary: 'Launches saved for later: list them, save a file as one, launch one',
  usage: '[FILE.csv|FILE.json|- | DRAFT --launch | DRAFT --delete]',
  words: 1,
  notes: ['A draft may have faults: they are told when it is launched. Media must be addresses; slipway upload makes them.'],
  examples: [
    'slipway draft',
    'slipway draft ads.csv --name "Autumn"',
    'slipway draft 12 --launch --yes',
    'slipway draft 12 --delete --yes',
  ],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    name: { type: 'string', what: 'Name of the draft; the file’s name unless given' },
    launch: { type: 'boolean', what: 'Launch the draft' },
    delete: { type: 'boolean', what: 'Delete the draft' },
  },
  async run({ words, flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    const [word] = words;
    if (word === undefined) {
      const answer = await client.drafts.list({ limit: 100 });
      const rows = answer.data.map((each) => [
        String(each.draftId),
        each.name,
        String(each.adCount),
        each.updatedAt.slice(0, 16).replace('T', ' '),
      ]);
      if (rows.length === 0) screen.say('  No draft is saved.');
      else saySheet(screen, ['Draft', 'Name', 'Ads', 'Changed (UTC)'], rows, { numbers: [0, 2] });
      screen.tell(answer);
      return EXIT.ok;
    }
    const options = { idempotencyKey: text(flags['idempotency-key']) };
    if (/^\d{1,15}$/.test(word)) {
      const id = Number(word);
      const draft = await client.drafts.get({ id });
      screen.say(`  ${draft.name || `Draft ${id}`}: ${draft.adCount} ads.`);
      if (flags.launch !== true && flags.delete !== true) {
        screen.tell(draft);
        return EXIT.ok;
      }
      if (flags.plan === true) {
        const plan = await client.plan({ ads: draft.ads, adSets: draft.adSets } as Parameters<typeof client.plan>[0]);
        screen.say(`  It would launch ${plan.totalAds} ads.`);
        screen.tell(plan);
        return EXIT.ok;
      }
      const isLaunch = flags.launch === true;
      if (!(await agreed(isLaunch ? `Launch its ${draft.adCount} ads?` : 'Delete it?', flags, screen))) return EXIT.ok;
      const answer = isLaunch ? await client.drafts.launch({ id }, options) : await client.drafts.delete({ id }, options);
      screen.say(isLaunch && 'message' in answer ? `  ${answer.message}` : '  Deleted.');
      screen.tell(answer);
      return EXIT.ok;
    }
    const file = readLaunchFile(word, await fileText(word));
    const body = { ...file.options, ads: file.ads, name: text(flags.name) ?? (word === '-' ? 'Draft' : basename(word)) };
    const answer = await client.drafts.create(body as Parameters<typeof client.drafts.create>[0], options);
    screen.say(`  Saved as draft ${answer.draftId}: slipway draft ${answer.draftId} --launch`);
    screen.tell(answer);
    return EXIT.ok;
  },
};

/** `slipway rules`, `slipway rules RULE --run`. */
export const rulesCommand: Command = {
  name: 'rules',
  summary: 'Your rules as sentences; switch one on or off, or try it now',
  usage: '[RULE --on | --off | --try]',
  words: 1,
  examples: ['slipway rules', 'slipway rules rul_4fT… --try', 'slipway rules rul_4fT… --on --yes'],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    on: { type: 'boolean', what: 'Switch it on' },
    off: { type: 'boolean', what: 'Switch it off' },
    try: { type: 'boolean', what: 'Judge now what it would do; nothing is changed' },
  },
  async run({ words, flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    const [id] = words;
    if (id === undefined) {
      const answer = await client.automations.list({ limit: 200 });
      const rows = answer.data.map((each) => [
        each.id,
        each.enabled ? each.mode : 'off',
        each.nextRunAt?.slice(0, 16).replace('T', ' ') ?? '–',
        each.sentence,
      ]);
      if (rows.length === 0) screen.say('  No rule is written down.');
      else saySheet(screen, ['Rule', 'State', 'Next run (UTC)', 'Says'], rows);
      screen.tell(answer);
      return EXIT.ok;
    }
    const rule = await client.automations.get({ id });
    screen.say(`  ${rule.sentence}`);
    const options = { idempotencyKey: text(flags['idempotency-key']) };
    if (flags.try === true) {
      const answer = await client.automations.execute({ id, dryRun: true }, options);
      screen.say(
        `  Being judged: slipway call automations.execution --json '{"executionId":"${answer.executionId}"}' has the verdicts.`,
      );
      screen.tell(answer);
      return EXIT.ok;
    }
    if (flags.on !== true && flags.off !== true) {
      screen.tell(rule);
      return EXIT.ok;
    }
    if (flags.on === true && flags.off === true) throw new UsageFault('Give either --on or --off.');
    if (flags.plan === true) {
      screen.tell(rule);
      return EXIT.ok;
    }
    if (!(await agreed(flags.on === true ? 'Switch it on?' : 'Switch it off?', flags, screen))) return EXIT.ok;
    const answer = await client.automations.toggle({ id, enabled: flags.on === true }, options);
    screen.say(`  It is ${answer.enabled ? 'on' : 'off'}.`);
    screen.tell(answer);
    return EXIT.ok;
  },
};

/** `slipway approve`, `slipway approve DIGEST`. */
export const approveCommand: Command = {
  name: 'approve',
  summary: 'Plans that wait for a person: list them, approve, decline or apply one',
  usage: '[DIGEST] [--decline] [--apply] [--comment TEXT]',
  words: 1,
  examples: [
    'slipway approve',
    'slipway approve 4f…c2 --comment "looks right"',
    'slipway approve 4f…c2 --apply --yes',
    'slipway approve 4f…c2 --decline --yes',
  ],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    decline: { type: 'boolean', what: 'Decline it' },
    apply: { type: 'boolean', what: 'Carry it out once it is approved' },
    comment: { type: 'string', what: 'What the planner should know' },
  },
  async run({ words, flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    const [digest] = words;
    if (digest === undefined) {
      const answer = await client.approvals.list({ limit: 100, status: 'awaiting_approval' });
      const rows = answer.data.map((each) => [
        each.digest,
        each.expiresAt.slice(0, 16).replace('T', ' '),
        each.summary.join('; '),
      ]);
      if (rows.length === 0) screen.say('  Nothing waits for you.');
      else saySheet(screen, ['Digest', 'Ends (UTC)', 'What'], rows);
      screen.tell(answer);
      return EXIT.ok;
    }
    if (!/^[0-9a-f]{32}$/.test(digest))
      throw new UsageFault(`${digest} is no plan: give its digest. \`slipway approve\` lists them.`);
    const plan = await client.approvals.get({ digest });
    for (const line of plan.summary) screen.say(`  ${line}`);
    if (flags.plan === true) {
      screen.tell(plan);
      return EXIT.ok;
    }
    const decision = flags.decline === true ? 'decline' : 'approve';
    const comment = text(flags.comment);
    const options = { idempotencyKey: text(flags['idempotency-key']) };
    const isOpen = plan.status === 'awaiting_approval';
    if (isOpen && !(await agreed(decision === 'decline' ? 'Decline it?' : 'Approve it?', flags, screen))) return EXIT.ok;
    const decided = isOpen
      ? await client.approvals.decide({ digest, decision, ...(comment !== undefined && { comment }) }, options)
      : plan;
    const answer = flags.apply === true && decided.status === 'approved' ? await client.approvals.apply({ digest }) : decided;
    screen.say(`  It is ${answer.status.replace(/_/g, ' ')}.`);
    screen.tell(answer);
    return answer.status === 'failed' ? EXIT.failed : EXIT.ok;
  },
};
