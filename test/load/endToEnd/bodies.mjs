// Prebuilt bodies of batches: a copy of a template in which a few words of twelve characters are replaced. A load
// generator on the same cores takes CPU from the system, so nothing is serialized while it runs.

const WIDTH = 12;
const word = (name) => `~${name}`.padEnd(WIDTH, '~');

/** Words that {@link bodyMaker} replaces, each by what its slot says of a serial. */
export const SERIAL = word('serial');
export const TRACE = word('trace');
export const USER = word('user');
export const GROUP = word('group');
export const AGENT = word('agent');

const decimal = (value) => String(value).padStart(WIDTH, '0');

/** Trace ids are random in life: neighbours in time must not be neighbours in an index. */
const scattered = (value) => ((BigInt(value) * 0x9e3779b97f4a7n) & 0xffffffffffffn).toString(16).padStart(WIDTH, '0');

/** Letters only, because grouping may ignore digits. */
const letters = (value) => decimal(value).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]);

/**
 * @param {object[]} events of one batch, with the words above in them
 * @param {{ users?: number, groups?: number, agents?: number, traces?: number }} variety how many different values each word takes;
 *   as many traces as batches when unset
 * @returns {(serial: number) => Buffer} the body of a batch that no other serial has
 */
export function bodyMaker(events, { users = 1_000, groups = 10, agents = 1, traces } = {}) {
  const template = Buffer.from(JSON.stringify({ events }));
  const slots = [
    [SERIAL, decimal],
    [TRACE, (serial) => scattered(traces === undefined ? serial : serial % traces)],
    [USER, (serial) => decimal(serial % users)],
    [GROUP, (serial) => letters(serial % groups)],
    [AGENT, (serial) => decimal(serial % agents)],
  ].map(([name, value]) => ({ value, offsets: offsetsOf(template, name) }));
  const used = slots.filter(({ offsets }) => offsets.length > 0);
  return (serial) => {
    const body = Buffer.from(template);
    for (const { value, offsets } of used) {
      const text = value(serial);
      for (const offset of offsets) body.write(text, offset, 'latin1');
    }
    return body;
  };
}

function offsetsOf(template, text) {
  const offsets = [];
  for (let at = template.indexOf(text); at >= 0; at = template.indexOf(text, at + WIDTH)) offsets.push(at);
  return offsets;
}

/** The id that replaces {@link TRACE}, for callers that store traces beforehand. */
export const traceOf = scattered;
