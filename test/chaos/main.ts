import { resolve } from 'node:path';
import { platformDefinitions } from '../../adapters/platforms/registry.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { platformNamed } from '../../core/ports/platform-definition.ts';
import { printResult, readOptions, refuse } from '../command-line.ts';
import { startPostgres } from '../postgres/server.ts';
import { type ChaosOptions, runChaos } from './run.ts';
import { runChangesChaos } from './run-changes.ts';
import { runCommentsChaos } from './run-comments.ts';
import { runConversionsChaos } from './run-conversions.ts';
import { runDuplicateChaos } from './run-duplicate.ts';
import { runLeadsChaos } from './run-leads.ts';
import { runRulesChaos } from './run-rules.ts';
import { isSheetJob, runSheetChaos } from './run-sheet.ts';
import { runTreeChaos } from './run-tree.ts';

/**
 * kill -9 against the launch engine, counted in the platform's own state:
 *
 *     npm run chaos -- --ads 500 --kills 40 --faults mixed --seed 7 --backend sqlite --json
 *
 * `--freezes 5` stops workers for longer than their lease in the middle of their work and lets them
 * go on, as a machine does that was asleep. `--clock-steps 20` sets the wall clocks of workers, by
 * seconds to hours, forwards and backwards. `--faults answer-lost:0.4,late-effect:0.2:1500` plays
 * just these, with their probability and, where they have one, their delay in milliseconds. Every
 * batch holds ads of all platforms; `--platforms` chooses some, by their names joined by commas.
 * With `--automated` half of the ads of a platform that has automated campaigns go into those;
 * `--today 2027-01-05` is the day of platforms and workers. Both are for launches, copies and
 * rules. With `--former ../the-version-before`, a checkout with its packages, every other worker is
 * of that version, the first one too: a rolling restart. An odd number of kills leaves the end to
 * this version. For launches and copies: plans of rules and replies that this version begins wait
 * for a worker of it. With `--job duplicate` ad sets of 30 ads are duplicated ten times each
 * instead, or of as many as the platform takes in one: `--ads 300` is one of them. With
 * `--job sheet --sequences 20000` it is a launch sheet that suffers: rows are sorted, cut, copied
 * and restored, its hidden tabs are deleted and its file is copied, with launches between, in one
 * process. With `--job account-sheet --sequences 5000` it is the tabs Campaigns, Ad sets and Ads:
 * rows are brought in, edited, sorted, cut and posted, and another person changes the same objects.
 * With `--job lead-sheet --sequences 2000` it is a tab of leads: people arrive and are erased while
 * another person sorts, inserts and deletes its rows in the middle of a run. With
 * `--job rules --actions 10000` rules raise budgets by relative amounts, run after run, and the
 * budgets of the sandbox are compared with what the runs report. With
 * `--job changes --actions 5000` ad sets are renamed in rows, some of which another person renames
 * as well, and all are taken back. With `--job tree --ads 200` campaigns are made with two ad sets
 * and four ads each, counted on every level, and taken back. With `--job comments --replies 500`
 * comments are answered: replies are counted below each comment. With
 * `--job conversions --events 20000` conversion events are sent to every platform that takes them.
 * With `--job leads --leads 2000` people fill in lead forms, and leads come by lists and by notices
 * together. Ends with exit code 1 when an ad was made twice or lost, or a batch did not end.
 */
const values = readOptions({
  ads: { type: 'string', default: '100' },
  events: { type: 'string', default: '1000' },
  leads: { type: 'string', default: '500' },
  kills: { type: 'string', default: '10' },
  freezes: { type: 'string', default: '0' },
  'clock-steps': { type: 'string', default: '0' },
  faults: { type: 'string', default: 'none' },
  seed: { type: 'string', default: '1' },
  backend: { type: 'string', default: 'sqlite' },
  workers: { type: 'string', default: '1' },
  job: { type: 'string', default: 'launch' },
  sequences: { type: 'string', default: '2000' },
  actions: { type: 'string', default: '400' },
  replies: { type: 'string', default: '100' },
  platforms: { type: 'string', default: 'all' },
  automated: { type: 'boolean', default: false },
  today: { type: 'string', default: '' },
  former: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
});

/** Lets one call a second through. */
function everySecond(tell: (line: string) => void): (line: string) => void {
  let last = 0;
  return (line) => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    tell(line);
  };
}

const named = values.platforms
  .split(',')
  .map((name) => platformNamed(platformDefinitions, name)?.id);
const platforms =
  values.platforms === 'all'
    ? simulations
    : simulations.filter(({ platform }) => named.includes(platform));
