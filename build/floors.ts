import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

type Floors = readonly (readonly string[])[];

/**
 * The floors of a house, from the ground up: a room imports rooms of floors below it. Rooms of one
 * floor do not import each other.
 */
const houses: { readonly [folder: string]: Floors } = {
  core: [
    ['base'],
    ['ports'],
    ['records'],
    ['events'],
    ['access'],
    ['accounts'],
    ['effects'],
    ['gate'],
    ['media'],
    ['manage', 'report'],
    ['launch'],
    ['sheet'],
    ['operations'],
    ['upkeep'],
    ['features/*'],
    ['features/registry.ts'],
    ['index.ts'],
  ],
  adapters: [
    ['runtime', 'http', 'events', 'identity', 'mail', 'tracing'],
    ['store', 'media', 'research'],
    ['apps-script', 'duckdb', 'jobs', 'rate', 'backup', 'platforms', 'simulated'],
    ['facts', 'sandbox'],
    ['exports'],
    ['doors', 'testing'],
  ],
  'adapters/platforms': [
    ['kit'],
    ['types.ts'],
    ['module.ts'],
    ['meta', 'tiktok', 'snapchat', 'pinterest', 'google', 'linkedin', 'applovin', 'openai'],
    ['definitions.ts'],
    ['registry.ts'],
  ],
  'adapters/sandbox': [
    ['entity.ts', 'dice.ts', 'path-pattern.ts', 'notes.ts'],
    ['world.ts'],
    ['faults.ts'],
    ['platform.ts', 'fault-rule.ts', 'stage.ts', 'control-api.ts', 'state-file.ts'],
    ['simulation.ts'],
    ['kit'],
    ['types.ts'],
    ['research'],
    ['companies.ts'],
    ['meta', 'tiktok', 'snapchat', 'pinterest', 'google', 'linkedin', 'applovin', 'openai'],
    ['registry.ts', 'authorization.ts', 'control.ts'],
    ['sandbox.ts'],
    ['in-process.ts', 'listen.ts', 'story.ts'],
    ['shared.ts', 'serve.ts'],
    ['doors'],
  ],
  server: [
    ['operations.ts', 'version.ts'],
    ['http'],
    ['docs', 'process'],
    ['routes'],
    ['client', 'words.ts'],
    ['invoke.ts'],
    ['dashboard', 'mcp'],
    ['app.ts'],
    ['local'],
    ['embed', 'main.ts'],
    ['cli'],
  ],
  'server/local': [
    ['columns.ts', 'operations.ts', 'sandbox.ts', 'listener.ts'],
    ['backup', 'probe', 'exam', 'upkeep', 'demo'],
    ['doctor', 'places.ts'],
    ['process.ts'],
  ],
  'server/cli': [['base'], ['features/*'], ['commands.ts'], ['run.ts'], ['main.ts']],
  'server/dashboard/page': [
    ['base'],
    ['parts'],
    ['rows'],
    ['features/*'],
    ['pages.ts'],
    ['house'],
    ['main.tsx'],
  ],
  // The sidebar takes types of the script.
  'sheets-addon': [
    ['texts'],
    ['base'],
    ['drive'],
    ['sheet'],
    ['launch'],
    ['frame'],
    ['features/*'],
    ['features/registry.ts'],
    ['server-backend.ts', 'sidebar'],
    ['main.ts', 'standalone', 'fakes'],
    ['playground', 'probe'],
  ],
  'sheets-addon/sidebar': [['base'], ['features/*'], ['features/registry.ts'], ['main.ts']],
};

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What is built into the product. */
const PRODUCT = ['core', 'adapters', 'server', 'sheets-addon', 'build'];

/**
 * The files that each file of the product imports; `types`: also those that only its types come
 * from.
 */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** `import('./inbox.tsx')`. */
const LATER = /\bimport\('(\.[^']+)'\)/g;
const IMPORT = /^(?:import|export)\s+(type\s+)?([^;'"]*?from\s+)?'(\.[^']+)'/gms;

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });

export function importGraph(kind: 'values' | 'types', folders: readonly string[] = PRODUCT): Graph {
  const files = folders.flatMap(filesIn);
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const targets = [...text.matchAll(IMPORT)].flatMap(([, isType, clause = '', spec = '']) => {
        const target = normalize(join(dirname(file), spec));
        const isWanted = kind === 'types' || (isType === undefined && !hasTypesOnly(clause));
        return known.has(target) && isWanted ? [target] : [];
      });
      const later = [...text.matchAll(LATER)].map(([, spec = '']) =>
        normalize(join(dirname(file), spec)),
      );
      return [file, new Set([...targets, ...later.filter((target) => known.has(target))])];
    }),
  );
}

