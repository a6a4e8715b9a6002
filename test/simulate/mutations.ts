import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { spawn } from '../processes.ts';
import { KEPT, nameOf } from './kept-story.ts';

/** A fault that is put into a copy of the service: a text of one of its files, and what stands there instead. */
interface Mutation {
  readonly file: string;
  readonly text: string;
  readonly instead: string;
}

/** Each must be found by a story. */
export const mutations: { readonly [what: string]: Mutation } = {
  'ads leave without a word in the journal': {
    file: 'core/launch/run/run.ts',
    text: 'await record(run, { sending: ready.map(({ id }) => id), ...defined({ platformAt }) });',
    instead: 'void platformAt;',
  },
  'a lost lease stops nobody': {
    file: 'core/accounts/access.ts',
    text: 'isLeaseHeld: isHeld,',
    instead: 'isLeaseHeld: () => isHeld() || true,',
  },
  'marks are not looked for': {
    file: 'core/effects/schedule.ts',
    text: "state.phase === 'unknown' || state.maybeMade",
    instead: "state.phase === 'started'",
  },
  'what has no answer is told as failed': {
    file: 'core/launch/run/policy.ts',
    text: "return { to: 'unknown', notBefore: now + FIRST_QUESTION_MS, failure: outcome.failure };",
    instead: 'return repeat({ failure: { ...outcome.failure, retryable: false } }, { operation, state, now }, 0);',
  },
  'not there yet is not there': {
    file: 'core/effects/policy.ts',
    text: 'if (left > 0) return',
    instead: 'if (left > 1e9) return',
  },
  'what was on its way when a worker died is sent again': {
    file: 'core/effects/state.ts',
    text: "isHarmless(id) ? 'pending' : 'unknown'",
    instead: "isHarmless(id) ? 'pending' : 'pending'",
  },
  'what is retried is not asked about': {
    file: 'core/effects/state.ts',
    text: 'if (!state.maybeMade) return fresh;',
    instead: 'if (state !== undefined) return fresh;',
  },
  'a launch ends with steps that are open': {
    file: 'core/effects/carry-on.ts',
    text: 'if (wait > longestWaitMs) return { againAt: next.until };',
    instead: 'if (wait > 5_000) return undefined;',
  },
  'a lease is taken from the living': {
    file: 'core/records/lease.ts',
    text: 'if (!isSilent && !(await isOfTheDead(store, current.doc.process))) return undefined;',
    instead: 'void isSilent;',
  },
  'an answer that was kept is not given again': {
    file: 'core/records/once.ts',
    text: 'const record = await openRecord(ports, companyId, request);\n      if (record.answer !== undefined) return replay(record.answer.body);',
    instead: 'const record = await openRecord(ports, companyId, request);',
  },
  'a change without an answer is told as done': {
    file: 'core/manage/change/carry-out.ts',
    text: "if (failure === undefined) return { [step.id]: { to: 'done'",
    instead: "if (failure === undefined || failure.class === 'transient') return { [step.id]: { to: 'done'",
  },
  'an undo does not compare': {
    file: 'core/manage/undo/objects.ts',
    text: 'if (others.length > 0) throw changedSince(others, path);',
    instead: 'void changedSince;',
  },
  'what delivers already is not counted by the gate': {
    file: 'core/gate/totals.ts',
    text: 'account: standing(total, now) + perDay,',
    instead: 'account: perDay,',
  },
  'a restored gate goes by the sums of before': {
    file: 'core/upkeep/restored.ts',
    text: 'await store.commit(removals(accountTotalKind, companyId, [total]));',
    instead: 'void [total, removals];',
  },
  'a refused step of a plan is told as done': {
    file: 'core/features/approvals/results.ts',
    text: 'told(planned(about, { outcome, reason })), error };',
    instead: "told(planned(about, { outcome: 'done' })), error };",
  },
  'a plan tells as refused what an earlier attempt may have done': {
    file: 'core/features/approvals/apply.ts',
    text: "(await hasBegun(ports, caller, trying, at)) ? 'unknown' : 'refused'",
    instead: "'refused'",
  },
  'the end of a copy takes away what others have put into it': {
    file: 'core/manage/duplicate/remove.ts',
    text: 'isCopied(run, child) ? [child] : []',
    instead: 'isCopied(run, child) ? [child] : [child]',
  },
  'a copy that stopped half-way is removed with what others have put into it': {
    file: 'core/manage/duplicate/remove.ts',
    text: '...(holdsOthers(run, tree) ? [] : [',
    instead: '...(tree.id === "" ? [] : [',
  },
  'a copy that failed is removed with what others have put into it': {
    file: 'core/manage/duplicate/remove.ts',
    text: 'return ({ id }) => shared.has(id);',
    instead: 'return ({ id }) => id === "" && shared.has(id);',
  },
  'a worker that lost its job goes on': {
    file: 'adapters/jobs/held-job.ts',
    text: 'stopping() || turn.age === undefined',
    instead: 'stopping()',
  },
  'a change goes by a clock that is set back': {
    file: 'core/manage/change/carry-out.ts',
    text: 'const clock = steadyClock(ports.clock);',
    instead: 'const { clock } = ports; void steadyClock;',
  },
  'a retry is lost by the journal': {
    file: 'core/effects/state.ts',
    text: '  for (const id of again)',
    instead: '  for (const id of again.slice(again.length))',
  },
  'a creation that died on its way is sent again': {
    file: 'core/effects/carry-out.ts',
    text: 'if (begun !== undefined) await record({ outcomes: open, again: [ID] });',
    instead: 'if (begun !== undefined) states.set(ID, { phase: "pending", attempts: 0, notBefore: 0 });',
  },
  'a copy that is not there yet is not there': {
    file: 'core/manage/duplicate/ask.ts',
    text: 'else if (leftMs(can, step, now(run)) > 0)',
    instead: 'else if (leftMs(can, step, now(run)) > 1e12)',
  },
  'a row without an answer is told as done': {
    file: 'core/features/changes/run.ts',
    text: 'return { unanswered: error.failure };',
    instead: 'return { updateId: null };',
  },
  'a plan is carried out that nobody approved': {
    file: 'core/features/approvals/approvals.ts',
    text: "if (worth === 'another' || (!isAnotherWanted && (worth === 'anyone' || mayAlone)))",
    instead: 'if (isAnotherWanted !== undefined || mayAlone)',
  },
  'the gate counts what is started twice': {
    file: 'core/gate/totals.ts',
    text: 'account: standing(total, now) + perDay,',
    instead: 'account: standing(total, now) + 2 * perDay,',
  },
  'answers of an erased lead stay': {
    file: 'core/features/leads/records.ts',
    text: '  { sealed: _, marks: __, stages: ___, ...doc }: LeadRecord,',
    instead: '  { marks: __, stages: ___, ...doc }: LeadRecord,',
  },
  'an erased person comes back with the next reading': {
    file: 'core/features/leads/keep.ts',
    text: 'if (erasure !== undefined && createdAt <= erasure.doc.at) return true;',
    instead: 'void [erasure, createdAt];',
  },
  'a reading under way brings an erased person back': {
    file: 'core/features/leads/keep.ts',
    text: "if (state !== 'kept' || !(await isErased(ports, companyId, marks, createdAt))) return [];",
    instead: "if (state !== 'kept' || marks !== undefined) return [];",
  },
  'an erasure takes others along': {
    file: 'core/features/leads/erase.ts',
    text: 'where: { marks: { has: mark } }, limit: STEP',
    instead: "where: { state: 'kept' }, limit: STEP",
  },
  'answers stand in clear': {
    file: 'core/features/leads/seal.ts',
    text: "secrets.seal(JSON.stringify({ answers, clickId }), { companyId, use: 'leads' });",
    instead:
      "secrets.seal(JSON.stringify({ answers, clickId }), { companyId, use: 'leads' }).then((sealed) => sealed + JSON.stringify(answers));",
  },
  'a reply is not looked for before it is sent again': {
    file: 'core/features/comments/send-reply.ts',
    text: 'if (mayBeOurs && isSameText(reply.text, text)',
    instead: 'if (mayBeOurs && reply.text === id',
  },
  'a model may do what it may plan': {
    file: 'core/access/caller.ts',
    text: "(needed === 'read' && held.some((scope) => INCLUDE_READ.includes(scope)));",
    instead: "(needed !== 'admin' && held.some((scope) => INCLUDE_READ.includes(scope)));",
  },
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'dist', '.simulate');

