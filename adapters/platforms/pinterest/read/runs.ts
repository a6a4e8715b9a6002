import { PlatformError, type PlatformFailure } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { ReportRow, ReportRunState, ReportRuns } from '../../../../core/ports/platform-report.ts';
import { type Api, orThrow } from '../../kit/calls.ts';
import { asRow, type Row, rowsOf, said, text } from '../../kit/json.ts';
import { adOf, delivered, type Names, reportRow, rowColumns } from './report-row.ts';

/** They go back 914 days and hold up to 186. */
export function createRuns({ calls, wire }: Api, namesOf: (access: Access) => Promise<Names>): ReportRuns {
  return {
    async start(access, { from, to }) {
      const body = {
        start_date: from,
        end_date: to,
        granularity: 'DAY',
        level: 'PIN_PROMOTION',
        report_format: 'JSON',
        columns: ['AD_ID', 'AD_GROUP_ID', 'CAMPAIGN_ID', ...rowColumns],
      };
      // Ordering twice costs a call and nothing else.
      const token = text((await calls.write(access, pathOf(access), body, { harmlessTwice: true })).token);
      if (token === undefined) throw wire.error('transient', 'The report was ordered without an id.');
      return token;
    },
    async state(access, runId) {
      return stateOf(await calls.read(access, pathOf(access), { token: runId }));
    },
    async rows(access, runId) {
      const report = await calls.read(access, pathOf(access), { token: runId });
      const url = text(report.url);
      if (url === undefined) throw new PlatformError(ended(text(report.report_status) ?? 'without an address'));
      const answer = orThrow(await wire.call(access, { method: 'GET', path: 'report file', url, anonymous: true }));
      const names = await namesOf(access);
      return fileRows(answer.data, names);
    },
  };

  function stateOf(report: Row): ReportRunState {
    const status = said(report.report_status);
    if (status === 'FINISHED') return { state: 'done' };
    if (status === 'IN_PROGRESS') return { state: 'running', percent: 0 };
    return { state: 'failed', failure: ended(status) };
  }

  function ended(status: string): PlatformFailure {
    const kind = status === 'DOES_NOT_EXIST' || status === 'EXPIRED' ? 'missing' : 'transient';
    return wire.fail(kind, `The report is not to be had: ${status}.`, 'Nothing to do: it is ordered again.');
  }
}

const pathOf = ({ adAccountId }: Access): string => `ad_accounts/${adAccountId}/reports`;

/** A file holds rows, or lists of rows by id. */
function fileRows(file: unknown, names: Names): readonly ReportRow[] {
  const lists: readonly (readonly [string, readonly Row[]])[] = Array.isArray(file)
    ? [['', rowsOf(file)]]
    : Object.entries(asRow(file) ?? {}).map(([id, rows]) => [id, rowsOf(rows)] as const);
  return lists
    .flatMap(([id, rows]) => rows.map((row) => reportRow(row, adOf(row) ?? id, names)))
    .filter((row) => row.day !== '' && delivered(row));
}
