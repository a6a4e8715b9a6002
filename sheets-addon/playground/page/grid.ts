/** A picture, as a formula names it. */
const IMAGE = /^=IMAGE\("([^"]*)"\)$/;

/** What the fakes tell of a sheet; see fakes/user.ts. */
export interface Seen {
  readonly name: string;
  readonly frozenRows: number;
  readonly active: { readonly row: number; readonly column: number };
  readonly columns: readonly {
    readonly letter: string;
    readonly width: number;
    readonly hidden: boolean;
  }[];
  readonly cells: readonly (readonly SeenCell[])[];
  readonly hiddenRows: readonly number[];
  readonly sheets: readonly {
    readonly name: string;
    readonly hidden: boolean;
    readonly tabColor: string;
  }[];
  readonly charts: readonly SeenChart[];
}

interface SeenCell {
  readonly shown: string;
  readonly type: string;
  readonly formula?: string;
  readonly note?: string;
  readonly choices?: readonly string[];
  readonly checkbox?: boolean;
  readonly background?: string;
  readonly color?: string;
  readonly style?: { readonly [property: string]: string | boolean };
}

export interface SeenChart {
  readonly type: string;
  readonly options: { readonly title?: string };
  readonly ranges: readonly {
    readonly row: number;
    readonly column: number;
    readonly rows: number;
  }[];
  readonly position: { readonly row: number; readonly column: number };
}

interface Hands {
  choose(row: number, column: number): void;
  type(row: number, column: number, text: string | boolean): void;
}

/** Empty rows and columns to type in, beyond what is filled. */
const SPARE_ROWS = 12;
const SPARE_COLUMNS = 3;
const LEAST_COLUMNS = 12;

export function drawGrid(
  seen: Seen,
  chosen: { readonly row: number; readonly column: number },
  hands: Hands,
): HTMLTableElement {
  const table = document.createElement('table');
  const columns = [
    ...seen.columns,
    ...Array.from(
      { length: Math.max(SPARE_COLUMNS, LEAST_COLUMNS - seen.columns.length) },
      (_, i) => ({
        letter: letterAt(seen.columns.length + i),
        width: 100,
        hidden: false,
      }),
    ),
  ];
  table.style.width = `${columns.reduce((sum, { width, hidden }) => sum + (hidden ? 0 : width), 42)}px`;
  const head = table.createTHead().insertRow();
  head.append(
    heading('', 42),
    ...columns.filter(({ hidden }) => !hidden).map(({ letter, width }) => heading(letter, width)),
  );
  const body = table.createTBody();
  for (let r = 0; r < seen.cells.length + SPARE_ROWS; r++) {
    if (seen.hiddenRows.includes(r + 1)) continue;
    const row = body.insertRow();
    if (r < seen.frozenRows) row.className = 'frozen';
    row.append(heading(String(r + 1)));
    columns.forEach(({ hidden }, c) => {
      if (hidden) return;
      const cell = row.insertCell();
      cell.dataset.cell = `${letterAt(c)}${r + 1}`;
      Object.assign(cell.dataset, { row: String(r + 1), column: String(c + 1) });
      if (r + 1 === chosen.row && c + 1 === chosen.column) cell.classList.add('chosen');
      fill(cell, seen.cells[r]?.[c], { row: r + 1, column: c + 1, hands });
      // Text runs over into empty cells, as it does in Sheets.
      const { type, shown, style = {}, choices } = seen.cells[r]?.[c] ?? {};
      const staysInside = style.clip === true || style.wrap === true || choices !== undefined;
      if (type === 'string' && shown && !staysInside && !seen.cells[r]?.[c + 1]?.shown)
        cell.classList.add('spill');
    });
  }
  return table;
}

function fill(
  cell: HTMLTableCellElement,
  content: SeenCell | undefined,
  { row, column, hands }: { readonly row: number; readonly column: number; readonly hands: Hands },
): void {
  cell.onclick = () => {
    for (const other of document.querySelectorAll('td.chosen')) other.classList.remove('chosen');
    cell.classList.add('chosen');
    hands.choose(row, column);
  };
  cell.ondblclick = () => edit(cell, content, (text) => hands.type(row, column, text));
  if (content === undefined) return;
  const { style = {} } = content;
  Object.assign(cell.style, {
    fontWeight: style.fontWeight ?? '',
    fontStyle: style.fontStyle ?? '',
    textAlign: style.textAlign ?? '',
    background: content.background ?? style.background ?? '',
    color: content.color ?? style.color ?? '',
  });
  if (style.wrap === true) cell.classList.add('wrap');
  if (content.type === 'number') cell.classList.add('number');
  if (content.checkbox) {
    const box = Object.assign(document.createElement('input'), {
      type: 'checkbox',
      checked: content.shown === 'TRUE',
    });
    box.onchange = () => hands.type(row, column, box.checked);
    cell.append(box);
  } else if (IMAGE.test(content.formula ?? '')) {
    const [, src = ''] = IMAGE.exec(content.formula ?? '') ?? [];
    cell.append(Object.assign(document.createElement('img'), { src, alt: '', height: 20 }));
  } else cell.append(content.shown);
  if (content.choices !== undefined && content.choices.length > 0) cell.classList.add('list');
  if (content.note !== undefined) withNote(cell, content.note);
}

function edit(
  cell: HTMLTableCellElement,
  content: SeenCell | undefined,
  done: (text: string) => void,
): void {
  if (content?.checkbox) return;
  const input = Object.assign(document.createElement('input'), {
    type: 'text',
    value: content?.formula ?? content?.shown ?? '',
  });
  if (content?.choices !== undefined) {
    const choices = document.createElement('datalist');
    choices.id = `choices-${cell.dataset.cell}`;
    for (const choice of content.choices)
      choices.append(Object.assign(document.createElement('option'), { value: choice }));
    cell.append(choices);
    input.setAttribute('list', choices.id);
  }
  cell.replaceChildren(input, ...cell.querySelectorAll('datalist'));
  input.focus();
  input.onkeydown = ({ key }) => {
    if (key === 'Enter') input.blur();
  };
  input.onblur = () => done(input.value);
}

function withNote(cell: HTMLTableCellElement, text: string): void {
  cell.classList.add('noted');
  const note = Object.assign(document.createElement('div'), {
    className: 'note',
    textContent: text,
  });
  cell.onmouseenter = () => {
    const { right, top } = cell.getBoundingClientRect();
    note.style.left = `${Math.min(right + 4, window.innerWidth - 320)}px`;
    note.style.top = `${top}px`;
    document.body.append(note);
  };
  cell.onmouseleave = () => note.remove();
}

function heading(text: string, width?: number): HTMLTableCellElement {
  const cell = document.createElement('th');
  cell.textContent = text;
  if (width !== undefined) cell.style.width = `${width}px`;
  return cell;
}

/** The letters of a column, counted from 0. */
export function letterAt(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
