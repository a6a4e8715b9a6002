import { runCommandLine } from '../../server/cli/run.ts';

/** A command in this process, with --json: its exit code, its answer, and what it complained of. */
export async function runCommand(
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
) {
  let [out, err] = ['', ''];
  const code = await runCommandLine(
    [...args, '--json'],
    env,
    { write: (text) => (out += text) },
    { write: (text) => (err += text) },
  );
  return {
    code,
    answer: out === '' ? undefined : JSON.parse(out),
    error: err === '' ? undefined : JSON.parse(err).error,
  };
}
