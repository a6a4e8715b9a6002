import { printResult, readOptions, refuse } from '../command-line.ts';
import { startPostgres } from '../postgres/server.ts';
import { isClean, runSoak } from './run.ts';

/**
 * Two API processes and two workers on a real Postgres, many companies that launch, read and ask
 * for what belongs to others, rolling restarts all the time, and a random process killed every few
 * seconds:
 *
 *     npm run soak -- --minutes 3 --companies 20 --json
 *
 * Ends with exit code 1 when an accepted launch was lost, made twice or did not end, when a company
 * was given something of another, when anything was answered with a 5xx, or a connection was cut by
 * a process that was not killed.
 */
const values = readOptions({
  minutes: { type: 'string', default: '1' },
  companies: { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
});
if (
  !(Number(values.minutes) > 0) ||
  !/^\d+$/.test(values.seed) ||
  !/^[1-9]\d*$/.test(values.companies)
)
  refuse([
    '--minutes must be a number above 0, --companies a whole number above 0, --seed a whole number.',
  ]);

const postgres = await startPostgres();
try {
  const result = await runSoak({
    minutes: Number(values.minutes),
    companies: Number(values.companies),
    seed: Number(values.seed),
    postgresUrl: postgres.url,
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  printResult(result, values.json);
  process.exitCode = isClean(result) ? 0 : 1;
} finally {
  await postgres.stop();
}
