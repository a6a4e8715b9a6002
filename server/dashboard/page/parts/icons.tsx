import type { JSX } from 'preact';

/** Drawn on 20 by 20. Words say what they mean. */
const paths = {
  home: 'M3.5 9.5 10 4l6.5 5.5M5.5 8v8h9V8',
  batches: 'M3 5.5h14M3 10h14M3 14.5h9',
  launch: 'M10 16V4m0 0L5.5 8.5M10 4l4.5 4.5',
  ads: 'M3.5 4.5h13v11h-13zM3.5 8.5h13M8 8.5v7',
  reports: 'M4 16V9m4 7V4m4 12v-5m4 5V7',
  media: 'M3.5 4.5h13v11h-13zM3.5 13l4-4 3.5 3.5 2-2 3.5 3.5M13 8h.01',
  research: 'M8.5 4a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M11.8 11.8 16 16',
  inbox: 'M3.5 4.5h13v9H9l-4 3v-3H3.5zM7 8h6M7 10.5h4',
  connections:
    'M8 12l4-4M7 9.5 5.2 11.3a2.6 2.6 0 0 0 3.6 3.6L10.5 13M13 10.5l1.8-1.8a2.6 2.6 0 0 0-3.6-3.6L9.5 7',
  keys: 'M6.75 9.75a3.5 3.5 0 1 0 3.5 3.5 3.5 3.5 0 0 0-3.5-3.5M9.25 10.75 16 4M12.75 7.25l2.5 2.5M14.5 5.5l1.75 1.75',
  people: 'M10 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5',
  limits: 'M4 15.5a7 7 0 1 1 12 0M10 12.5l3.5-4M10 12.5h.01',
  audit: 'M5 3.5h7l3 3v10H5zM8 9h4M8 12h4',
  faults: 'M10 3.5 17.5 16h-15zM10 8.5v3.5M10 14h.01',
  bell: 'M5.5 14.5V9.2a4.5 4.5 0 0 1 9 0v5.3M4 14.5h12M8.7 17h2.6',
  menu: 'M3 6h14M3 10h14M3 14h14',
  close: 'M5 5l10 10M15 5 5 15',
  out: 'M8 4.5H4.5v11H8M12 13.5l3.5-3.5L12 6.5M15 10H8',
  outside: 'M11 4.5h4.5V9M15.5 4.5 9 11M8 6H4.5v9.5H14V12',
  copy: 'M7 7h8.5v8.5H7zM4.5 12.5v-8h8',
  check: 'M4.5 10.5 8.5 14.5 15.5 6',
  again: 'M15.5 10a5.5 5.5 0 1 1-1.6-3.9M15.5 3.5v3h-3',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 2.5v1M10 16.5v1M2.5 10h1M16.5 10h1M4.7 4.7l.7.7M14.6 14.6l.7.7M4.7 15.3l.7-.7M14.6 5.4l.7-.7',
  moon: 'M15.5 11.5A6 6 0 0 1 8.5 4.5a6 6 0 1 0 7 7z',
  download: 'M10 4v9m0 0 3.5-3.5M10 13 6.5 9.5M4 16h12',
  plus: 'M10 4.5v11M4.5 10h11',
  stop: 'M5.5 5.5h9v9h-9z',
  edit: 'M4 16l.8-3.4 8-8 2.6 2.6-8 8L4 16M11 6.4l2.6 2.6',
  undo: 'M4.5 8h7a4 4 0 0 1 0 8H8M4.5 8 8 4.5M4.5 8 8 11.5',
  file: 'M5 3.5h6l4 4v9H5zM11 3.5v4h4',
  bolt: 'M11 3 5 11.5h4.5L9 17l6-8.5h-4.5z',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({
  name,
  size = 18,
}: {
  readonly name: IconName;
  readonly size?: number;
}): JSX.Element => (
  <svg class="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

export const Mark = ({ size = 26 }: { readonly size?: number }): JSX.Element => (
  <svg class="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M5 23h22M7 19l18-8-4 8z" />
  </svg>
);
