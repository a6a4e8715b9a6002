import { printResult, readOptions, refuse } from '../command-line.ts';
import { startPostgres } from '../postgres/server.ts';
import { runSoak } from './run.ts';

/**
 * Three API processes and two workers on a real Postgres, mixed load, a random one killed every few seconds:
 *
 *     npm run soak -- --minutes 3 --json
 *
 * Ends with exit code 1 when an accepted launch was lost, made twice, or answered with a 5xx.
 */
const values = readOptions({
  minutes: { type: 'string', default: '1' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
});
if (!(Number(values.minutes) > 0) || !/^\d+$/.test(values.seed))
  refuse(['--minutes must be a number above 0, --seed a whole number.']);

const postgres = await startPostgres();
try {
  const result = await runSoak({
    minutes: Number(values.minutes),
    seed: Number(values.seed),
    postgresUrl: postgres.url,
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  printResult(result, values.json);
  process.exitCode = result.lost + result.duplicates + result.errors5xx === 0 && result.finished === result.accepted ? 0 : 1;
} finally {
  await postgres.stop();
}
