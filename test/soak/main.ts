import { parseArgs } from 'node:util';
import { startPostgres } from '../postgres/server.ts';
import { runSoak } from './run.ts';

/**
 * Three API processes and two workers on a real Postgres, mixed load, a random one killed every few seconds:
 *
 *     npm run soak -- --minutes 3 --json
 *
 * Ends with exit code 1 when an accepted launch was lost, made twice, or answered with a 5xx.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
if (!(Number(values.minutes) > 0) || !/^\d+$/.test(values.seed)) {
  process.stderr.write('--minutes must be a number above 0, --seed a whole number.\n');
  process.exit(1);
}

const postgres = await startPostgres();
try {
  const result = await runSoak({
    minutes: Number(values.minutes),
    seed: Number(values.seed),
    postgresUrl: postgres.url,
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(
    values.json
      ? `${JSON.stringify(result)}\n`
      : `${Object.entries(result)
          .map(([name, value]) => `${name.padEnd(12)}${value}`)
          .join('\n')}\n`,
  );
  process.exitCode = result.lost + result.duplicates + result.errors5xx === 0 && result.finished === result.accepted ? 0 : 1;
} finally {
  await postgres.stop();
}
