import styles from './Icon.module.css';

/** Outlines on a grid of 16 by 16. */
const PATHS = {
  alert: 'M8 2 1.8 13h12.4zM8 6.5v3M8 11.4v.1',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  bell: 'M3.5 11.5h9c-1-1-1.3-2-1.3-4.2a3.2 3.2 0 0 0-6.4 0c0 2.2-.3 3.2-1.3 4.2zM6.7 13.6h2.6',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  chart: 'M2.5 2v11.5H14M5.5 11V8M8.5 11V5M11.5 11V7',
  check: 'm3 8.5 3.2 3.2L13 5',
  chevronDown: 'm4 6 4 4 4-4',
  chevronLeft: 'm10 4-4 4 4 4',
  chevronRight: 'm6 4 4 4-4 4',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  external: 'M6.5 3.5h-4v10h10v-4M9.5 2.5h4v4M13.5 2.5l-6 6',
  filter: 'M2 3.5h12l-4.6 5.3v4.4l-2.8-1.4v-3z',
  link: 'M7 9a2.8 2.8 0 0 0 4 0l2.2-2.2a2.8 2.8 0 0 0-4-4L8 4M9 7a2.8 2.8 0 0 0-4 0L2.8 9.2a2.8 2.8 0 0 0 4 4L8 12',
  logs: 'M2.5 3.5h11M2.5 6.5h7M2.5 9.5h11M2.5 12.5h5',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  more: 'M2.8 8a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M7.3 8a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M11.8 8a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M4.5 2.8 12.5 8l-8 5.2z',
  plus: 'M8 3v10M3 8h10',
  pulse: 'M1.5 8.5h3l2-5 3 9 2-4h3',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 2v3h-3',
  release: 'M2.5 2.5h5l6 6-5 5-6-6zM5.5 5.5v.01',
  replay: 'M2.5 3.5h11v8h-11zM6.7 5.7l3 1.8-3 1.8zM5.5 13.5h5',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.4 10.4l3.1 3.1',
  settings:
    'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.7a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM6 9.7a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z',
  setup: 'm5.5 4.5-3.5 3.5 3.5 3.5M10.5 4.5l3.5 3.5-3.5 3.5',
  signal:
    'M8 8v.01M5.5 10.5a3.5 3.5 0 0 1 0-5M10.5 5.5a3.5 3.5 0 0 1 0 5M3.2 12.8a6.8 6.8 0 0 1 0-9.6M12.8 3.2a6.8 6.8 0 0 1 0 9.6',
  traces: 'M2 3.5h8M5 8h6M8 12.5h6',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9',
  user: 'M8 2.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM3 13.5c.4-2.4 2.3-3.7 5-3.7s4.6 1.3 5 3.7',
  visits: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** An icon beside a word, or in a button with `aria-label`: screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
