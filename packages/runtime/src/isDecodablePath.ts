/** Whether the path of a request's target is valid percent-encoding of UTF-8; the query does not count. */
export function isDecodablePath(target: string): boolean {
  if (!target.includes('%')) return true;
  try {
    decodeURIComponent(target.replace(/[?#].*$/s, ''));
    return true;
  } catch {
    return false;
  }
}
