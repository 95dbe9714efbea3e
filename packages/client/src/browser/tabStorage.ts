/** What this tab remembers while it is open, from page to page; nothing where the page may not store anything. */
export function readTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers something for this tab. Where that is not possible nothing happens. */
export function writeTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Full, or forbidden.
  }
}
