/** Drawings on a grid of 24, in the color of the adjacent text. They carry no meaning of their own. */
const drawings = {
  home: 'M3.5 11.5 12 4l8.5 7.5M5.5 10v10h13V10M10 20v-5.5h4V20',
  mail: 'M3 6.5h18v12H3zM3 7l9 7 9-7',
  shield: 'M12 3l7.5 3v5.5c0 4.6-3.2 8-7.5 9.5-4.3-1.5-7.5-4.9-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5',
  wallet: 'M4 7.5h15.5v12H4zM4 7.5V6a1.5 1.5 0 0 1 1.5-1.5H17v3M19.5 11.5h-4a2 2 0 0 0 0 4h4',
  key: 'M8 12.5a3.5 3.5 0 1 0 0 .01M11.5 12.5H21v3.5M17 12.5V15',
  hook: 'M9 9.5a3.5 3.5 0 1 1 5 3l2.5 4.5M7.5 19.5a3.5 3.5 0 1 1 1.5-6l2.5-4.5M16.5 20.5a3.5 3.5 0 1 1 .01 0M10.5 17H16',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  terminal: 'M3 5h18v14H3zM7 9.5l3 2.5-3 2.5M12.5 15H17',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M15.5 5a3.5 3.5 0 0 1 0 6.5M18 14.7c2.2.900 3.5 2.9 3.5 5.3',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5',
  down: 'M6 9.5l6 6 6-6',
  right: 'M9 5l7 7-7 7',
  left: 'M15 5l-7 7 7 7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 4 2.5 20h19zM12 10v4.5M12 17.5v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5v.01',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  file: 'M6 3h8l4.5 4.5V21H6zM14 3v5h4.5',
  away: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  again: 'M20 12a8 8 0 1 1-2.3-5.7M20 3.5V8h-4.5',
  pause: 'M8.5 5v14M15.5 5v14',
  play: 'M7 4.5v15l12-7.5z',
  trash: 'M4 6.5h16M9 6.5V4h6v2.5M6 6.5 7 20.5h10l1-14M10 10.5v6M14 10.5v6',
  pin: 'M12 21.5c4.5-4.7 7-8.3 7-11.5a7 7 0 0 0-14 0c0 3.2 2.5 6.8 7 11.5zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  phone: 'M7.5 2.5h9v19h-9zM11 18.5h2',
  leave: 'M10 4H5v16h5M14 8l4.5 4L14 16M18.5 12H9',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3.2 3 14.8 0 18M12 3c-3 3.2-3 14.8 0 18',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  tag: 'M3.5 12.5V4h8.5l8.5 8.5-8.5 8.5zM8 8.5v.01',
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
      <path d={drawings[name]} stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
