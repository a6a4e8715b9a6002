import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ApiError } from '../../../client/client.ts';
import { type Command, serviceFlags, UsageFault } from '../../base/command.ts';
import { clientFor } from '../../base/service.ts';

const upload: Command = {
  name: 'upload',
  summary: 'Upload images and videos; rows of a launch can name them',
  usage: 'FILE …',
  words: Number.POSITIVE_INFINITY,
  examples: [
    'slipway upload boat-1x1.png boat-9x16.mp4',
    'slipway upload *.png --json | jq -r .data[].url',
  ],
  flags: serviceFlags,
  async run({ words, flags, env, screen }) {
    if (words.length === 0)
      throw new UsageFault('Which files? For example: slipway upload boat.png');
    const files: { readonly path: string; readonly content: Uint8Array }[] = [];
    for (const path of words)
      files.push({
        path,
        content: await readFile(path).catch((error: NodeJS.ErrnoException) => {
          throw new UsageFault(
            error.code === 'ENOENT'
              ? `There is no file ${path}.`
              : `${path} cannot be read: ${error.message}.`,
          );
        }),
      });
    const client = clientFor(flags, env, screen);
    const data = [];
    for (const { path, content } of files) {
      const item = await client.media.upload({ name: basename(path), content }).catch((error) => {
        if (!(error instanceof ApiError)) throw error;
        throw new ApiError(
          error.status,
          error.code,
          `${path} was not uploaded: ${error.message}`,
          error,
        );
      });
      data.push(item);
      screen.say(`  ${path}  ${item.url}`);
    }
    return screen.tell({ success: true, data });
  },
};

export const commands: readonly Command[] = [upload];
