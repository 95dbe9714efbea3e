/** Returns the query of a request target, without `?`. */
export function queryString(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}
