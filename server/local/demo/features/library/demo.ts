import type { DemoPart, House } from '../../part.ts';

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
        client.library.updateAsset({
          id,
          title,
          tags: ['harbour', ...(ratio === '' ? [] : [ratio])],
        }),
        client.library.putOnBoard({ id: autumn.id, mediaId: id }),
        ...(at % 4 === 0 ? [client.library.putOnBoard({ id: winners.id, mediaId: id })] : []),
      ];
    }),
  );
}

export const demo: DemoPart = { furnish: fillLibrary };