const isEachKnown = values.platforms === 'all' || platforms.length === new Set(named).size;

/** Undefined when it is nothing of the kind. */
function readFaults(said: string): ChaosOptions['faults'] | undefined {
  if (said === 'none' || said === 'mixed') return said;
  const faults = said.split(',').map((each) => {
    const [fault = '', probability, ms] = each.split(':');
    return { fault, probability: Number(probability), ...(ms !== undefined && { ms: Number(ms) }) };
  });
  return faults.every(
    ({ fault, probability }) => fault !== '' && probability > 0 && probability <= 1,
  )
    ? faults
    : undefined;
}

const faults = readFaults(values.faults);
const JOBS = [
  'launch',
  'duplicate',
  'rules',
  'changes',
  'tree',
  'comments',
  'conversions',
  'leads',
];

const problems = [
  ...(
    [
      'ads',
      'kills',
      'freezes',
      'clock-steps',
      'seed',
      'workers',
      'sequences',
      'actions',
      'replies',
      'events',
      'leads',
    ] as const
  )
    .filter((name) => !/^\d+$/.test(values[name]))
    .map((name) => `--${name} must be a whole number.`),
  ...(faults === undefined
    ? ['--faults must be none, mixed, or a list such as answer-lost:0.4,late-effect:0.2:1500.']
    : []),
  ...(isEachKnown
    ? []
    : [
        `--platforms must be all, or some of ${simulations.map(({ platform }) => platform).join(', ')}, joined by commas.`,
      ]),
  ...(JOBS.includes(values.job) || isSheetJob(values.job)
    ? []
    : [`--job must be ${JOBS.join(', ')}, sheet, account-sheet or lead-sheet.`]),
  ...(/^(\d{4}-\d\d-\d\d)?$/.test(values.today)
    ? []
    : ['--today must be a day such as 2027-01-05.']),
  ...(['sqlite', 'postgres'].includes(values.backend)
    ? []
    : ['--backend must be sqlite or postgres.']),
];
if (problems.length > 0 || faults === undefined) refuse(problems);

if (isSheetJob(values.job)) {
  const result = await runSheetChaos(values.job, {
    seed: Number(values.seed),
    sequences: Number(values.sequences),
    progress: everySecond((line) => process.stderr.write(`${line}\n`)),
  });
  printResult(result, values.json);
  process.exit(result.problems === 0 ? 0 : 1);
}

const postgres = values.backend === 'postgres' ? await startPostgres() : undefined;
try {
  const options = {
    ads: Number(
      { comments: values.replies, conversions: values.events, leads: values.leads }[values.job] ??
        values.ads,
    ),
    kills: Number(values.kills),
    faults,
    ...(values.freezes !== '0' && { freezes: Number(values.freezes) }),
    ...(values['clock-steps'] !== '0' && { clockSteps: Number(values['clock-steps']) }),
    seed: Number(values.seed),
    workers: Number(values.workers),
    platforms,
    automated: values.automated,
    ...(values.today !== '' && { today: values.today }),
    ...(values.former !== '' && { former: resolve(values.former) }),
    progress: everySecond((line) => process.stderr.write(`${line}\n`)),
    ...(postgres === undefined ? {} : { postgresUrl: postgres.url }),
  };
  if (values.job === 'rules') {
    const result = await runRulesChaos({ ...options, actions: Number(values.actions) });
    printResult(result, values.json);
    process.exitCode = result.wrong + result.compounded + result.lost + result.stuck === 0 ? 0 : 1;
  } else if (values.job === 'changes') {
    const result = await runChangesChaos({ ...options, actions: Number(values.actions) });
    printResult(result, values.json);
    process.exitCode =
      result.lost + result.overwritten + result.unsaid + result.notUndone + result.stuck === 0
        ? 0
        : 1;
  } else if (values.job === 'tree') {
    const result = await runTreeChaos(options);
    printResult(result, values.json);
    const { duplicates, lost, orphans, misreported, early, stuck, left } = result;
    process.exitCode =
      duplicates + lost + orphans + misreported + early + stuck + left === 0 ? 0 : 1;
  } else {
    const runs = {
      duplicate: runDuplicateChaos,
      comments: runCommentsChaos,
      conversions: runConversionsChaos,
      leads: runLeadsChaos,
    };
    const result = await (runs[values.job as keyof typeof runs] ?? runChaos)(options);
    printResult(result, values.json);
    process.exitCode = result.duplicates === 0 && result.lost === 0 && result.stuck === 0 ? 0 : 1;
  }
} finally {
  await postgres?.stop();
}
