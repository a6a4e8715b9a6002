import { simulations } from '../../../adapters/sandbox/registry.ts';
import type { Client, InputOf } from '../../client/client.ts';
import { rulesFor } from './rules.ts';

/** What a company has after some weeks of work, made over the public API. */
interface House {
  readonly client: Client;
  /** A platform that has everything, an account with figures there, and what its ads need. */
  readonly platform: string;
  readonly stage: (typeof simulations)[number]['stage'];
  /** The addresses of the pictures of the sample file. */
  readonly pictures: readonly string[];
  /** What answers deliveries. */
  readonly webhookUrl: string;
}

/** Fills every page of the dashboard. What depends on nothing else is made at the same time. */
export async function furnish(house: House): Promise<void> {
  // Before the launches that it is told of.
  await house.client.webhooks.create({ name: 'Order desk', url: house.webhookUrl });
  await Promise.all([
    fillLibrary(house),
    answerComments(house),
    sendConversions(house),
    readLeads(house),
    keepTemplates(house),
    planForApproval(house),
    setLimits(house),
    launchElsewhere(house),
    keepReports(house),
  ]);
  await letRulesRun(house);
  await saveDraft(house);
  await settle(house.client);
}

/** Waits until nothing of all this is under way. What has ended is not asked for again: the demo must leave requests to its user, whose key is the same. */
async function settle(client: Client): Promise<void> {
  const { data: rules } = await client.automations.list({ limit: 50 });
  const questions: readonly (() => Promise<boolean>)[] = [
    async () => (await client.batches.list({ limit: 50 })).data.every(({ status }) => status !== 'processing'),
    async () => (await client.conversions.uploads({ limit: 50 })).data.every(({ finished }) => finished),
    async () => (await client.leadWatches.list()).data.every(({ readAt }) => readAt !== null),
    ...rules.map(({ id }) => async () => {
      const { data } = await client.automations.executions({ id, limit: 5 });
      return data.every(({ status }) => status !== 'running');
    }),
  ];
  for (const isSettled of questions) while (!(await isSettled())) await new Promise((resolve) => setTimeout(resolve, 250));
}

/** Titles, tags and boards for the uploaded pictures. */
async function fillLibrary({ client }: House): Promise<void> {
  const { data } = await client.library.assets({ limit: 100 });
  const autumn = await client.library.createBoard({ name: 'Autumn' });
  const winners = await client.library.createBoard({ name: 'Winners' });
  await Promise.all(
    data.flatMap(({ id, originalName }, at) => {
      const words = (originalName ?? '').replace(/\.\w+$/, '').split('-');
      const ratio = /^\d+x\d+$/.test(words.at(-1) ?? '') ? (words.pop() ?? '') : '';
      const subject = words.join('-');
      const title = `${subject.charAt(0).toUpperCase()}${subject.slice(1).replaceAll('-', ' ')}`;
      return [
        client.library.updateAsset({ id, title, tags: ['harbour', ...(ratio === '' ? [] : [ratio])] }),
        client.library.putOnBoard({ id: autumn.id, mediaId: id }),
        ...(at % 4 === 0 ? [client.library.putOnBoard({ id: winners.id, mediaId: id })] : []),
      ];
    }),
  );
}

/** One comment is answered, one is liked; a filter and a reply are kept. The rest waits in the inbox. */
async function answerComments({ client }: House): Promise<void> {
  await client.savedReplies.create({ name: 'Sizes', text: 'It runs true to size. If it does not fit, send it back for free.' });
  await client.commentFilters.create({ name: 'Links and quarrels', words: ['scam', 'fake'], links: true });
  const { data } = await client.comments.list({ limit: 50 });
  const asked = data.find(({ can, own, text }) => can.reply && !own && text.endsWith('?'));
  const liked = data.find(({ can, own, id }) => can.like && !own && id !== asked?.id);
  if (asked !== undefined) await client.comments.reply({ id: asked.id, text: 'Yes, from Thursday on.' });
  if (liked !== undefined) await client.comments.like({ id: liked.id });
}

/** Purchases of the last two days; the platform refuses one of them. */
async function sendConversions({ client, platform, stage }: House): Promise<void> {
  const { destination, fields } = stage.samples.conversions ?? {};
  if (destination === undefined) return;
  const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  const events = Array.from({ length: 12 }, (_, n) => ({
    eventId: `order-${4100 + n}${n === 7 ? '-sandbox-refused' : ''}`,
    name: 'purchase',
    happenedAt: hoursAgo(1 + n * 3),
    value: 39 + n * 10,
    currency: stage.account.currency,
    ...fields,
  }));
  const sent: object = { destinations: [`${platform}:${destination}`], events };
  await client.conversions.send(sent as InputOf<'conversions.send'>);
}

