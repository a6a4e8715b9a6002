import { services } from '../../adapters/sandbox/google/objects/services/services.ts';
import { type Judged, judgedBy, judgedEndpoints, type PlatformCoverage } from './coverage.ts';
import { type Description, descriptionOf, wordsOf } from './description.ts';
import { errorsIn } from './errors.ts';
import { createProbe, type Probe, type Verdict } from './probe.ts';
import { wires } from './wires.ts';

const snake = (name: string): string => name.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** What has no service in the description: another API, on a host of its own. */
const elsewhere = ['POST ../datamanager/v1/events:ingest'];

/** Fields are those of queries; behind them, as `Campaign, written`, those of creations. */
export async function googleCoverage(): Promise<PlatformCoverage> {
  const description = descriptionOf('google');
  const wire = wires.google;
  if (wire === undefined) throw new Error('build/simulated/wires.ts does not know Google');
  const probe = createProbe(wire);
  const isSimulated = async (key: string) => (await probe.ask(key)).status !== 404;
  const besides: string[] = [];
  for (const key of elsewhere) if (await isSimulated(key)) besides.push(key.replace('../', ''));
  return {
    ...(await judgedEndpoints(description, probe, isSimulated)),
    besides,
    fields: [...(await selected(description, probe)), ...(await written(description, probe))],
    errors: errorsIn.google?.() ?? [],
  };
}

async function selected(
  { objects, roots }: Description,
  probe: Probe,
): Promise<(readonly [string, Judged])[]> {
  const found: (readonly [string, Judged])[] = [];
  for (const object of wordsOf(roots)) {
    const isView = object !== 'Metrics' && object !== 'Segments';
    const judge = async (field: string): Promise<Verdict> => {
      const query = `SELECT ${snake(object)}.${field} FROM ${isView ? snake(object) : 'campaign'}`;
      const { text } = await probe.ask('POST customers/{customer_id}/googleAds:search', { query });
      return /UNRECOGNIZED_FIELD|BAD_RESOURCE_TYPE_IN_FROM_CLAUSE/.test(text) ? 'refused' : 'yes';
    };
    found.push([object, await judgedBy(leavesOf(objects, object), judge)]);
  }
  return found;
}

async function written(
  { objects }: Description,
  probe: Probe,
): Promise<(readonly [string, Judged])[]> {
  const found: (readonly [string, Judged])[] = [];
  for (const { name, collection } of services) {
    const fields = wordsOf(objects[pascal(name)] ?? '').map((field) =>
      camel(field.split(':', 1)[0] ?? ''),
    );
    const place = `POST customers/{customer_id}/${collection}:mutate`;
    const judge = async (field: string): Promise<Verdict> => {
      const made = await probe.judgeField(
        place,
        (each) => ({ operations: [{ create: { [each]: '1' } }] }),
        field,
      );
      // Some are only changed.
      if (made !== 'ignored') return made;
      return probe.judgeField(
        place,
        (each) => ({ operations: [{ update: { [each]: '1' }, updateMask: each }] }),
        field,
      );
    };
    if (fields.length > 0) found.push([`${pascal(name)}, written`, await judgedBy(fields, judge)]);
  }
  return found;
}

/** `network_settings.target_search_network`; what holds itself, or any resource, ends there. */
function leavesOf(
  objects: Description['objects'],
  object: string,
  above: readonly string[] = [],
): readonly string[] {
  return wordsOf(objects[object] ?? '').flatMap((field) => {
    const [name = '', type = ''] = field.split(':');
    const isOpen =
      type !== 'ChangedResource' &&
      objects[type] !== undefined &&
      !above.includes(type) &&
      above.length < 3;
    return isOpen
      ? leavesOf(objects, type, [...above, object]).map((inner) => `${name}.${inner}`)
      : [name];
  });
}
