import type { McpServer } from '@modelcontextprotocol/server';
import * as v from 'valibot';
import { toolSchema } from './schema.ts';

/** Work that people ask for again and again, as they would ask a colleague. */
const prompts: readonly Prompt[] = [
  {
    name: 'launch_from_links',
    title: 'Launch ads from media links',
    description: 'Adds media from links and plans one paused ad for each.',
    args: {
      links: 'Addresses of images or videos, one a line.',
      account: 'The ad account, by name or id.',
      page: 'The page.',
    },
    text: ({ links = '', account = '', page = '' }) =>
      `Add each of these media with add_media, then plan one paused ad for each with plan in the ad account "${account}" under the page "${page}". Ask me for title, text and link if you do not know them. Show me the plan and what it costs before you apply it.\n\n${links}`,
  },
  {
    name: 'weekly_review',
    title: 'Review of the last seven days',
    description: 'What was spent, what led, what lost, and what to change.',
    args: { account: 'The ad account, by name or id.' },
    text: ({ account = '' }) =>
      `Review the last seven complete days of the ad account "${account}" against the seven days before: spend, conversions, cost per conversion by campaign (query_report), the five best and worst ads (top_ads). Say what you would change and why, in at most ten lines. Plan nothing until I agree.`,
  },
  {
    name: 'why_did_it_fail',
    title: 'Why did a batch fail?',
    description: 'Explains each failed ad of a batch and what to do.',
    args: { batch: 'The number of the batch.' },
    text: ({ batch = '' }) =>
      `Look at batch ${batch} with get_entity. For each ad that failed say in one line what went wrong and what to do about it. If trying again helps, plan retry_batch with plan.`,
  },
];

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly args: { readonly [name: string]: string };
  text(args: { readonly [name: string]: string | undefined }): string;
}

export function registerPrompts(server: McpServer): void {
  for (const { name, title, description, text } of prompts)
    server.registerPrompt(
      name,
      { title, description, argsSchema: schemas.get(name) ?? toolSchema(v.object({})) },
      (given) => ({
        messages: [
          {
            role: 'user',
            content: { type: 'text', text: text(given as { readonly [name: string]: string }) },
          },
        ],
      }),
    );
}

const schemas = new Map(
  prompts.map(({ name, args }) => [
    name,
    toolSchema(
      v.object(
        Object.fromEntries(
          Object.entries(args).map(([arg, description]) => [
            arg,
            v.pipe(v.string(), v.description(description)),
          ]),
        ),
      ),
    ),
  ]),
);
