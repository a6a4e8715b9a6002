// A tap as for Singer or Meltano: figures of each day and campaign as lines of JSON.
//
//   GRAPH_URL=http://127.0.0.1:4100/meta/v25.0 TOKEN=sandbox-token node tap.mjs act_1001 2026-10-01 2026-10-31
const { GRAPH_URL, TOKEN } = process.env;
const [account, since, until] = process.argv.slice(2);

const say = (message) => console.log(JSON.stringify(message));

/** Waits and asks again where the platform says that it was asked too often. */
async function read(address) {
  for (let wait = 100; ; wait *= 2) {
    const response = await fetch(address, { headers: { authorization: `Bearer ${TOKEN}` } });
    const answer = await response.json();
    if (response.ok) return answer;
    const isThrottled = [4, 17, 613].includes(answer.error?.code);
    if (!isThrottled || wait > 10_000)
      throw new Error(answer.error?.message ?? `HTTP ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

say({
  type: 'SCHEMA',
  stream: 'campaign_days',
  key_properties: ['campaign_id', 'date_start'],
  schema: {
    type: 'object',
    properties: {
      campaign_id: { type: 'string' },
      date_start: { type: 'string', format: 'date' },
      spend: { type: 'string' },
      impressions: { type: 'string' },
    },
  },
});
const query = new URLSearchParams({
  level: 'campaign',
  time_increment: '1',
  time_range: JSON.stringify({ since, until }),
  fields: 'campaign_id,date_start,spend,impressions',
  limit: '50',
});
let next = `${GRAPH_URL}/${account}/insights?${query}`;
while (next !== undefined) {
  const { data, paging } = await read(next);
  for (const { date_stop: _, ...record } of data)
    say({ type: 'RECORD', stream: 'campaign_days', record });
  next = paging?.next;
}
say({ type: 'STATE', value: { campaign_days: until } });
