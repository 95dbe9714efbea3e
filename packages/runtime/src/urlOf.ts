/**
 * Returns the URL; `undefined` if the text is none. `URL.canParse` is no substitute: on Node 20 it rejects texts with `ü` and other
 * characters of Latin-1, once it has been called a few thousand times.
 */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
