/** A page of this dashboard. */
export interface ReturnTarget {
  readonly path: string;
  readonly search: Readonly<Record<string, string>>;
}

/** Returns the page that a sign-in opens: that of the URL if it is a path of this origin, otherwise `/`. */
export function readReturn(next: string | undefined, origin: string): ReturnTarget {
  const home = { path: '/', search: {} };
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, origin)) return home;
  const url = new URL(next, origin);
  // `//host` and `/\host` name another host.
  if (url.origin !== origin) return home;
  return { path: url.pathname, search: Object.fromEntries(url.searchParams) };
}
