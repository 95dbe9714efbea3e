/**
 * The path that stands before emitted files in the addresses of a page, without its first `/`: of a full URL its path,
 * of a relative one (`./`) nothing.
 */
export function pathPrefix(publicPath: string): string {
  const base = 'http://host/';
  if (!URL.canParse(publicPath, base)) return publicPath.replace(/^\//, '');
  return new URL(publicPath, base).pathname.slice(1);
}
