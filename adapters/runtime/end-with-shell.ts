const lookEveryMs = 250;

/**
 * A process that npm started stands behind a shell. Who ends npm ends that shell, which passes no signal on:
 * without this the process would live on unseen, with its port and its files. Ends it as SIGTERM would.
 */
export function endWithShell(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  timer.unref();
}
