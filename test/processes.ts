import { type ChildProcess, spawn as start } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * Keeps a list of processes that its input tells it (`+ 123`, `- 123`). Its input ends when this
 * process ends, in whatever way: then it ends those on the list, with patience for those that have
 * to end others.
 */
const GUARD = `
trap '' INT TERM HUP
pids=' '
while read -r sign pid; do
  case $sign in
    +) pids="$pids$pid " ;;
    -) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
for pid in $pids; do kill "$pid"; done
for pid in $pids; do
  for second in 1 2 3 4 5; do kill -0 "$pid" || break; sleep 1; done
  kill -9 "$pid"
done`;

/**
 * Of this process's environment: the way to programs, and the clock, which `faketime` may shift. No
 * settings of the service.
 */
export const bareEnvironment = (): { readonly [name: string]: string | undefined } =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(PATH|HOME|TZ|LD_PRELOAD|FAKETIME.*)$/.test(name),
    ),
  );

let list: Writable | undefined;

/**
 * As node:child_process has it, for whatever tests start: it ends with the process that started it,
 * however that one ends.
 */
export const spawn = ((...args: Parameters<typeof start>): ChildProcess => {
  const child = start(...args);
  const { pid } = child;
  if (pid !== undefined) {
    list ??= startGuard();
    list.write(`+ ${pid}\n`);
    child.once('exit', () => list?.write(`- ${pid}\n`));
  }
  return child;
}) as typeof start;

function startGuard(): Writable {
  const guard = start('sh', ['-c', GUARD], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.unref();
  (guard.stdin as Writable & { unref?(): void }).unref?.();
  return guard.stdin;
}
