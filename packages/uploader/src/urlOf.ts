/** Returns the URL; `undefined` if the text is none. On Node 20, `URL.canParse` rejects URLs that are valid. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
