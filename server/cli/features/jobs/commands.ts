import type { LocalJobs } from '../../../local/upkeep/jobs.ts';
import {
  type Command,
  type CommandInput,
  type Flags,
  text,
  UsageFault,
} from '../../base/command.ts';
import { sayTable } from '../../base/table.ts';

const flags: Flags = { data: { type: 'string', what: 'Folder of the service (.slipway)' } };
const MOST = 200;

async function withJobs(
  input: CommandInput,
  work: (jobs: LocalJobs) => Promise<void>,
): Promise<undefined> {
  const { openLocalJobs } = await import('../../../local/upkeep/jobs.ts');
  const data = text(input.flags.data);
  const jobs = await openLocalJobs(data === undefined ? [] : ['--data', data], input.env);
  try {
    await work(jobs);
    return undefined;
  } finally {
    await jobs.close();
  }
}

export const commands: readonly Command[] = [
  {
    name: 'jobs retry',
    summary: 'Put a job that failed too often back, with all its retries',
    usage: 'ID | --all',
    words: 1,
    notes: [
      'Run it with the environment of the service, which may go on working, after what the error says was corrected.',
    ],
    examples: [
      'slipway jobs retry launch:co_4fT…:17',
      'slipway jobs retry --all --data /var/lib/slipway',
    ],
    flags: { ...flags, all: { type: 'boolean', what: 'All that are dead' } },
    run(input) {
      const [id] = input.words;
      const all = input.flags.all === true;
      if (all === (id !== undefined))
        throw new UsageFault('Which job? Give its id, or --all. `slipway jobs --dead` lists them.');
      return withJobs(input, async (jobs) => {
        const retried = await jobs.retry(id ?? 'all');
        for (const each of retried) input.screen.say(`  ${each} begins again.`);
        if (retried.length === 0) input.screen.say('  No job is dead.');
        input.screen.tell({ success: true, retried });
      });
    },
  },
  {
    name: 'jobs drop',
    summary: 'Give a job up that failed, and end what waits for it',
    usage: 'ID',
    words: 1,
    notes: [
      'Run it with the environment of the service. A batch, an undo, a duplication, an export, an import or a delivery ends and says',
      'so; what was done stays, and what may exist at a platform is looked for by a later retry or undo. The audit keeps it.',
    ],
    examples: ['slipway jobs drop launch:co_4fT…:17 --data /var/lib/slipway'],
    flags,
    run(input) {
      const [id] = input.words;
      if (id === undefined)
        throw new UsageFault(
          'Which job? Give its id. `slipway jobs --dead` and `slipway jobs stuck` list them.',
        );
      return withJobs(input, async (jobs) => {
        await jobs.drop(id);
        input.screen.say(`  ${id} is given up; what waited for it has ended.`);
        input.screen.tell({ success: true, dropped: id });
      });
    },
  },
  {
    name: 'jobs stuck',
    summary: 'List batches that do not get on, and why',
    usage: '[--minutes N]',
    notes: [
      'Run it with the environment of the service. dead: the job failed too often; failing: it is tried again; lost: there is no job;',
      'waiting: the minutes since something happened. `slipway jobs retry ID` and `slipway jobs drop ID` take the id of the job.',
    ],
    examples: [
      'slipway jobs stuck --data /var/lib/slipway',
      'slipway jobs stuck --minutes 15 --json | jq -r .data[].jobId',
    ],
    flags: { ...flags, minutes: { type: 'string', what: 'Without a step for so long (60)' } },
    run(input) {
      const minutes = Number(text(input.flags.minutes) ?? 60);
      if (!Number.isInteger(minutes) || minutes < 1)
        throw new UsageFault('--minutes is a whole number from 1.');
      return withJobs(input, async (jobs) => {
        const { batches: data, total } = await jobs.stuck(minutes, MOST);
        const { screen } = input;
        const rows = data.map(
          ({ jobId, companyName, reason, lastStepAt, successfulAds, totalAds, error }) => [
            jobId,
            companyName,
            reason,
            lastStepAt.slice(0, 19).replace('T', ' '),
            `${successfulAds} of ${totalAds}`,
            error ?? '',
          ],
        );
        if (rows.length === 0) screen.say('  No batch is stuck.');
        else
          sayTable(screen, [['job', 'company', 'why', 'last step', 'ads', 'last error'], ...rows]);
        if (total > data.length) screen.say(`  and ${total - data.length} more.`);
        screen.tell({ success: true, data, total });
      });
    },
  },
  {
    name: 'jobs',
    summary: 'List background work that is open, and what failed too often',
    usage: '[--dead]',
    notes: [
      'Run it with the environment of the service. A job that fails is tried again after pauses of up to 15 minutes;',
      'after more than a day of that it is dead: nothing is lost, and it is not tried again until it is put back.',
    ],
    examples: [
      'slipway jobs',
      'slipway jobs --dead --data /var/lib/slipway',
      'slipway jobs --dead --json | jq -r .data[].error',
    ],
    flags: { ...flags, dead: { type: 'boolean', what: 'Only those that failed too often' } },
    run: (input) =>
      withJobs(input, async (jobs) => {
        const dead = input.flags.dead === true;
        const { jobs: data, total } = await jobs.list({ dead, most: MOST });
        const { screen } = input;
        const rows = data.map(({ id, state, at, failures, error }) => [
          id,
          state === 'dead' ? screen.paint.red(state) : state,
          at?.slice(0, 19).replace('T', ' ') ?? '',
          String(failures),
          error ?? '',
        ]);
        if (rows.length === 0) screen.say(dead ? '  No job is dead.' : '  No job is open.');
        else
          sayTable(
            screen,
            [['id', 'state', 'due, or dead since', 'failures', 'last error'], ...rows],
            { numbers: [3] },
          );
        if (total > data.length) screen.say(`  and ${total - data.length} more.`);
        screen.tell({ success: true, data, total });
      }),
  },
];
