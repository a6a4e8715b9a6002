import { endpoints as applovin } from '../../adapters/sandbox/applovin/api.ts';
import { endpoints as linkedin } from '../../adapters/sandbox/linkedin/api.ts';
import { endpoints as openai } from '../../adapters/sandbox/openai/api.ts';
import { endpoints as pinterest } from '../../adapters/sandbox/pinterest/api.ts';
import { endpoints as snapchat } from '../../adapters/sandbox/snapchat/api.ts';
import { endpoints as tiktok } from '../../adapters/sandbox/tiktok/api.ts';
import { answers, creations } from './answers.ts';
import { type Judged, judgedBy, judgedEndpoints, type PlatformCoverage } from './coverage.ts';
import { descriptionOf, fieldsOf } from './description.ts';
import { errorsIn } from './errors.ts';
import { createProbe, type Probe } from './probe.ts';
import { wires } from './wires.ts';

const tables: { readonly [platform: string]: object } = {
  applovin,
  linkedin,
  openai,
  pinterest,
  snapchat,
  tiktok,
};

/** `GET ads/{id}` and `GET ads/{ad_id}` are one. */
const shapeOf = (methodAndPath: string): string => methodAndPath.replace(/\{\w+\}/g, '{}');

/** Of a platform whose simulator has a table of routes. */
export async function routedCoverage(platform: string): Promise<PlatformCoverage> {
  const wire = wires[platform];
  if (wire === undefined)
    throw new Error(`build/simulated/wires.ts does not say how to speak to ${platform}`);
  const description = descriptionOf(platform);
  const probe = createProbe(wire);
  const routes = Object.keys(tables[platform] ?? {});
  const shapes = new Set(routes.map(shapeOf));
  // What stands beside the table, such as tokens, answers otherwise than an unknown address.
  const isSimulated = async (key: string) =>
    shapes.has(shapeOf(key)) ||
    (!/ [\w.]+\.com\//.test(key) && !key.includes('{') && (await isAnswered(probe, key)));
  const described = new Set(Object.keys(description.endpoints).map(shapeOf));
  const fields: (readonly [string, Judged])[] = [];
  for (const [path, object, at] of answers[platform] ?? [])
    fields.push([
      object,
      await judgedFields(platform, probe, object, await seenIn(probe, path, at)),
    ]);
  return {
    ...(await judgedEndpoints(description, probe, isSimulated)),
    besides: routes.filter((route) => !described.has(shapeOf(route))),
    fields,
    errors: errorsIn[platform]?.() ?? [],
  };
}

async function isAnswered({ ask }: Probe, key: string): Promise<boolean> {
  const { status } = await ask(key);
  return status !== 404 && status !== 405;
}

/** A field stands in an answer, or a creation takes it. */
async function judgedFields(
  platform: string,
  probe: Probe,
  object: string,
  seen: ReadonlySet<string>,
): Promise<Judged> {
  const creation = creations[platform]?.[object];
  return judgedBy(fieldsOf(descriptionOf(platform).objects[object]), async (field) => {
    if (seen.has(field)) return 'yes';
    return creation === undefined ? 'ignored' : probe.judgeField(creation.at, creation.body, field);
  });
}

async function seenIn({ ask }: Probe, path: string, at: string): Promise<ReadonlySet<string>> {
  const answer: unknown = JSON.parse((await ask(`GET ${path}`)).text);
  const rows = at
    .split('.')
    .reduce<unknown[]>(
      (values, name) =>
        values.flatMap((value) =>
          name === '' ? value : (value as { [field: string]: unknown })[name],
        ),
      [answer],
    );
  return new Set(rows.flatMap((row) => Object.keys(row as object)));
}
