/**
 * Returns times, milliseconds since 1970, in the form of ISO 8601, in order. Each different time is converted once: the
 * series of a minute share a few of them.
 */
export function isoTimes(times: readonly (number | null)[]): readonly (string | null)[] {
  const texts = new Map<number | null, string | null>([[null, null]]);
  return times.map((ms) => {
    const known = texts.get(ms);
    if (known !== undefined) return known;
    const text = new Date(ms ?? 0).toISOString();
    texts.set(ms, text);
    return text;
  });
}
