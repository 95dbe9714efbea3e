/** Returns the start of a day of the reader's zone, as an ISO time; `undefined` for other text. @param days added to the day */
function startOfDay(text: string, days = 0): string | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 1, day = 1] = match.slice(1).map(Number);
  const date = new Date(year, month - 1, day + days);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Returns the range from the start of the first to the end of the last day, each left out if it is no day or the range is empty. */
export function dayRange(first: string, last: string): { readonly from?: string; readonly to?: string } {
  const [from, to] = [startOfDay(first), startOfDay(last, 1)];
  if (from !== undefined && to !== undefined && from >= to) return { from };
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
