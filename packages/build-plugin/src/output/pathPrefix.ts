/**
 * Returns the path prefix of a public path, without the leading `/`: the path of a full URL; empty for a relative one (`./`).
 */
export function pathPrefix(publicPath: string): string {
  const base = 'http://host/';
  if (!URL.canParse(publicPath, base)) return publicPath.replace(/^\//, '');
  return new URL(publicPath, base).pathname.slice(1);
}
