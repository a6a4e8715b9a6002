const lookEveryMs = 250;

/**
 * npm starts a process behind a shell, which passes no signal on: the process would outlive npm and
 * keep its port and files. Ends the process with that shell, as SIGTERM would.
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
