import { textOf } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject } from '../../types.ts';
import { type Edge, type NodeType, newId, string, success, type Turn } from '../graph/graph.ts';
import { GraphError, isObject, missing, refuseWith } from '../graph/params.ts';
import { accountFor } from '../objects/accounts.ts';
import { insightRows, runParams } from './insights.ts';

const day = 86_400_000;
/** Simulated time. */
const phases = { started: 500, running: 1000, counted: 4000, done: 5000 } as const;

export const insightsEdge: Edge = {
  list: (turn, node, params) => insightRows(turn, node, params),
  post: startRun,
};

/** The question is checked at once. */
function startRun(turn: Turn, node: Entity): JsonObject {
  const params = runParams(turn.params);
  insightRows(turn, node, params, true);
  const ends = ['run-failed', 'run-skipped', 'run-stuck'].find((fault) => turn.fired.has(fault));
  const run = turn.world.add({
    id: newId(turn.world),
    kind: 'reportruns',
    company: node.company,
    parents: [accountFor(turn, node).id],
    data: { node: node.id, params, ...(ends !== undefined && { ends }) },
  });
  return { report_run_id: run.id };
}

function progress(turn: Turn, run: Entity) {
  const since = turn.world.now() - run.created;
  const ends = string(run.data.ends);
  if (since < phases.started) return { status: 'Job Not Started', percent: 0 };
  if (since < phases.running) return { status: 'Job Started', percent: 5 };
  if (ends === 'run-stuck' || since < phases.counted)
    return {
      status: 'Job Running',
      percent: Math.min(90, Math.floor((since / phases.done) * 100)),
    };
  if (ends === 'run-failed') return { status: 'Job Failed', percent: 45 };
  if (ends === 'run-skipped') return { status: 'Job Skipped', percent: 0 };
  // A moment before the figures are complete.
  return {
    status: 'Job Completed',
    percent: since < phases.done || turn.fired.has('run-early-complete') ? 95 : 100,
  };
}

function checkLives(turn: Turn, run: Entity) {
  if (turn.world.now() - run.created > 30 * day || turn.fired.has('run-expired'))
    throw missing(run.id, 'get');
}

const failure = {
  error_code: -2,
  error_message: 'The report failed',
  error_subcode: 2490547,
  error_user_title: 'Report failed',
  error_user_msg: 'The report could not be made. Ask again for less.',
} as const;

export const runType: NodeType = {
  kind: 'reportruns',
  word: 'AdReportRun',
  defaults: names(`
    id account_id time_ref time_completed async_status async_percent_completion error_code error_message error_subcode
    error_user_title error_user_msg
  `),
  fields: {
    account_id: (run) => (run.parents[0] ?? '').replace(/^act_/, ''),
    time_ref: (run) => Math.floor(run.created / 1000),
    time_completed: (run, turn) =>
      progress(turn, run).percent === 100 ? Math.floor((run.created + phases.done) / 1000) : 0,
    async_status: (run, turn) => {
      checkLives(turn, run);
      return progress(turn, run).status;
    },
    async_percent_completion: (run, turn) => progress(turn, run).percent,
    is_running: (run, turn) =>
      ['Job Not Started', 'Job Started', 'Job Running'].includes(progress(turn, run).status),
    ...Object.fromEntries(
      Object.entries(failure).map(([name, value]) => [
        name,
        (run: Entity, turn: Turn) =>
          progress(turn, run).status === 'Job Failed' && turn.call.major >= 25 ? value : undefined,
      ]),
    ),
  },
  edges: {
    insights: {
      list(turn, run, params) {
        checkLives(turn, run);
        const { status, percent } = progress(turn, run);
        if (status === 'Job Failed')
          throw refuseWith(2490547, { code: -2, message: 'The report failed' });
        if (status !== 'Job Completed' || percent < 100)
          throw new GraphError({
            code: 2601,
            message: 'Error accessing ad report job: it is not complete',
          });
        const node = turn.world.get(textOf(run.data.node));
        const asked = isObject(run.data.params) ? run.data.params : {};
        if (node === undefined) throw missing(run.id, 'get');
        return insightRows(
          turn,
          node,
          { ...asked, ...(params.fields !== undefined && { fields: params.fields }) },
          true,
        );
      },
    },
  },
  remove(turn, run) {
    turn.world.remove(run.id);
    return success;
  },
};
