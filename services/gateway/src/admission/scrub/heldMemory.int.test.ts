import { beforeAll, expect, jest, test } from '@jest/globals';
import { useRedis } from '@sluice/testkit';
import { newProject, send, startGateway, useProjection } from '../../testing/gatewayHarness.js';

/** What scrubbing takes is of `MAX_BUFFERED_BYTES`: the values that stay for longer, and marks that are longer. */
const redis = useRedis();
const settings = useProjection(redis);
beforeAll(() => settings.projection.markComplete(600_000));
const [plain, secret] = [bodyOf('x'), bodyOf('pwd=1&')];

test.each<[string, boolean, string, number, number]>([
  ['a project without it: twice its body', false, secret, 2.1, 202],
  ['with it: once more', true, plain, 2.1, 503],
  ['with it, and nothing to hide: three times its body', true, plain, 3.1, 202],
  ['with it, and shorter than the marks: more', true, secret, 3.1, 503],
  ['with it, and room for the marks', true, secret, 4.5, 202],
])('a batch reserves the memory that scrubbing needs: %s', async (...[, scrub, body, bodies, status]) => {
  const gateway = await startGateway(redis.url, { config: { maxBufferedBytes: bytesFor(bodies, body) } });
  try {
    const key = await settings.add(newProject({ scrub }));
    // A batch that takes long holds its values, too: here each is decided at once, also on a busy machine.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    // Whatever the response, all of it is given back.
    for (const suffix of ['', ' ', '  ']) expect((await send(gateway.url, key, body + suffix)).status).toBe(status);
  } finally {
    jest.restoreAllMocks();
    await gateway.stop();
  }
});

test.each([
  ['three times its body is enough', 3.1, 202],
  ['twice its body is not enough', 2.1, 503],
])('a batch that takes long to decide reserves memory for its values: %s', async (...[, bodies, status]) => {
  const gateway = await startGateway(redis.url, { config: { maxBufferedBytes: bytesFor(bodies, plain) } });
  try {
    const key = await settings.add(newProject());
    const now = performance.now.bind(performance);
    let passedMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + (passedMs += 20));
    expect((await send(gateway.url, key, plain)).status).toBe(status);
  } finally {
    jest.restoreAllMocks();
    await gateway.stop();
  }
});

/** One project alone may hold 7 of 8 parts. */
function bytesFor(bodies: number, body: string): number {
  return Math.ceil((body.length * bodies * 8) / 7);
}

function bodyOf(piece: string): string {
  const list = Array.from({ length: 16 }, () => piece.repeat(60_000 / piece.length));
  return JSON.stringify({ events: [{ type: 'log', timestamp: '2025-01-01', payload: { attributes: { list } } }] });
}
