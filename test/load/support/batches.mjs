// Input of the benchmarks: batches of 20 events, 17 KB if mixed, generated from one template; a serial in every event
// makes each body unique.

const timestamp = () => new Date().toISOString();
const filler = (words) => Array.from({ length: words }, (_, i) => `word${i}`).join(' ');

/** Stand for the batch's serial, of 16 digits, and for its user, of 8. */
const SERIAL = 'SERIAL0000000000';
const USER = 'USER0000';
const USERS = 5_000;

const frames = Array.from({ length: 12 }, (_, i) => ({
  file: `https://shop.example.com/assets/chunk-${i}.js`,
  function: `handler${i}`,
  line: 1,
  column: 1000 + i * 37,
  inApp: i < 6,
}));

const traceId = `5b8aa5a2d2c872e8${SERIAL}`;

const contexts = {
  environment: 'production',
  release: 'shop@4.2.1',
  'user.id': `u-${USER}`,
  'device.userAgent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'trace.id': traceId,
};

const payloads = {
  exception: (i) => ({
    type: 'TypeError',
    message: `Cannot read properties of undefined (reading 'price${i}')`,
    handled: false,
    frames,
  }),
  log: (i) => ({
    level: 'info',
    message: `cart ${i} recalculated ${filler(60)}`,
    attributes: { items: i, total: 19.99 },
  }),
  span: (i) => ({
    uuid: `span-${i}`,
    name: `GET /api/cart/${i}`,
    traceId,
    parentId: 'span-root',
    startTime: timestamp(),
    endTime: timestamp(),
    duration: 12.5,
    op: 'http.client',
    status: 'ok',
    metrics: { bytes: 5120, items: 3 },
  }),
  hit: (i) => ({ kind: 'pageview', url: `https://shop.example.com/products/${i}?ref=home`, title: filler(22) }),
  replay: (i) => ({
    replayId: `replay-${SERIAL}`,
    segment: i,
    events: [{ type: 3, data: { source: 2, text: filler(80) } }],
  }),
};

const times = (count, type) => Array(count).fill(type);

/** The types of a batch's events, by the name of the mix. A batch is one trace and one user. */
export const MIXES = {
  mixed: [...times(2, 'exception'), ...times(6, 'log'), ...times(8, 'span'), ...times(3, 'hit'), ...times(1, 'replay')],
  one: ['log'],
  exceptions: times(20, 'exception'),
  logs: times(20, 'log'),
  spans: times(20, 'span'),
  hits: times(20, 'hit'),
  replays: times(20, 'replay'),
};

/** @param {string[]} types @returns {(serial: number) => string} a maker of unique batch bodies of `types` */
export function batchMaker(types = MIXES.mixed) {
  const events = types.map((type, i) => ({
    type,
    timestamp: timestamp(),
    tags: { serial: SERIAL, route: '/cart' },
    contexts,
    payload: payloads[type](i),
  }));
  const pieces = JSON.stringify({ events }).split(SERIAL);
  const withUser = pieces.map((piece) => piece.split(USER));
  return (serial) => {
    const user = String(serial % USERS).padStart(USER.length, '0');
    return withUser.map((piece) => piece.join(user)).join(String(serial).padStart(SERIAL.length, '0'));
  };
}

/** Hex digits of the id that makes a request of another protocol unique. */
const ID_DIGITS = 32;

/**
 * A request that is made of a recorded one.
 *
 * @typedef {{ body: string, id: string, isBinary: boolean, headers: Record<string, string> }} RequestTemplate `body` in Base64;
 *   `id`, 32 hex digits, occurs in it as text, or as 16 bytes if `isBinary`
 */

/** @param {RequestTemplate} template @returns {(serial: number) => Buffer} a maker of unique requests */
export function requestMaker({ body, id, isBinary }) {
  const written = (hex) => (isBinary ? Buffer.from(hex, 'hex').toString('latin1') : hex);
  const pieces = Buffer.from(body, 'base64').toString('latin1').split(written(id));
  if (pieces.length === 1) throw new Error('the request does not contain its id');
  return (serial) => Buffer.from(pieces.join(written(serial.toString(16).padStart(ID_DIGITS, 'a'))), 'latin1');
}
