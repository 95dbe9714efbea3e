let unique = 0;

/** A valid log event unlike any other; `fields` replace its own. */
export function log(fields: Record<string, unknown> = {}): Record<string, unknown> {
  unique += 1;
  return { type: 'log', timestamp: '2025-01-01T00:00:00Z', payload: { message: `log ${unique}` }, ...fields };
}

/** A valid span event unlike any other; `payload` replaces fields of its payload. */
export function span(payload: Record<string, unknown> = {}): Record<string, unknown> {
  unique += 1;
  const times = { startTime: '2025-01-01T00:00:00Z', endTime: '2025-01-01T00:00:01Z', duration: 1000 };
  const names = { uuid: `span-${unique}`, name: 'GET /', traceId: `trace-${unique}`, status: 'ok', metrics: {} };
  return { type: 'span', timestamp: '2025-01-01T00:00:00Z', payload: { ...names, ...times, ...payload } };
}
