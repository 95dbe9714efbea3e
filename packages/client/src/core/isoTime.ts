let second = NaN;
let untilSecond = '';

/** Formats milliseconds since 1970 as ISO 8601. The prefix of the current second is cached for busy programs. */
export function isoTime(at: number): string {
  const its = Math.floor(at / 1000);
  if (its !== second) {
    untilSecond = new Date(its * 1000).toISOString().slice(0, -4);
    second = its;
  }
  const ms = Math.floor(at - its * 1000);
  return `${untilSecond}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`;
}
