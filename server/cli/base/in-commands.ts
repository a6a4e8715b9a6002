import { placeOf, table } from '../../routes/table.ts';

/** What the service names by method and path, as the command that does it. */
const OWN: { readonly [request: string]: string } = {
  'GET /v1/adaccounts': 'slipway accounts',
  'GET /v1/adsets': 'slipway adsets',
  'GET /v1/manage/list-ads': 'slipway ads',
  'GET /v1/analytics/top-ads': 'slipway top',
  'GET /v1/automations': 'slipway rules',
  'GET /v1/approvals': 'slipway approve',
  'GET /v1/batches': 'slipway batches',
  'GET /v1/drafts': 'slipway draft',
  'GET /v1/guardrails': 'slipway guardrails',
  'PUT /v1/guardrails': 'slipway guardrails set',
  'GET /v1/reports/fields': 'slipway report --fields',
  'GET /v1/keys': 'slipway keys list',
  'GET /v1/jobs': 'slipway jobs',
};

const REQUEST = /\b((?:GET|POST|PUT|PATCH|DELETE) \/v1\/[A-Za-z0-9/{}_-]+)(\?accountId=[\w-]+)?/g;

/** A message of the service as it is told in a shell: requests it names are commands here. */
export const inCommands = (message: string): string =>
  message.replace(REQUEST, (whole, request: string, account = '') => {
    const own = OWN[request] ?? callOf(request);
    return own === undefined ? whole : `\`${own}${account.replace('?accountId=', ' --account ')}\``;
  });

function callOf(request: string): string | undefined {
  const operation = (Object.keys(table) as (keyof typeof table)[]).find((name) => {
    const { method, path } = placeOf(name);
    return `${method} ${path}` === request;
  });
  return operation === undefined ? undefined : `slipway call ${operation}`;
}
