import type { JsonObject } from '../../entity.ts';
import type { World } from '../../world.ts';
import { string } from '../graph/graph.ts';
import { part } from '../graph/params.ts';
import { defined } from '../graph/writes.ts';

/** A post for each creative, because people comment on it; page lists leave it out unless asked. */
export function addStories(world: World, company: string, data: JsonObject, number: string, created?: number): JsonObject {
  const story = part(data, 'object_story_spec');
  const content = { ...part(story, 'link_data'), ...part(story, 'video_data') };
  const page = string(story.page_id) ?? string(data.object_id);
  const profile = string(story.instagram_user_id) ?? string(data.instagram_user_id);
  const time = created === undefined ? {} : { created };
  const existing = string(data.object_story_id);
  const post = existing ?? (page === undefined ? undefined : `${page}_${number}`);
  if (existing === undefined && page !== undefined && post !== undefined)
    world.add({
      id: post,
      kind: 'posts',
      company,
      parents: [page],
      ...time,
      data: {
        inline: true,
        is_published: false,
        permalink_url: `https://www.sandbox.invalid/${post}`,
        ...defined({ message: content.message, link: content.link, call_to_action: content.call_to_action }),
      },
    });
  const source = string(data.source_instagram_media_id);
  const media = source ?? (profile === undefined || existing !== undefined ? undefined : `17${number.slice(2)}`);
  if (source === undefined && profile !== undefined && media !== undefined)
    world.add({
      id: media,
      kind: 'instagram-media',
      company,
      parents: [profile],
      ...time,
      data: {
        inline: true,
        media_type: content.video_id === undefined ? 'IMAGE' : 'VIDEO',
        ...defined({ caption: content.message }),
      },
    });
  return defined({ effective_object_story_id: post, effective_instagram_media_id: media });
}
