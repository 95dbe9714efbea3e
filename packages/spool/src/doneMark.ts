import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { SpoolFile } from './files.js';
import type { Place } from './segments.js';

/** Everything before it is removed: all older segments, and this one up to `offset`. */
export interface DonePosition {
  readonly seq: number;
  readonly offset: number;
}

/** How far entries are removed, on disk. */
export interface DoneMark {
  /** Resolves when the position survives a crash. */
  readonly write: (position: DonePosition) => Promise<void>;
  readonly close: () => Promise<void>;
}

const SLOT_BYTES = 32;
const SUMMED_BYTES = 24;
const NOTHING: DonePosition = { seq: 0, offset: 0 };

/**
 * Opens the file `done`: two slots, written in turn and in place, each with a counter and a sum. The one that is valid and
 * newer holds; a write that is cut short leaves the other. In place, because entries must be removable on a full disk.
 */
export async function openDoneMark({ directory, files }: Place): Promise<{ position: DonePosition; mark: DoneMark }> {
  const file = path.join(directory, 'done');
  const isThere = (await files.list(directory)).includes('done');
  const bytes = isThere ? await files.readWhole(file) : Buffer.alloc(0);
  const slots = [0, 1].flatMap((slot) => readSlot(bytes.subarray(slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES)) ?? []);
  const newest = slots.reduce((a, b) => (b.counter > a.counter ? b : a), { counter: 0n, position: NOTHING });
  const handle = await files.open(file, isThere ? 'r+' : 'wx');
  let { counter } = newest;
  const write = async (position: DonePosition): Promise<void> => {
    counter += 1n;
    await handle.write(slotOf(counter, position), Number(counter % 2n) * SLOT_BYTES);
    await handle.sync();
  };
  try {
    // Both slots at once: the file has its full size from now on. It is also the proof that the directory can be written to.
    for (let slot = 0; slot < 2; slot += 1) await write(newest.position);
    await files.syncDirectory(directory);
  } catch (error) {
    await closeQuietly(handle);
    throw error;
  }
  return { position: newest.position, mark: { write, close: () => handle.close() } };
}

function slotOf(counter: bigint, { seq, offset }: DonePosition): Buffer {
  const slot = Buffer.alloc(SLOT_BYTES);
  slot.writeBigUInt64BE(counter, 0);
  slot.writeBigUInt64BE(BigInt(seq), 8);
  slot.writeBigUInt64BE(BigInt(offset), 16);
  slot.writeUInt32BE(crc32(slot.subarray(0, SUMMED_BYTES)), SUMMED_BYTES);
  return slot;
}

function readSlot(slot: Buffer): { counter: bigint; position: DonePosition } | undefined {
  if (slot.length < SLOT_BYTES) return undefined;
  if (slot.readUInt32BE(SUMMED_BYTES) !== crc32(slot.subarray(0, SUMMED_BYTES))) return undefined;
  const position = { seq: Number(slot.readBigUInt64BE(8)), offset: Number(slot.readBigUInt64BE(16)) };
  return { counter: slot.readBigUInt64BE(0), position };
}

const closeQuietly = (file: SpoolFile): Promise<void> => file.close().catch(() => undefined);
