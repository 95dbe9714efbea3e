import { describe, expect, test } from '@jest/globals';
import type { StoredRow } from '@sluice/drain';
import type { DebugIdKey } from '@sluice/sourcemaps/statements';
import { createMapTouch, type MapTouch } from './createMapTouch.js';
import type { GroupingDetails } from './readDetails.js';
import { readExceptionPayload } from './readExceptionPayload.js';

type Row = StoredRow<'exceptions', GroupingDetails>;

const HOUR = 3_600_000;
const [ID, OTHER] = ['85314830-023f-4cf1-a267-535f4e37bb17', '3d5a3c2c-5b8d-4f0e-9a53-77a1f40d2f11'];
const frame = (debugId: string) => ({ file: 'a.js', function: 'f', line: 1, column: 1, debugId });

describe('maps of debug ids', () => {
  test('are touched once an hour, also those of causes and of exceptions with their own fingerprint', async () => {
    const { touch, keys, later } = rig();
    const rows = [
      rowOf({ frames: [frame(ID), frame(ID)], fingerprint: ['mine'] }),
      rowOf({ message: 'm', cause: { frames: [frame(OTHER), frame('no UUID')] } }),
      rowOf({ frames: [frame(ID)] }, '2'),
    ];
    await touch(rows, 500);
    const all = [
      { projectId: '1', debugId: ID },
      { projectId: '1', debugId: OTHER },
      { projectId: '2', debugId: ID },
    ];
    expect(keys).toEqual([all]);
    later(HOUR - 1);
    await touch(rows, 500);
    expect(keys).toHaveLength(1);
    later(1);
    await touch(rows, 500);
    expect(keys).toEqual([all, all]);
  });

  test('are touched by the next exception if the database failed', async () => {
    const { touch, keys } = rig(1);
    const rows = [rowOf({ frames: [frame(ID)] })];
    await touch(rows, 500);
    await touch(rows, 500);
    await touch(rows, 500);
    expect(keys).toHaveLength(2);
  });

  test('are not touched if no frame has a debug id', async () => {
    const { touch, keys } = rig();
    await touch([rowOf({ frames: [{ file: 'a.js', line: 1 }] }), rowOf({ message: 'm' })], 500);
    expect(keys).toEqual([]);
  });
});

function rig(failures = 0): {
  readonly touch: MapTouch;
  readonly keys: readonly (readonly DebugIdKey[])[];
  readonly later: (ms: number) => void;
} {
  let now = 1_000_000;
  const keys: (readonly DebugIdKey[])[] = [];
  const write = (written: readonly DebugIdKey[]): Promise<void> => {
    keys.push(written);
    return keys.length <= failures ? Promise.reject(new Error('gone')) : Promise.resolve();
  };
  return { touch: createMapTouch(write, () => now), keys, later: (ms) => void (now += ms) };
}

function rowOf(payload: Parameters<typeof readExceptionPayload>[0], projectId = '1'): Row {
  const details: GroupingDetails = { exception: readExceptionPayload(payload), fingerprints: ['v1:0'] };
  return { row: { project_id: projectId }, details } as Row;
}
