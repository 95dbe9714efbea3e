import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { updateOrganization } from '@sluice/db';
import { waitFor, type Tenant } from '@sluice/testkit';
import { field, file, formOf, smallMap, uploadOf } from '../testing/formOf.js';
import { converse, type Conversation } from '../testing/rawConversation.js';
import { errorOf, startTestSourcemaps, type TestSourcemaps } from '../testing/sourcemapsHarness.js';

/** Longer than a test: what waits so long waits for a condition only. */
const PATIENT_MS = 60_000;
// One organization alone has all but one of them.
const FEW = { maxUploads: 3, maxWaitingUploads: 1 };
const PATIENT = { ...FEW, uploadIdleMs: PATIENT_MS, uploadTimeoutMs: PATIENT_MS, uploadWaitMs: PATIENT_MS };

let service: TestSourcemaps;
let ours: Tenant;
let talks: Conversation[] = [];
beforeAll(() => start());
afterEach(async () => {
  for (const talk of talks) talk.leave();
  talks = [];
  await nothingUnderWay();
});
afterAll(() => service.stop());

const whole = formOf(uploadOf());
/** Up to the middle of the map. */
const half = whole.bytes.subarray(0, whole.bytes.length - 100);

interface Head {
  readonly token?: string;
  readonly path?: string;
  readonly length?: number | 'chunked';
  readonly more?: string;
}

describe('before an upload may be sent', () => {
  const expecting = 'expect: 100-continue\r\n';

  test('a client with Expect: 100-continue gets 100 only when it may send', async () => {
    const welcome = talk({ more: expecting });
    await welcome.hear(/^HTTP\/1\.1 100 /);
    welcome.say(whole.bytes);
    expect(await welcome.hear(/HTTP\/1\.1 20\d /)).toContain('"shop@1"');
  });

  test.each<[string, string, string, () => Head]>([
    ['no token', '401', 'unauthorized', () => ({ token: 'x' })],
    ['another place', '404', 'not_found', () => ({ path: `${ours.path}x` })],
    ['another scope', '403', 'forbidden', () => ({ token: ours.tokens['project:read'] })],
    ['a map that is declared too large', '422', 'too_large', () => ({ length: 60_000_000 })],
  ])('%s: %s, not a byte of the body is asked for, and the connection ends', async (_name, status, code, head) => {
    const refused = talk({ length: 1_000_000, ...head(), more: expecting });
    const heard = await refused.ended();
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(heard).toContain(`"${code}"`);
    expect(heard).toMatch(/connection: close/i);
  });

  test('a plan without source maps is a 403 before the body; everything else needs no plan', async () => {
    const poor = await service.newTenant('poor');
    const { body } = await service.upload(poor, uploadOf());
    await updateOrganization(service.db, 'poor', { sourceMaps: false });
    const refused = talk({ token: poor.token, path: poor.path, length: 1_000_000, more: expecting });
    const heard = await refused.ended();
    expect(heard).toMatch(/^HTTP\/1\.1 403 /);
    expect(heard).toContain('"plan_lacks_source_maps"');
    const { id } = body as { id: string };
    const asked = [
      await service.ask(`${poor.path}/sourcemaps`, { token: poor.token }),
      await service.ask(`${poor.path}/releases`, {
        method: 'POST',
        token: poor.token,
        body: formOf([field('version', '1')]),
      }),
      await service.ask(`${poor.path}/sourcemaps/${id}`, { method: 'DELETE', token: poor.token }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 201, 204]);
  });

  test('scope comes before plan, and plan before the body', async () => {
    await service.newTenant('poor-too');
    await updateOrganization(service.db, 'poor-too', { sourceMaps: false });
    const poor = await service.newProject(await service.newTenant('poor-three'), 'second');
    await updateOrganization(service.db, 'poor-three', { sourceMaps: false });
    const ask = async (token: string) => {
      const body = { type: 'text/plain', bytes: Buffer.from('x') };
      return errorOf(await service.ask(`${poor.path}/sourcemaps`, { method: 'POST', token, body }));
    };
    expect(await ask(poor.tokens['project:read'])).toEqual([403, 'forbidden']);
    expect(await ask(poor.token)).toEqual([403, 'plan_lacks_source_maps']);
  });
});

