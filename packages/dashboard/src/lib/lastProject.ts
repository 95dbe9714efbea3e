const KEY = 'sluice.project';

/** Returns the project that was open last in this browser, as `<organization>/<project>`. */
export function readLastProject(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the open project. Without storage nothing is remembered. */
export function writeLastProject(place: string): void {
  try {
    localStorage.setItem(KEY, place);
  } catch {
    // The first project is opened instead.
  }
}
