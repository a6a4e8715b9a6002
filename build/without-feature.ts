import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the houses keep their features, and the lists that name a folder once; a sheet without a server has few of them. */
const shelves = {
  'core/features': ['core/features/registry.ts', 'sheets-addon/standalone/features.ts'],
  'server/cli/features': ['server/cli/commands.ts'],
  'server/dashboard/page/features': ['server/dashboard/page/pages.ts'],
  'server/mcp/features': ['server/mcp/features/registry.ts'],
  'server/routes/features': ['server/routes/routes.ts'],
  'server/local/demo/features': ['server/local/demo/house.ts'],
  'sheets-addon/features': ['sheets-addon/features/registry.ts'],
  'sheets-addon/sidebar/features': ['sheets-addon/sidebar/features/registry.ts'],
} as const;

const HOUSES = ['core', 'adapters', 'server', 'server/dashboard/page', 'sheets-addon', 'sheets-addon/sidebar'];

/** A copy of the source whose features can be taken away one after the other. */
class HouseCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'slipway-without-'));

  constructor() {
    for (const part of ['core', 'adapters', 'server', 'sheets-addon', 'dist', 'tsconfig.json', 'package.json'])
      cpSync(join(ROOT, part), join(this.#folder, part), { recursive: true, preserveTimestamps: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'), 'dir');
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What the compiler says of all houses without the folders of a feature and without its lines; empty where they compile. */
  errorsWithout(feature: string): readonly string[] {
    const lists = new Map<string, string>();
    for (const [shelf, named] of Object.entries(shelves)) {
      if (!existsSync(join(ROOT, shelf, feature))) continue;
      rmSync(join(this.#folder, shelf, feature), { recursive: true });
      for (const list of named) {
        const whole = readFileSync(join(ROOT, list), 'utf8');
        lists.set(list, whole);
        writeFileSync(join(this.#folder, list), withoutLine(whole, feature));
      }
    }
    try {
      return this.compile();
    } finally {
      for (const shelf of Object.keys(shelves))
        if (existsSync(join(ROOT, shelf, feature)))
          cpSync(join(ROOT, shelf, feature), join(this.#folder, shelf, feature), { recursive: true, preserveTimestamps: true });
      for (const [list, whole] of lists) writeFileSync(join(this.#folder, list), whole);
    }
  }

  compile(): readonly string[] {
    const program = join(ROOT, 'node_modules/typescript/bin/tsc');
    try {
      execFileSync('node', [program, '-b', ...HOUSES, '--pretty', 'false'], {
        cwd: this.#folder,
        encoding: 'utf8',
        stdio: 'pipe',
      });
      return [];
    } catch (error) {
      return (error as { stdout: string }).stdout.split('\n').filter((line) => line.includes('error TS'));
    }
  }
}

const LINE = "import (?:\\{ (?:\\w+ as )?(\\w+) \\}|\\* as (\\w+)) from '[^']*/FEATURE/[\\w.-]+';\\n";

/** A list of features without one of them: its imports, and their names wherever the list has them. */
function withoutLine(list: string, feature: string): string {
  const found = new RegExp(LINE.replace('FEATURE', feature)).exec(list);
  if (found === null) return list;
  const name = found[1] ?? found[2] ?? '';
  const rest = list.replace(found[0], '');
  const forms: readonly (readonly [form: string, without: string])[] = [
    [`\\n +${name},\\n`, '\n'],
    [`, (\\.\\.\\.)?${name}\\b`, ''],
    [`(\\.\\.\\.)?\\b${name}, `, ''],
    [`\\[(\\.\\.\\.)?${name}\\]`, '[]'],
  ];
  const [form, without] = forms.find(([each]) => new RegExp(each).test(rest)) ?? ['$^', ''];
  return withoutLine(rest.replace(new RegExp(form), without), feature);
}

if (import.meta.main) {
  const copy = new HouseCopy();
  for (const feature of process.argv.slice(2)) {
    const start = Date.now();
    const errors = copy.errorsWithout(feature);
    console.log(`${feature}: ${errors.length} errors, ${Math.round((Date.now() - start) / 1000)} s`);
    for (const line of errors) console.log(`  ${line}`);
  }
  copy.remove();
}
