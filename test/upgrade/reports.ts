import type { Answer, Process } from './version.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
type Body = any;

interface Report {
  path(answer: Body): string;
  /** What did not end as it was asked for. */
  faults(body: Body): readonly string[];
}

/** Where the service tells how work has ended that a request left to it. */
const reports: { readonly [what: string]: Report } = {
  launch: {
    path: ({ adBatchId }) => `/v1/batch-status/${adBatchId}`,
    faults: ({ failedAds }) => failedAds.map((ad: Body) => `failed: ${ad.adName}`),
  },
  rule: {
    path: ({ executionId }) => `/v1/automations/executions/${executionId}`,
    faults: ({ results }) =>
      results.length === 3 &&
      results.every(({ actions }: Body) =>
        actions.every(({ status }: Body) => status === 'confirmed'),
      )
        ? []
        : [`not confirmed: ${JSON.stringify(results)}`],
  },
};

/** What the service tells of work, where that is not what was asked for. */
export async function faultsTold(
  service: Process,
  apiKey: string,
  what: string,
  answer: Answer,
): Promise<readonly string[]> {
  const report = reports[what];
  if (report === undefined) return [];
  const { status, body } = await service.ask(
    'GET',
    { path: report.path(answer.body), body: {} },
    apiKey,
  );
  return status === 200 ? report.faults(body) : [JSON.stringify(body)];
}
