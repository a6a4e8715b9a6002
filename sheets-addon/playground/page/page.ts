import { drawChart } from './chart.ts';
import { drawGrid, letterAt, type Seen } from './grid.ts';
import { fillSamples, type Samples } from './samples.ts';
import { createSelection, fromText, toText } from './selection.ts';

/** The page of the playground: grid, tabs, menu and sidebar. */

const byId = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no ${id}.`);
  return found;
};

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as T;
}

const control = async <T>(verb: string, argument: unknown = {}): Promise<T> => {
  const { ok, value, error } = await post<{ ok: boolean; value: T; error?: string }>('/control', {
    verb,
    argument,
  });
  if (!ok) throw new Error(error);
  return value;
};

let seen: Seen | undefined;
let chosen = { row: 1, column: 1 };
let toastsSeen = 0;
const selection = createSelection(byId('grid'));

const gesture = async (it: object): Promise<void> => {
  await control('gesture', { sheet: seen?.name, ...it });
};

let lookedAt = Date.now();

/** The clock of the file goes on between the calls, as that of Google does. */
async function keepTime(): Promise<void> {
  const advanceMs = Date.now() - lookedAt;
  lookedAt = Date.now();
  await control('set', { advanceMs });
}

async function draw(): Promise<void> {
  await keepTime();
  const before = seen?.name;
  const now = await control<Seen>('look');
  // A cell that a person types in stays as it is, as in Google's grid: the grid is drawn when the
  // text is handed on.
  if (document.activeElement?.closest('td')?.querySelector('input[type=text]')) return;
  seen = now;
  chosen = { row: seen.active.row, column: seen.active.column };
  const place = byId('grid');
  for (const note of document.querySelectorAll('.note')) note.remove();
  const { scrollTop, scrollLeft } = place;
  place.replaceChildren(
    drawGrid(seen, chosen, {
      async choose(row, column) {
        chosen = { row, column };
        await gesture({ do: 'select', row, column });
        showContent();
      },
      async type(row, column, text) {
        await gesture({ do: 'type', row, column, text });
        await edited(row, column, 1, 1);
      },
    }),
    ...seen.charts.map((chart) => drawChart(seen as Seen, chart)),
  );
  for (const chart of place.querySelectorAll<HTMLElement>('.chart')) anchor(chart, place);
  place.scrollTo(
    ...(before === seen.name ? ([scrollLeft, scrollTop] as const) : ([0, 0] as const)),
  );
  selection.show();
  drawTabs(seen);
  showContent();
  await showToasts();
}

/** Somebody edited these cells with their own hands: the script is told of it. */
async function edited(row: number, column: number, rows: number, columns: number): Promise<void> {
  await post('/call', {
    name: 'onEdit',
    mode: 'LIMITED',
    event: { sheet: seen?.name, row, column, rows, columns },
  });
  await draw();
}

const isTyping = ({ target }: Event): boolean => target instanceof HTMLInputElement;

document.addEventListener('copy', (event) => {
  if (isTyping(event) || event.clipboardData === null) return;
  const { row, column, rows, columns } = selection.box();
  const cells = Array.from({ length: rows }, (_, r) =>
    Array.from(
      { length: columns },
      (__, c) => seen?.cells[row - 1 + r]?.[column - 1 + c]?.shown ?? '',
    ),
  );
  event.clipboardData.setData('text/plain', toText(cells));
  event.preventDefault();
});
document.addEventListener('paste', (event) => {
  if (isTyping(event) || event.clipboardData === null) return;
  const rows = fromText(event.clipboardData.getData('text/plain'));
  const { row, column } = selection.box();
  event.preventDefault();
  void gesture({ do: 'paste', row, column, rows }).then(() =>
    edited(row, column, rows.length, rows[0]?.length ?? 1),
  );
});
document.addEventListener('keydown', (event) => {
  if (isTyping(event) || event.key !== 'Delete') return;
  const { row, column, rows, columns } = selection.box();
  const blank = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''));
  void gesture({ do: 'paste', row, column, rows: blank }).then(() =>
    edited(row, column, rows, columns),
  );
});

/** Charts float above the cells, at the cell they are tied to. */
function anchor(chart: HTMLElement, grid: HTMLElement): void {
  const cell = grid.querySelector<HTMLElement>(
    `td[data-cell="${letterAt(Number(chart.dataset.column) - 1)}${chart.dataset.row}"]`,
  );
  chart.style.left = `${cell?.offsetLeft ?? 0}px`;
  chart.style.top = `${cell?.offsetTop ?? 0}px`;
}

function showContent(): void {
  const cell = seen?.cells[chosen.row - 1]?.[chosen.column - 1];
  byId('place').textContent = `${seen?.columns[chosen.column - 1]?.letter ?? ''}${chosen.row}`;
  byId('content').textContent = cell?.formula ?? cell?.shown ?? '';
}

function drawTabs({ sheets, name }: Seen): void {
  byId('tabs').replaceChildren(
    ...sheets
      .filter(({ hidden }) => !hidden)
      .map((sheet) => {
        const tab = document.createElement('button');
        tab.type = 'button';
        tab.textContent = sheet.name;
        tab.style.borderBottomColor = sheet.tabColor;
        tab.setAttribute('aria-pressed', String(sheet.name === name));
        tab.onclick = async () => {
          await control('gesture', { do: 'select', sheet: sheet.name, row: 1, column: 1 });
          await draw();
        };
        return tab;
      }),
  );
}

async function showToasts(): Promise<void> {
  const { toasts } = await control<{ toasts: { message: string }[] }>('state');
  if (toasts.length === toastsSeen) return;
  toastsSeen = toasts.length;
  byId('toast').textContent = toasts[toasts.length - 1]?.message ?? '';
  setTimeout(() => byId('toast').replaceChildren(), 8000);
}

async function drawMenus(): Promise<void> {
  await post('/call', { name: 'onOpen', mode: 'LIMITED' });
  const { menus } = await control<{
    menus: { name: string; items: { label: string; handler: string; submenu?: string }[] }[];
  }>('state');
  const name = document.createElement('span');
  name.className = 'name';
  // Google names it after the script project.
  name.textContent = `Extensions › ${menus[0]?.name ?? ''}`;
  byId('menus').replaceChildren(
    name,
    ...(menus[0]?.items ?? []).map(({ label, handler, submenu }) => {
      const item = document.createElement('button');
      item.type = 'button';
      item.textContent = submenu === undefined ? label : `${submenu} › ${label}`;
      item.onclick = async () => {
        await keepTime();
        await post('/call', { name: handler });
        const { sidebar } = await control<{ sidebar: object | null }>('state');
        if (sidebar !== null && handler.startsWith('open')) openSidebar();
        await draw();
      };
      return item;
    }),
  );
}

/** A frame of its own each time: nobody clicks into the one that is just going. */
function openSidebar(): void {
  const former = byId('sidebar');
  const fresh = former.cloneNode() as HTMLIFrameElement;
  fresh.src = `/sidebar.html?${Date.now()}`;
  former.replaceWith(fresh);
  byId('side').hidden = false;
}

async function deleteHidden(): Promise<void> {
  for (const { name, hidden } of seen?.sheets ?? [])
    if (hidden) await control('gesture', { do: 'deleteSheet', sheet: name });
}

const tools: readonly (readonly [string, () => Promise<void>])[] = [
  ['Sort by this column', () => gesture({ do: 'sort', column: chosen.column })],
  [
    'Sort range',
    () => gesture({ do: 'sortRange', ...selection.box(), by: selection.box().column }),
  ],
  ['Insert row above', () => gesture({ do: 'insertRows', before: chosen.row, count: 1 })],
  ['Delete row', () => gesture({ do: 'deleteRows', first: chosen.row, count: 1 })],
  ['Insert column left', () => gesture({ do: 'insertColumns', before: chosen.column, count: 1 })],
  ['Delete column', () => gesture({ do: 'deleteColumns', first: chosen.column, count: 1 })],
  ['Make a copy of the file', () => control('set', { copyAs: `copy-${Date.now()}` })],
  ['Delete hidden sheets', deleteHidden],
  [
    'Fill in sample rows',
    async () => {
      await draw();
      await fillSamples(seen, gesture, '/samples.json');
    },
  ],
];

byId('tools').replaceChildren(
  ...tools.map(([label, work]) => {
    const tool = document.createElement('button');
    tool.type = 'button';
    tool.textContent = label;
    tool.onclick = async () => {
      await work();
      await draw();
    };
    return tool;
  }),
);
byId('close').onclick = () => {
  byId('side').hidden = true;
};
window.addEventListener('message', () => void draw());
fetch('/samples.json')
  .then((response) => response.json() as Promise<Samples>)
  .then(({ key, drive = [] }) => {
    void fetch('/control', {
      method: 'POST',
      body: JSON.stringify({ verb: 'drive', argument: { files: drive } }),
    });
    if (key) byId('hint').textContent = `API key for Settings: ${key}`;
  })
  .catch(() => undefined);
await drawMenus();
await draw();