describe('a refused upload that is being sent', () => {
  test('is not read to its end; its client sees the answer', async () => {
    const sender = talk({ length: 'chunked' });
    const chunk = Buffer.alloc(65_536, 'x');
    const form = formOf([field('release', '1'), field('filename', 'a.js'), file('')]);
    const start = form.bytes.subarray(0, form.bytes.indexOf('\r\n\r\n', form.bytes.indexOf('name="map"')) + 4);
    const say = (bytes: Uint8Array): void =>
      sender.say(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]));
    say(start);
    // A map of 53 MB whose form never ends.
    for (let sent = 0; sent < 53 * 1_048_576; sent += chunk.length) say(chunk);
    expect(await sender.hear(/"too_large"/)).toMatch(/^HTTP\/1\.1 422 /);
    await nothingUnderWay();
    await sender.ended();
  }, 30_000);

  test('a wrong part is refused while the rest is still to come', async () => {
    const body = formOf([file('x', 'release'), ...uploadOf()]).bytes;
    const sender = talk({ length: 1_000_000 });
    sender.say(body);
    const heard = await sender.ended();
    expect(heard).toMatch(/^HTTP\/1\.1 422 /);
    expect(heard).toContain('invalid_part');
  });
});

describe('an upload that comes slowly', () => {
  test('one that comes in small pieces is stored', async () => {
    const slow = talk();
    for (let at = 0; at < whole.bytes.length; at += 40) {
      slow.say(whole.bytes.subarray(at, at + 40));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await slow.hear(/^HTTP\/1\.1 20\d /);
  });
});

describe('an upload that does not come', () => {
  ofService({ uploadIdleMs: 2_000, uploadTimeoutMs: 4_000 });

  test('a pause that is too long is a 408, and leaves nothing', async () => {
    const stalled = talk();
    stalled.say(half);
    expect(await stalled.ended()).toMatch(/^HTTP\/1\.1 408 [^]*request_timeout/);
    await nothingUnderWay();
  });

  test('a slow upload gets 408 at its time limit, and not earlier', async () => {
    const began = performance.now();
    const slow = talk({ length: 1_000_000 });
    const timer = setInterval(() => slow.say(Buffer.from('-')), 50);
    const heard = await slow.ended();
    clearInterval(timer);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - began).toBeGreaterThan(3_900);
  });

  test('1,000 whose sender goes away in the middle leave nothing: no file, row, blob or garbage', async () => {
    const lone = await startTestSourcemaps({ maxUploads: 20, maxWaitingUploads: 50 });
    try {
      const tenant = await lone.newTenant('lone');
      const head = headOf({ token: tenant.token, path: tenant.path });
      const abort = async (n: number): Promise<void> => {
        const sender = converse(lone.port);
        sender.say(head);
        // Anywhere from the first byte to the last but one.
        sender.say(whole.bytes.subarray(0, (n * 7) % whole.bytes.length));
        // Some go at once, the others when the service has seen them.
        if (n % 3 === 0) await waitFor(async () => (await lone.scratchFiles()).length > 0, { everyMs: 5 });
        sender.leave();
      };
      for (let round = 0; round < 50; round += 1) {
        await Promise.all(Array.from({ length: 20 }, (_, n) => abort(round * 20 + n)));
      }
      await waitFor(async () => (await lone.scratchFiles()).length === 0, { what: 'files to be removed' });
      expect(await lone.rowCounts()).toEqual({ sourcemaps: 0, sourcemap_blobs: 0, sourcemap_garbage: 0, releases: 0 });
      // It may not yet have noticed that the last clients disconnected, and is busy until then.
      const next = await waitFor(async () => {
        const { status } = await lone.upload(tenant, uploadOf());
        return status === 503 ? undefined : status;
      });
      expect(next).toBe(201);
    } finally {
      await lone.stop();
    }
  }, 120_000);
});

