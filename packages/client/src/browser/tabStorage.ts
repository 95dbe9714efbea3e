/** Reads from `sessionStorage`; nothing if it is unavailable. */
export function readTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes to `sessionStorage`; does nothing if it is unavailable. */
export function writeTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Storage is full or forbidden.
  }
}
