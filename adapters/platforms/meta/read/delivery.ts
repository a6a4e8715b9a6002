import { asRow, defined, numeric, rowsOf, said, text } from '../../kit/json.ts';
import type { Delivery, DeliveryCapability, Rejection, Row } from '../../types.ts';
import type { Calls } from '../wire/calls.ts';
import { amountOf, asMissing, edgeOf } from '../wire/params.ts';

const shared = 'id,name,status,effective_status,issues_info,recommendations';
const fields = {
  adset: `${shared},learning_stage_info`,
  ad: `${shared},ad_review_feedback`,
} as const;
const estimateEdge =
  'delivery_estimate{estimate_ready,estimate_dau,estimate_mau_lower_bound,estimate_mau_upper_bound}';

/** One call for each object, with the estimate. */
export const createDelivery = (calls: Calls): DeliveryCapability => ({
  async read(access, { type, ids, estimate }) {
    const asked = estimate ? `${fields[type]},${estimateEdge}` : fields[type];
    const answers = await calls.readMany(
      access,
      ids.map((id) => ({ path: id, params: { fields: asked } })),
    );
    return ids.map((id, position) => {
      const answer = answers[position];
      if (answer === undefined) throw new Error('An object was not asked about.');
      return answer.ok ? deliveryOf(answer.body) : { id, failure: asMissing(answer.failure, type) };
    });
  },
  async minimumBudgets(access) {
    const rows = await calls.list(access, edgeOf(access, 'minimum_budgets'), {});
    const own = rows.find(({ currency }) => currency === access.currency) ?? {};
    const names = {
      impressions: 'imp',
      videoViews: 'video_views',
      clicks: 'high_freq',
      actions: 'low_freq',
    };
    return Object.fromEntries(
      Object.entries(names).flatMap(([name, wire]) => {
        const amount = amountOf(access, own[`min_daily_budget_${wire}`]);
        return amount === undefined ? [] : [[name, amount]];
      }),
    );
  },
});

function deliveryOf(row: Row): Delivery {
  const learning = asRow(row.learning_stage_info);
  const [estimate] = rowsOf(row.delivery_estimate);
  const stage = text(learning?.status);
  const since = numeric(learning?.last_sig_edit_ts);
  return {
    id: said(row.id),
    name: said(row.name),
    status: said(row.status),
    effectiveStatus: said(row.effective_status),
    ...(stage !== undefined && {
      learning: {
        stage,
        isOpen: stage === 'LEARNING',
        ...defined({ results: numeric(learning?.conversions) }),
        ...(since !== undefined && { since: since * 1000 }),
      },
    }),
    issues: rowsOf(row.issues_info).map(issueOf),
    rejections: rejectionsOf(asRow(row.ad_review_feedback)),
    ...(estimate !== undefined && { estimate: estimateOf(estimate) }),
    opportunities: rowsOf(row.recommendations).map((each) => {
      return {
        title: said(each.title),
        message: said(each.message),
        ...defined({ importance: text(each.importance) }),
      };
    }),
  };
}

function issueOf(issue: Row) {
  const [level, code, message] = [
    text(issue.level),
    text(issue.error_code),
    text(issue.error_message),
  ];
  return {
    summary: text(issue.error_summary) ?? message ?? '',
    ...defined({ level, code, message }),
  };
}

/** `{ global: { MISLEADING: '…' } }`, or by placement. */
const rejectionsOf = (feedback: Row | undefined): Rejection[] =>
  Object.entries(feedback ?? {}).flatMap(([where, reasons]) =>
    Object.entries(asRow(reasons) ?? {}).map(([reason, message]) => ({
      where,
      reason,
      message: said(message),
    })),
  );

function estimateOf(estimate: Row) {
  const [daily, least, most] = [
    numeric(estimate.estimate_dau),
    numeric(estimate.estimate_mau_lower_bound),
    numeric(estimate.estimate_mau_upper_bound),
  ];
  return {
    isReady: estimate.estimate_ready === true,
    ...defined({ dailyPeople: daily }),
    ...(least !== undefined && most !== undefined && { monthlyPeople: { least, most } }),
  };
}