describe('too many concurrent uploads', () => {
  test('a waiting upload continues when there is a permit', async () => {
    const [first, second] = [talk(), talk()];
    for (const one of [first, second]) one.say(half);
    await waitFor(async () => (await underWay()) === 2);
    const third = service.upload(ours, uploadOf(smallMap('src/third.ts')));
    first.say(whole.bytes.subarray(half.length));
    await first.hear(/^HTTP\/1\.1 20\d /);
    expect((await third).status).toBe(200);
  });

  test('questions are answered meanwhile', async () => {
    const [first, second] = [talk(), talk()];
    for (const one of [first, second]) one.say(half);
    await waitFor(async () => (await underWay()) === 2);
    expect((await service.ask(`${ours.path}/sourcemaps`, { token: ours.token })).status).toBe(200);
  });
});

describe('slow uploads that hold every place', () => {
  test('one of the organization with the most is ended with 503 busy, and a newcomer is served', async () => {
    const slow = [talk({ length: 1_000_000 }), talk({ length: 1_000_000 })];
    const theirs = await service.newTenant('second');
    const last = talk({ token: theirs.token, path: theirs.path, length: 1_000_000 });
    for (const one of [...slow, last]) one.say(half);
    // 4 KB/s: above what ends by itself when others wait.
    const drip = setInterval(() => [...slow, last].forEach((one) => one.say('-'.repeat(200))), 50);
    await waitFor(async () => (await underWay()) === 3);
    const newcomer = await service.newTenant('third');
    const upload = service.upload(newcomer, uploadOf());
    const ended = await Promise.any(slow.map((one) => one.ended()));
    clearInterval(drip);
    expect(ended).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 5[^]*"busy"/i);
    expect((await upload).status).toBe(201);
    expect(await underWay()).toBe(2);
  }, 30_000);
});

describe('too many concurrent uploads that make no progress', () => {
  ofService({ uploadWaitMs: 500 });

  test('some wait unread; uploads beyond the queue are refused at once, those that wait too long later', async () => {
    const [first, second] = [talk(), talk()];
    for (const one of [first, second]) one.say(half);
    await waitFor(async () => (await underWay()) === 2);
    const third = talk({ more: 'expect: 100-continue\r\n' });
    const refused = await service.upload(ours, uploadOf());
    expect([...errorOf(refused), refused.headers['retry-after']]).toEqual([503, 'busy', '1']);
    expect(await third.hear(/HTTP\/1\.1 (?!100)\d+ /)).toMatch(/^HTTP\/1\.1 503 /);
  });

  test('another organization finds a place although one has filled limit and queue', async () => {
    const theirs = await service.newTenant('theirs');
    const slow = [talk(), talk()];
    for (const one of slow) one.say(half);
    await waitFor(async () => (await underWay()) === 2);
    const waiting = talk({ more: 'expect: 100-continue\r\n' });
    for (const name of ['a.js', 'b.js']) {
      expect((await service.upload(theirs, uploadOf(smallMap(), name))).status).toBe(201);
    }
    expect(await waiting.hear(/HTTP\/1\.1 (?!100)\d+ /)).toMatch(/^HTTP\/1\.1 503 /);
  });
});

/** Tests of another service than the patient one. */
function ofService(config: Partial<typeof PATIENT>): void {
  let patient: readonly [TestSourcemaps, Tenant];
  beforeAll(async () => {
    patient = [service, ours];
    await start(config);
  });
  afterAll(async () => {
    await service.stop();
    [service, ours] = patient;
  });
}

function talk(head: Head = {}): Conversation {
  const one = converse(service.port);
  talks.push(one);
  one.say(headOf(head));
  return one;
}

async function start(config: Partial<typeof PATIENT> = {}): Promise<void> {
  service = await startTestSourcemaps({ ...PATIENT, ...config });
  ours = await service.newTenant('ours');
}

function headOf({ token = ours.token, path = ours.path, length = whole.bytes.length, more = '' }: Head = {}): string {
  return (
    `POST ${path}/sourcemaps HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${whole.type}\r\n` +
    `${length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`}\r\n${more}\r\n`
  );
}

async function underWay(): Promise<number> {
  return (await service.scratchFiles()).filter((name) => name.endsWith('/map')).length;
}

function nothingUnderWay(): Promise<unknown> {
  return waitFor(async () => (await service.scratchFiles()).length === 0, { what: 'files to be removed' });
}
