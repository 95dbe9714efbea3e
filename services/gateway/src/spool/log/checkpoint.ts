import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { SpoolFile } from './fileSystem.js';
import type { SpoolDirectory } from './segments.js';

/** Position up to which entries are removed: all older segments, and this one up to `offset`. */
export interface CheckpointPosition {
  readonly seq: number;
  readonly offset: number;
}

/** The position up to which entries are removed, on disk. */
export interface Checkpoint {
  /** Resolves when the position is durable. */
  readonly write: (position: CheckpointPosition) => Promise<void>;
  readonly close: () => Promise<void>;
}

const SLOT_BYTES = 32;
const CHECKSUMMED_BYTES = 24;
const START: CheckpointPosition = { seq: 0, offset: 0 };

/**
 * Opens the file `done`: two slots, written alternately, each with a counter and a checksum. The newer valid slot counts; an
 * incomplete write leaves the other one. Slots are written in place, because entries must be removable on a full disk.
 */
export async function openCheckpoint({
  directory,
  fileSystem,
}: SpoolDirectory): Promise<{ position: CheckpointPosition; checkpoint: Checkpoint }> {
  const file = path.join(directory, 'done');
  const isThere = (await fileSystem.list(directory)).includes('done');
  const bytes = isThere ? await fileSystem.readWhole(file) : Buffer.alloc(0);
  const slots = [0, 1].flatMap((slot) => readSlot(bytes.subarray(slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES)) ?? []);
  const newest = slots.reduce((a, b) => (b.counter > a.counter ? b : a), { counter: 0n, position: START });
  const handle = await fileSystem.open(file, isThere ? 'r+' : 'wx');
  let { counter } = newest;
  const write = async (position: CheckpointPosition): Promise<void> => {
    counter += 1n;
    await handle.write(encodeSlot(counter, position), Number(counter % 2n) * SLOT_BYTES);
    await handle.sync();
  };
  try {
    // Both slots, so that the file has its full size from now on. This also verifies that the directory is writable.
    for (let slot = 0; slot < 2; slot += 1) await write(newest.position);
    await fileSystem.syncDirectory(directory);
  } catch (error) {
    await closeQuietly(handle);
    throw error;
  }
  return { position: newest.position, checkpoint: { write, close: () => handle.close() } };
}

function encodeSlot(counter: bigint, { seq, offset }: CheckpointPosition): Buffer {
  const slot = Buffer.alloc(SLOT_BYTES);
  slot.writeBigUInt64BE(counter, 0);
  slot.writeBigUInt64BE(BigInt(seq), 8);
  slot.writeBigUInt64BE(BigInt(offset), 16);
  slot.writeUInt32BE(crc32(slot.subarray(0, CHECKSUMMED_BYTES)), CHECKSUMMED_BYTES);
  return slot;
}

function readSlot(slot: Buffer): { counter: bigint; position: CheckpointPosition } | undefined {
  if (slot.length < SLOT_BYTES) return undefined;
  if (slot.readUInt32BE(CHECKSUMMED_BYTES) !== crc32(slot.subarray(0, CHECKSUMMED_BYTES))) return undefined;
  const position = { seq: Number(slot.readBigUInt64BE(8)), offset: Number(slot.readBigUInt64BE(16)) };
  return { counter: slot.readBigUInt64BE(0), position };
}

const closeQuietly = (file: SpoolFile): Promise<void> => file.close().catch(() => undefined);
