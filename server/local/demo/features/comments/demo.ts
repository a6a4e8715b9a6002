import type { DemoPart, House } from '../../part.ts';

/**
 * One comment is answered, one is liked; a filter and a reply are kept. The rest waits in the
 * inbox.
 */
async function answerComments({ client }: House): Promise<void> {
  await client.savedReplies.create({
    name: 'Sizes',
    text: 'It runs true to size. If it does not fit, send it back for free.',
  });
  await client.commentFilters.create({
    name: 'Links and quarrels',
    words: ['scam', 'fake'],
    links: true,
  });
  const { data } = await client.comments.list({ limit: 50 });
  const asked = data.find(({ can, own, text }) => can.reply && !own && text.endsWith('?'));
  const liked = data.find(({ can, own, id }) => can.like && !own && id !== asked?.id);
  if (asked !== undefined)
    await client.comments.reply({ id: asked.id, text: 'Yes, from Thursday on.' });
  if (liked !== undefined) await client.comments.like({ id: liked.id });
}

export const demo: DemoPart = { furnish: answerComments };
