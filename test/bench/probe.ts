/**
 * How long a health check waits, asked over and over by nobody else: `bun probe.ts URL SECONDS`.
 * Prints one line of JSON.
 */
const [url = '', seconds = '1'] = process.argv.slice(2);
const until = performance.now() + Number(seconds) * 1000;
const times: number[] = [];
while (performance.now() < until) {
  const began = performance.now();
  await (await fetch(url)).arrayBuffer();
  times.push(performance.now() - began);
  await new Promise((resolve) => setTimeout(resolve, 2));
}
times.sort((a, b) => a - b);
const at = (share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
console.log(JSON.stringify({ max: at(1), p99: at(0.99), p50: at(0.5), count: times.length }));
