import { PlatformError } from '../../../../core/base/errors.ts';
import { withRequestErrors } from '../../../../core/base/refusal.ts';
import { operation } from '../../../../core/operations/operation.ts';
import { checkQuery, queryFile } from '../own/query.ts';
import * as shapes from '../own/schemas.ts';
import { open, reading } from './opened.ts';

/** The caller can change a refused query. */
const judged = <T>(work: () => Promise<T>): Promise<T> =>
  withRequestErrors({ fields: { query: 'query' } }, async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PlatformError) || error.failure.class !== 'invalid') throw error;
      throw new PlatformError({ ...error.failure, field: 'query' });
    }
  });

export const queryOperations = [
  operation({
    ...reading,
    name: 'searchAds.query',
    place: { method: 'GET', path: '/v1/search-ads/query', aliases: ['/v1/google-ads/query'] },
    summary: 'A page of a query in GAQL',
    description:
      'Only SELECT. Rows come as the platform writes them, up to 10,000 on a page; `metadata.consumption` is what the platform says the query cost. A faulty query is refused with its place in `query`.',
    input: shapes.queryRequest,
    output: shapes.queryResponse,
    async run(ports, caller, { input }) {
      checkQuery(input.query);
      const { access, own } = await open(ports, caller, input);
      const {
        rows,
        nextPageToken = null,
        consumption = null,
      } = await judged(() => own.query(access, input.query, input.pageToken));
      return {
        success: true as const,
        data: rows,
        nextPageToken,
        metadata: { accountId: access.adAccountId, rows: rows.length, consumption },
      };
    },
  }),
  operation({
    ...reading,
    name: 'searchAds.queryFile',
    place: {
      method: 'GET',
      path: '/v1/search-ads/query/file',
      aliases: ['/v1/google-ads/query/file'],
    },
    summary: 'All rows of a query in GAQL as a file',
    description:
      'NDJSON, or CSV with `format=csv`: page by page as the platform answers, so that memory does not grow with the rows.',
    input: shapes.queryFileRequest,
    output: 'application/x-ndjson',
    async run(ports, caller, { input }) {
      checkQuery(input.query);
      const { access, own } = await open(ports, caller, input);
      return judged(() =>
        queryFile(own, access, input.query, input.format === 'csv' ? 'csv' : 'ndjson'),
      );
    },
  }),
] as const;
