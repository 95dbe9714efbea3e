// The bench's input: 17 KB batches of 20 mixed events, each body unique (a serial in every batch), built from one template.

const timestamp = () => new Date().toISOString();
const filler = (words) => Array.from({ length: words }, (_, i) => `word${i}`).join(' ');

const frames = Array.from({ length: 12 }, (_, i) => ({
  file: `https://shop.example.com/assets/chunk-${i}.js`,
  function: `handler${i}`,
  line: 1,
  column: 1000 + i * 37,
  inApp: i < 6,
}));

const contexts = {
  environment: 'production',
  release: 'shop@4.2.1',
  'user.id': 'u-4711',
  'device.userAgent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'trace.id': '5b8aa5a2d2c872e8321cf37308d69df2',
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
    traceId: '5b8aa5a2d2c872e8321cf37308d69df2',
    parentId: 'span-root',
    startTime: timestamp(),
    endTime: timestamp(),
    duration: 12.5,
    op: 'http.client',
    status: 'ok',
    metrics: { bytes: 5120, items: 3 },
  }),
  hit: (i) => ({ kind: 'pageview', url: `https://shop.example.com/products/${i}?ref=home`, title: filler(22) }),
  replay: (i) => ({ replayId: 'replay-1', segment: i, events: [{ type: 3, data: { source: 2, text: filler(80) } }] }),
};

const MIX = [
  'exception',
  'exception',
  ...Array(6).fill('log'),
  ...Array(8).fill('span'),
  ...Array(3).fill('hit'),
  'replay',
];

const SERIAL = 'SERIAL0000000000';

/** @returns {(serial: number) => string} a maker of unique batch bodies of `types` */
export function batchMaker(types = MIX) {
  const events = types.map((type, i) => ({
    type,
    timestamp: timestamp(),
    tags: { serial: SERIAL, route: '/cart' },
    contexts,
    payload: payloads[type](i),
  }));
  const pieces = JSON.stringify({ events }).split(SERIAL);
  return (serial) => pieces.join(String(serial).padStart(SERIAL.length, '0'));
}
