import { filtered, verdictCode, type ProjectSettings } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { roundsDuring } from '@sluice/testkit/eventLoop';
import type { AdmittedBatch } from '../batch/admittedBatch.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import { compileProject } from '../settings/compileProject.js';
import { incomingBatch, NO_ADMISSION } from '../testing/batches.js';
import { log } from '../testing/events.js';
import { ARRIVAL_MS, settingsWith } from '../testing/facts.js';
import { newProject } from '../testing/gatewayHarness.js';
import { admitAsOf, admitBatch } from './admitBatch.js';

const admit = async (batch: IncomingBatch): Promise<unknown> => admitBatch(batch, () => true, NO_ADMISSION);

const textOf = (admitted: AdmittedBatch): string => admitted.serialized.map((event) => event?.json).join();

describe('a batch of a project with patterns', () => {
  test('decides a batch whose patterns take long in several rounds of the event loop, with the same verdicts', async () => {
    const settings = settingsWith({
      messages: [...Array.from({ length: 8 }, () => `*${'[ab]'.repeat(110)}c*`), '*aab*'],
    });
    const events = Array.from({ length: 200 }, (_, index) =>
      log({ payload: { message: `${'a'.repeat(8_000)}${index % 2 === 0 ? 'b' : ''}` } }),
    );
    const batch = batchOf(settings, events);
    let decided: unknown;
    const rounds = await roundsDuring(async () => {
      decided = await admit(batch);
    });
    expect(decided).toMatchObject({ verdicts: `${verdictCode(filtered('message'))}.`.repeat(100) });
    expect(rounds).toBeGreaterThan(2);
  });

  test('refuses a batch that takes long at once if there is no memory, and reserves it once', async () => {
    const { filters } = settingsWith({ messages: Array.from({ length: 8 }, () => `*${'[ab]'.repeat(110)}c*`) });
    const events = Array.from({ length: 200 }, () => log({ payload: { message: 'a'.repeat(8_000) } }));
    const batch = batchOf({ scrub: true, filters }, events);
    let calls = 0;
    expect(await admitBatch(batch, () => (calls += 1) === 1, NO_ADMISSION)).toMatchObject({ status: 503 });
    const reserved: number[] = [];
    expect(await admitBatch(batch, (bytes) => reserved.push(bytes) > 0, NO_ADMISSION)).toHaveProperty('verdicts');
    expect(reserved).toHaveLength(2);
    expect(reserved).toContain(batch.bytes.length);
  });

  test.each(['localhost', 'browserExtensions'] as const)(
    'yields for the filter %s, which reads texts',
    async (filter) => {
      const host = Array.from({ length: 250 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');
      const payload = { message: 'x'.repeat(8_000), url: `https://${host}/`, stack: 'chrome-extensio'.repeat(500) };
      const events = Array.from({ length: 1_000 }, () => log({ type: 'exception', payload }));
      const batch = batchOf(settingsWith({ [filter]: true }), events);
      const deciding = admitBatch(batch, () => true, NO_ADMISSION);
      expect(deciding).toBeInstanceOf(Promise);
      await deciding;
    },
  );

  test.each([false, true])('admitAsOf keeps what the filters decided (scrubbed: %s)', async (scrub) => {
    const future = log({ timestamp: new Date(ARRIVAL_MS + 120_000).toISOString() });
    const { filters } = settingsWith({ messages: ['*'] });
    const batch = batchOf({ scrub, filters }, [future]);
    const admitted = (await admit(batch)) as AdmittedBatch;
    const earlier = admitAsOf(ARRIVAL_MS - 5, batch, admitted, NO_ADMISSION);
    expect(earlier).toMatchObject({ verdicts: verdictCode(filtered('message')), entries: admitted.entries });
    expect(earlier.entryFirsts).toEqual(admitted.entryFirsts);
    expect(textOf(earlier)).toContain(new Date(ARRIVAL_MS - 5).toISOString());
  });
});

function batchOf(settings: Partial<ProjectSettings>, events: readonly unknown[]): IncomingBatch {
  const project = compileProject(newProject(settings));
  return incomingBatch({ project, bytes: Buffer.from(JSON.stringify({ events })) });
}
