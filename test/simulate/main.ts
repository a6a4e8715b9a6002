import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printResult, readOptions, refuse } from '../command-line.ts';
import { KEPT, type Kept, nameOf, readKept, textOf } from './kept-story.ts';
import { choicesFor, runStories, seedOf } from './run.ts';
import { choicesIn, reasonOf, shrunk, streamsOf } from './shrink.ts';
import { type Ended, playAgain, playStory } from './story.ts';

/**
 * Stories of the whole service, simulated in one thread from a seed:
 *
 *     npm run simulate -- --seed 7 --stories 1000 --json
 *
 * The last line tells what came out; exit code 1 where a story failed. `--story 17` plays one of
 * them and tells all that happened; with `--keep` a story that fails is shrunk and written to
 * test/simulate/kept, where a test plays it, and `--kept` with its path tells it. `--from 5000`
 * begins with that story, `--first` ends with the first that fails. `--mutations` puts faults into
 * the service, one after the other, and tells how many stories find each.
 */
const values = readOptions({
  seed: { type: 'string', default: '1' },
  stories: { type: 'string', default: '300' },
  from: { type: 'string', default: '0' },
  story: { type: 'string', default: '' },
  small: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  into: { type: 'string', default: '' },
  title: { type: 'string', default: '' },
  kept: { type: 'string', default: '' },
  only: { type: 'string', default: '' },
  mutations: { type: 'boolean', default: false },
  first: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
});
for (const name of ['stories', 'from'] as const)
  if (!/^\d+$/.test(values[name])) refuse([`--${name} must be a whole number.`]);

const say = (line: string) => void process.stderr.write(`${line}\n`);
/** Of this process alone: the machine may be busy with other things. */
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const tell = (ended: Ended, story: number) =>
  say(`Story ${story} of seed ${values.seed}: ${ended.faults.join('; ')}`);

if (values.mutations) {
  const { runMutations } = await import('./mutations.ts');
  const found = await runMutations({
    seed: values.seed,
    stories: Number(values.stories),
    only: values.only,
    keep: values.keep,
    say,
  });
  printResult(found, values.json);
  process.exit(Object.values(found).every((each) => each !== 'not found') ? 0 : 1);
}

if (values.kept !== '') {
  const { seed, streams } = readKept(values.kept);
  const { history, faults } = await playAgain(seed, choicesIn(streams));
  if (!values.json) say(history.join('\n'));
  printResult(
    { stories: 1, failures: faults.length === 0 ? 0 : 1, faults: faults.join('; ') },
    values.json,
  );
  process.exit(faults.length === 0 ? 0 : 1);
}

if (values.story !== '') {
  const seed = seedOf(values.seed, Number(values.story));
  const ended = await playStory(seed, choicesFor(seed, values.small));
  if (!values.keep) say(ended.history.join('\n'));
  tell(ended, Number(values.story));
  if (ended.faults.length > 0 && values.keep) keep(await shrunk(ended));
  process.exit(ended.faults.length === 0 ? 0 : 1);
}

const report = await runStories({
  seed: values.seed,
  from: Number(values.from),
  stories: Number(values.stories),
  spent,
  isSmall: values.small,
  isFirstEnough: values.first,
  failed: tell,
  passed: (story) => story % 1_000 === 999 && say(`${story + 1} stories`),
});
printResult(
  values.json
    ? report
    : { ...report, faults: JSON.stringify(report.faults), states: JSON.stringify(report.states) },
  values.json,
);
process.exit(report.failures === 0 ? 0 : 1);

/** As a test that plays these choices. It fails until the fault is mended. */
function keep(ended: Ended): void {
  const story: Kept = {
    title: values.title === '' ? reasonOf(ended) : values.title,
    seed: ended.seed,
    streams: streamsOf(ended.choices),
  };
  const path = join(values.into === '' ? KEPT : values.into, nameOf(story.title));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, textOf(story));
  say(`What happens in it:\n${ended.history.join('\n')}`);
  say(`${ended.choices.length} choices are left: ${path}. kept.test.ts plays it.`);
}
