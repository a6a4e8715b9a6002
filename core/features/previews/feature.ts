import * as v from 'valibot';
import { definitionsOf } from '../../accounts/find-account.ts';
import { success } from '../../base/schema/envelope.ts';
import { numericId } from '../../base/schema/fields.ts';
import { launchBody } from '../../launch/schema.ts';
import { readMedia } from '../../media/library.ts';
import { feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { cardsOf, previewsOfBatch, previewsOfLaunch } from './previews.ts';
import * as shapes from './schema.ts';

const topic = 'Launch';
const subject = v.object({ id: numericId });
const about =
  'A card for each place that shows ads: the real picture, which part of it is shown, texts clipped where the platform is known to clip them, and the shares that its own signs cover. What is not known is null.';

const previewOperations = [
  operation({
    name: 'previews.launch',
    place: { method: 'POST', path: '/v1/previews/launch', query: ['limit', 'offset'] },
    topic,
    summary: 'How the ads of a launch would look; nothing is created',
    description: `${about} The body is that of POST /v1/launch, and is checked as a plan is.`,
    scope: 'launch',
    effects: 'reads',
    options: shapes.previewWindow,
    input: launchBody,
    rawInput: true,
    output: shapes.previewList,
    errors: ['conflict'],
    run: (ports, caller, { input, options }) =>
      previewsOfLaunch(ports, caller.companyId, input, options),
  }),
  operation({
    name: 'previews.batch',
    place: 'GET /v1/previews/batches/{id}',
    topic,
    summary: 'How the ads of a batch look',
    description: `${about} Where a card has \`ownFormat\`, the platform shows the ads in \`adIds\` itself: GET /v1/manage/ad-preview.`,
    scope: 'read',
    subject,
    input: shapes.previewWindow,
    output: shapes.previewList,
    run: (ports, caller, { subject: { id }, input }) =>
      previewsOfBatch(ports, caller.companyId, String(id), input),
  }),
  operation({
    name: 'previews.media',
    place: 'GET /v1/previews/media/{id}',
    topic,
    summary: 'How platforms would show a file of your media',
    description: about,
    scope: 'read',
    subject,
    output: shapes.mediaPreviews,
    run: async (ports, caller, { subject: { id } }) => {
      const {
        url,
        originalName: filename,
        type,
        dimensions,
      } = await readMedia(ports, caller.companyId, id);
      const ratio =
        dimensions.width && dimensions.height
          ? { ratio: dimensions.width / dimensions.height }
          : {};
      const media = [{ url, type, filename, ...ratio }];
      const data = Object.values(definitionsOf(ports.platforms)).flatMap(
        ({ id: platform, launch }) => {
          const placements = (launch?.placements ?? []).filter(({ kind }) => kind !== 'search');
          return placements.length === 0
            ? []
            : [{ platform, cards: cardsOf({ media }, placements) }];
        },
      );
      return success({ data, count: data.length });
    },
  }),
] as const;

export const previews = feature({ name: 'previews', operations: previewOperations });
