/** Returns a JSON text with a line for each member; a text that is not JSON, such as one that was cut, as it is. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