const mutating = ({ file, text, instead }: Mutation): Plugin => ({
  name: 'mutation',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path !== join(ROOT, file)) return undefined;
      const source = await readFile(path, 'utf8');
      if (!source.includes(text)) throw new Error(`${file} does not have: ${text}`);
      return { contents: source.replace(text, () => instead), loader: 'ts' };
    });
  },
});

/** One file that plays stories, in which any runtime finds packages as from here. */
export async function bundled(name: string, mutation?: Mutation): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const outfile = join(FOLDER, `${name}.mjs`);
  await build({
    entryPoints: [join(ROOT, 'test/simulate/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external: ['./mutations.ts'],
    outfile,
    logLevel: 'error',
    plugins: mutation === undefined ? [] : [mutating(mutation)],
  });
  return outfile;
}

/** The report that a bundle ends with. */
export async function playedBy(
  program: string,
  file: string,
  options: readonly string[],
): Promise<{ stories: number; failures: number; digest: string; told: string }> {
  const child = spawn(program, [file, '--json', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  child.stderr?.on('data', (part) => {
    told += String(part);
  });
  let said = '';
  for await (const part of child.stdout ?? []) said += String(part);
  return { ...JSON.parse(said.trim().split('\n').at(-1) ?? ''), told };
}

interface Mutating {
  readonly seed: string;
  readonly stories: number;
  /** Those whose names have this text. */
  readonly only: string;
  /** Whether a story that finds one is shrunk and kept. */
  readonly keep: boolean;
  say(line: string): void;
}

/** How many stories it takes to find each; `kept` where a story that was kept finds it. */
export async function runMutations({ seed, stories, only, keep, say }: Mutating) {
  const found: { [what: string]: number | 'kept' | 'not found' } = {};
  for (const [i, [what, mutation]] of Object.entries(mutations).entries()) {
    if (!what.includes(only)) continue;
    const file = await bundled(`mutation-${i}`, mutation);
    const kept = join(KEPT, nameOf(what));
    const again = existsSync(kept) ? await playedBy(process.execPath, file, ['--kept', kept]) : undefined;
    const report = await playedBy(process.execPath, file, ['--first', '--seed', seed, '--stories', String(stories)]);
    found[what] = report.failures > 0 ? report.stories : 'not found';
    const known =
      again === undefined ? '' : again.failures > 0 ? ' (the kept story finds it)' : ' (the kept story does not find it)';
    say(`${what}: ${found[what]}${known}; ${report.told.slice(0, 300)}`);
    if (keep && report.failures > 0 && !again?.failures) {
      const options = ['--keep', '--into', KEPT, '--title', what, '--seed', seed, '--story', String(report.stories - 1)];
      for await (const _part of spawn(process.execPath, [file, ...options], { stdio: ['ignore', 'pipe', 'ignore'] }).stdout ??
        []);
    }
    await rm(file);
  }
  return found;
}
