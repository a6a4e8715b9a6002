const lookEveryMs = 250;

/**
 * npm starts a process behind a shell, which passes no signal on: after npm ends, the process would live on with its port
 * and files. Ends it as SIGTERM would.
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
