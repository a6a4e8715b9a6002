/**
 * Many clients that ask one address over and over:
 * `bun load.ts URL KEY CLIENTS (--seconds N | --requests N)`. They take compressed answers, as
 * nearly all clients do. Prints one line of JSON.
 */
const [url = '', key = '', clients = '1', how, amount = '1'] = process.argv.slice(2);
const BROWSER = 'gzip, deflate, br, zstd';
const times: number[] = [];
const until =
  how === '--seconds' ? performance.now() + Number(amount) * 1000 : Number.POSITIVE_INFINITY;
const most = how === '--requests' ? Number(amount) : Number.POSITIVE_INFINITY;
let [asked, failed] = [0, 0];

const client = async (): Promise<void> => {
  while (performance.now() < until && asked < most) {
    asked += 1;
    const began = performance.now();
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${key}`, 'accept-encoding': BROWSER },
    });
    await response.arrayBuffer();
    if (response.status !== 200) failed += 1;
    times.push(performance.now() - began);
  }
};

const began = performance.now();
await Promise.all(Array.from({ length: Number(clients) }, client));
const seconds = (performance.now() - began) / 1000;
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    requests: times.length,
    perSecond: times.length / seconds,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    failed,
  }),
);