/** Those of last month, kept long enough to be seen. */
async function readLeads({ client, platform, stage }: House): Promise<void> {
  const { destination } = stage.samples.conversions ?? {};
  if (stage.leads === undefined || destination === undefined) return;
  await client.leadWatches.set({ accountId: stage.account.id, keepDays: 90, destination: `${platform}:${destination}` });
}

async function keepTemplates({ client }: House): Promise<void> {
  const fields = [
    { key: 'team', source: 'option' as const, options: ['Harbour', 'Sea'] },
    { key: 'hook', source: 'free' as const },
    { key: 'format', source: 'option' as const, options: ['1x1', '4x5', '9x16'] },
  ];
  await Promise.all([
    client.namingConventions.create({ name: 'Team, hook, format', level: 'ad', separator: '_', fields }),
    client.utmTemplates.create({
      name: 'House style',
      parameters: [
        { name: 'utm_source', value: 'ads' },
        { name: 'utm_campaign', value: '{{campaign.name}}' },
      ],
    }),
    client.adCopyTemplates.create({
      name: 'Autumn',
      titles: ['A coat for every tide', 'Dry feet, all winter'],
      descriptions: ['Autumn at the harbour store: new things from old boats.'],
    }),
    client.presets.create({ name: 'Shop now, paused', level: 'ad', settings: { cta: 'SHOP_NOW', status: 'PAUSED' } }),
    client.workspaces.create({ name: 'Agency' }),
    client.keys.create({ name: 'Warehouse export', scopes: ['read'] }),
  ]);
}

/** A rise of a budget that a model wants, and one that was declined. */
async function planForApproval({ client, stage }: House): Promise<void> {
  const raised = (at: 0 | 1, dailyBudget: number) =>
    client.approvals.request({
      operations: [
        {
          operation: 'manage.updateBudget',
          input: { businessId: stage.account.id, entityType: 'adset', entityId: stage.adSetIds[at], dailyBudget },
        },
      ],
      comment: 'Its results cost a third less than those of the others this week.',
    });
  await raised(0, 80);
  const { digest } = await raised(1, 95);
  await client.approvals.decide({ digest, decision: 'decline', comment: 'Not before the weekend.' });
}

async function setLimits({ client }: House): Promise<void> {
  const { suggested, revision } = await client.guardrails.get();
  await client.guardrails.replace({ ...suggested, accounts: {}, revision });
}

/** A launch on every other platform whose ads show pictures. */
async function launchElsewhere({ client, stage: first, pictures }: House): Promise<void> {
  const others = simulations.filter(({ stage }) => stage !== first && stage.media.includes('image'));
  await Promise.all(
    others.map(async ({ stage, platform }) => {
      const ads = ['Coat, grey', 'Boots', 'Lamp'].map((adName, n) => ({
        adName,
        adAccountId: stage.account.id,
        adSets: [stage.adSetIds[n % 2]],
        status: 'PAUSED',
        ...stage.fields,
        link: 'https://harbour.example/autumn',
        media: [{ url: pictures[n % pictures.length] }],
      }));
      await client.launch({ name: `Autumn, ${platform.replaceAll('-', ' ')}`, ads } as InputOf<'launch'>);
    }),
  );
}

async function keepReports({ client, stage }: House): Promise<void> {
  await client.savedReports.create({
    name: 'Last week by campaign',
    query: { accountIds: stage.account.id, groupBy: 'campaign' },
    period: 'last_7_days',
  } as InputOf<'savedReports.create'>);
}

/** One rule has acted, one asks first, one only looks. */
async function letRulesRun({ client, stage }: House): Promise<void> {
  for (const { rule, mode } of rulesFor(stage.account.id)) {
    const { id } = await client.automations.create(rule);
    await client.automations.execute({ id });
    await client.automations.toggle({ id, enabled: true, mode });
    if (mode !== 'simulate') await client.automations.execute({ id, dryRun: false });
  }
}

/** Rows that somebody has begun. */
async function saveDraft({ client, stage, pictures }: House): Promise<void> {
  const ad = { adName: 'Raincoat, yellow', adAccountId: stage.account.id, link: 'https://harbour.example/rain', ...stage.fields };
  await client.drafts.create({
    name: 'Rain, next week',
    ads: [{ ...ad, adSets: [stage.adSetIds[0]], media: [{ url: pictures[0] }] }],
  } as InputOf<'drafts.create'>);
}