/** `{ type A, type B } from`. */
function hasTypesOnly(clause: string): boolean {
  const [, list] = /^\{([\s\S]*)\}/.exec(clause.trim()) ?? [];
  const names = list?.split(',').flatMap((each) => each.trim() || []) ?? [];
  return names.length > 0 && names.every((each) => each.startsWith('type '));
}

/** All files that some lead to, themselves included. */
export function reachOf(graph: Graph, ...from: readonly string[]): ReadonlySet<string> {
  const reached = new Set(from);
  for (const file of reached) for (const target of graph.get(file) ?? []) reached.add(target);
  return reached;
}

/** A room of a house: `launch`, `features/presets`, `index.ts`. */
function roomIn(house: string, file: string): string | undefined {
  if (!file.startsWith(`${house}/`)) return undefined;
  const [room = '', second = ''] = file.slice(house.length + 1).split('/');
  return room === 'features' ? `features/${second}` : room;
}

const isFeature = (room: string): boolean => /^features\/[\w-]+$/.test(room);

const floorOf = (floors: Floors, room: string): number =>
  floors.findIndex(
    (rooms) => rooms.includes(room) || (rooms.includes('features/*') && isFeature(room)),
  );

/**
 * Imports of a room from a room of its house that is not below it, and rooms that stand on no
 * floor.
 */
export const arrowsUp = (graph: Graph): readonly string[] =>
  Object.entries(houses).flatMap(([house, floors]) =>
    [...graph].flatMap(([file, targets]) =>
      [...targets].flatMap((target) => {
        const [from, to] = [roomIn(house, file), roomIn(house, target)];
        if (from === undefined || to === undefined || from === to) return [];
        const below = floorOf(floors, to);
        return floorOf(floors, from) > below && below >= 0 ? [] : [`${file} imports ${target}`];
      }),
    ),
  );

/** Files that import each other, directly or around a corner. */
export function circlesIn(graph: Graph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  function visit(file: string): number {
    const number = order.size;
    order.set(file, number);
    open.push(file);
    let low = number;
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === number) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** How far the ways reach that people read most. */
export const ways = {
  'accepting a launch': ['core/launch/accept/submit.ts'],
  'carrying out a launch': ['core/launch/run/run.ts'],
  'a launch from end to end, on Meta': [
    'core/launch/accept/submit.ts',
    'core/launch/run/run.ts',
    'adapters/platforms/meta/launch/launch.ts',
  ],
  'a report': ['core/report/query-report.ts'],
  'a row of a sheet': ['sheets-addon/launch/launches.ts'],
} as const;

/** Files outside of a feature's folder that import from it, by that folder. */
export function importersOfFeatures(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of graph)
    for (const target of targets) {
      const [, folder] = /^(.*\/features\/[\w-]+)\//.exec(target) ?? [];
      if (folder === undefined || file.startsWith(`${folder}/`)) continue;
      const known = importers.get(folder) ?? [];
      if (!known.includes(file)) importers.set(folder, [...known, file]);
    }
  return importers;
}

/**
 * Imports that reach into a feature of core past its door. What a feature has in other houses, in
 * folders of the same name, belongs to it.
 */
export function pastTheDoor(graph: Graph): readonly string[] {
  const past: string[] = [];
  for (const [file, targets] of graph)
    for (const target of targets) {
      const [, feature, rest] = /^core\/features\/([\w-]+)\/(.*)$/.exec(target) ?? [];
      if (
        feature === undefined ||
        rest === 'feature.ts' ||
        rest === 'door.ts' ||
        file.includes(`/features/${feature}/`)
      )
        continue;
      past.push(`${file} imports ${target}`);
    }
  return past.sort();
}

/** What `npm run check` prints of the house. */
function houseReport(): readonly string[] {
  const [values, types] = [importGraph('values'), importGraph('types')];
  const inCore = [...importersOfFeatures(types)].flatMap(([folder, files]) => {
    if (!folder.startsWith('core/')) return [];
    const ofKernel = files.filter(
      (file) => file.startsWith('core/') && !file.startsWith('core/features/'),
    );
    return [
      `${folder.slice('core/features/'.length)} ${files.length} (${ofKernel.length} of the kernel)`,
    ];
  });
  return [
    ...Object.entries(ways).map(
      ([name, from]) =>
        `${name} (${from.join(', ')}) reaches ${reachOf(values, ...from).size} files, ${reachOf(types, ...from).size} with types`,
    ),
    `arrows up inside core, adapters, server, dashboard, command line and add-on: ${arrowsUp(types).length}`,
    `import circles: ${circlesIn(values).length} by values, ${circlesIn(types).length} with types`,
    `imports past the doors of features, from all houses: ${pastTheDoor(types).length}`,
    `importers of features outside of their folders: ${inCore.join(', ')}`,
  ];
}

if (import.meta.main) console.log(houseReport().join('\n'));
