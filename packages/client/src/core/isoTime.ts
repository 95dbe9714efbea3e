let second = NaN;
let untilSecond = '';

/** A time in ISO 8601, from milliseconds since 1970. What a second begins with is kept: a busy program asks very often. */
export function isoTime(at: number): string {
  const its = Math.floor(at / 1000);
  if (its !== second) {
    untilSecond = new Date(its * 1000).toISOString().slice(0, -4);
    second = its;
  }
  const ms = Math.floor(at - its * 1000);
  return `${untilSecond}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`;
}
