let unique = 0;

/** Returns a valid, unique log event with `fields` replaced. */
export function log(fields: Record<string, unknown> = {}): Record<string, unknown> {
  unique += 1;
  return { type: 'log', timestamp: '2025-01-01T00:00:00Z', payload: { message: `log ${unique}` }, ...fields };
}

/** Returns a valid, unique span event with fields of its payload replaced. */
export function span(payload: Record<string, unknown> = {}): Record<string, unknown> {
  unique += 1;
  const times = { startTime: '2025-01-01T00:00:00Z', endTime: '2025-01-01T00:00:01Z', duration: 1000 };
  const names = { uuid: `span-${unique}`, name: 'GET /', traceId: `trace-${unique}`, status: 'ok', metrics: {} };
  return { type: 'span', timestamp: '2025-01-01T00:00:00Z', payload: { ...names, ...times, ...payload } };
}
