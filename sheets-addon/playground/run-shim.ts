/**
 * `google.script.run` over the playground's process: handlers, a user object, ten calls at once,
 * and the rules for what may pass.
 */
export const runShim = `
(() => {
  let running = 0;
  const waiting = [];
  const next = () => {
    while (running < 10 && waiting.length > 0) {
      running += 1;
      waiting.shift()().finally(() => {
        running -= 1;
        parent.postMessage('ran', '*');
        next();
      });
    }
  };
  const check = (value) => {
    if (typeof value === 'function' || value instanceof Date || value instanceof Node) throw new TypeError('Failed due to illegal value in property: ' + value);
    if (value !== null && typeof value === 'object') Object.values(value).forEach(check);
  };
  const runner = (success, failure, user) =>
    new Proxy({}, {
      get: (_, name) => {
        if (name === 'withSuccessHandler') return (handler) => runner(handler, failure, user);
        if (name === 'withFailureHandler') return (handler) => runner(success, handler, user);
        if (name === 'withUserObject') return (object) => runner(success, failure, object);
        return (...args) => {
          args.forEach(check);
          waiting.push(async () => {
            const response = await fetch('/call', { method: 'POST', body: JSON.stringify({ name, args }) });
            const { ok, value, error } = await response.json();
            if (ok) success?.(value, user);
            else failure?.(new Error(error), user);
          });
          next();
        };
      },
    });
  window.google = { script: { run: runner(), host: { close: () => parent.postMessage('close', '*') } } };
})();
`;
