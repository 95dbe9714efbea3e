// Inputs for the gateway and the bare server.

const CONNECTIONS = 64;

/** The case that the budget is about. */
export const MAIN_CASE = { name: 'mixed', load: { mix: 'mixed', connections: CONNECTIONS } };

export const CASES = [
  MAIN_CASE,
  { name: 'mixed-1-connection', load: { mix: 'mixed', connections: 1 } },
  { name: 'mixed-gzip', load: { mix: 'mixed', connections: CONNECTIONS, gzip: true } },
  ...['one', 'exceptions', 'logs', 'spans', 'hits', 'replays'].map((mix) => ({
    name: mix,
    load: { mix, connections: CONNECTIONS },
  })),
];
