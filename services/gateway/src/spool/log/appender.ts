import { SpoolFailedError, SpoolFullError, toSpoolFailedError } from './errors.js';
import type { SpoolFile } from './fileSystem.js';
import { MAGIC, encodeRecord } from './records.js';
import { segmentPath, type SpoolDirectory, type Segment } from './segments.js';

/** Largest group of records for one fsync. */
const GROUP_RECORDS = 512;
const GROUP_BYTES = 4 * 1_048_576;

/** Callbacks of an appender. */
interface AppenderEvents {
  /** A segment was created. */
  readonly onSegment: (segment: Segment) => void;
  /** A segment without entries was removed. */
  readonly onRemoved: (segment: Segment) => void;
  /** A group is on disk and about to be acknowledged. */
  readonly onFlushed: () => void;
  readonly onFailed: (error: SpoolFailedError) => void;
}

/** Options of an appender. Sizes are bytes. */
export interface AppenderOptions extends AppenderEvents {
  readonly directory: SpoolDirectory;
  readonly firstSeq: number;
  /** Size from which a new segment is begun. */
  readonly segmentBytes: number;
  readonly maxBytes: number;
  /** Bytes of all segments. */
  readonly heldBytes: () => number;
}

interface PendingAppend {
  readonly record: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: SpoolFailedError) => void;
}

/**
 * Appends records in groups: records that arrive during a write share the next write and its fsync.
 *
 * Invariants: an append resolves only after an fsync that followed its write. Only the first `length` bytes of a segment count,
 * and `length` grows after that fsync. After a failed write or fsync a file is not written to again and is truncated to
 * `length`.
 */
export class Appender {
  private waiting: PendingAppend[] = [];
  private waitingBytes = 0;
  private running: Promise<void> | undefined;
  private active: { readonly segment: Segment; readonly file: SpoolFile } | undefined;
  private nextSeq: number;
  private isClosed = false;

  constructor(private readonly options: AppenderOptions) {
    this.nextSeq = options.firstSeq;
  }

  /** Resolves when the payload is on disk. @throws SpoolFullError, SpoolFailedError if it is not kept */
  append(payload: Buffer): Promise<void> {
    const { maxBytes, heldBytes } = this.options;
    if (this.isClosed) return Promise.reject(new SpoolFailedError('the spool is closed'));
    const record = encodeRecord(payload);
    if (heldBytes() + this.waitingBytes + record.length > maxBytes) return Promise.reject(new SpoolFullError(maxBytes));
    this.waitingBytes += record.length;
    return new Promise((resolve, reject) => {
      this.waiting.push({ record, resolve, reject });
      this.running ??= this.run();
    });
  }

  /**
   * Closes a segment for writing. Resolves with false if a write to it is in progress.
   */
  async seal(segment: Segment): Promise<boolean> {
    const { active } = this;
    if (active?.segment !== segment) return true;
    if (this.running !== undefined) return false;
    this.active = undefined;
    await active.file.close().catch(() => undefined);
    return true;
  }

  /** Finishes pending appends and rejects later ones. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.running;
    await this.active?.file.close().catch(() => undefined);
    this.active = undefined;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.takeGroup();
      const bytes = group.reduce((sum, { record }) => sum + record.length, 0);
      try {
        await this.write(group, bytes);
        this.options.onFlushed();
        for (const { resolve } of group) resolve();
      } catch (error) {
        const failure = toSpoolFailedError('the spool could not be written', error);
        this.options.onFailed(failure);
        for (const { reject } of group) reject(failure);
      } finally {
        this.waitingBytes -= bytes;
      }
    }
    this.running = undefined;
  }

  private takeGroup(): PendingAppend[] {
    let bytes = 0;
    let taken = 0;
    for (const { record } of this.waiting) {
      bytes += record.length;
      if (taken > 0 && (taken === GROUP_RECORDS || bytes > GROUP_BYTES)) break;
      taken += 1;
    }
    return this.waiting.splice(0, taken);
  }

  private async write(group: readonly PendingAppend[], bytes: number): Promise<void> {
    const { segment, file } = await this.segmentFor(bytes);
    try {
      await file.write(Buffer.concat(group.map(({ record }) => record)), segment.length);
      await file.sync();
    } catch (error) {
      await this.abandon(segment, file);
      throw error;
    }
    segment.length += bytes;
    segment.entries += group.length;
  }

  private async segmentFor(bytes: number): Promise<{ segment: Segment; file: SpoolFile }> {
    const { active } = this;
    const fits = (length: number): boolean => length === MAGIC.length || length + bytes <= this.options.segmentBytes;
    if (active !== undefined && fits(active.segment.length)) return active;
    this.active = undefined;
    await active?.file.close().catch(() => undefined);
    const begun = await this.begin();
    // Synchronous, because a known segment without a writer may be removed.
    this.active = begun;
    this.options.onSegment(begun.segment);
    return begun;
  }

  private async begin(): Promise<{ segment: Segment; file: SpoolFile }> {
    const { directory } = this.options;
    // A number is used once, even if its file could not be created.
    const seq = this.nextSeq;
    this.nextSeq += 1;
    const path = segmentPath(directory, seq);
    const file = await directory.fileSystem.open(path, 'wx');
    try {
      await file.write(MAGIC, 0);
      await file.sync();
      await directory.fileSystem.syncDirectory(directory.directory);
    } catch (error) {
      await file.close().catch(() => undefined);
      await directory.fileSystem.remove(path).catch(() => undefined);
      throw error;
    }
    return { segment: { seq, length: MAGIC.length, removedTo: MAGIC.length, entries: 0 }, file };
  }

  /** Stops writing to a file and truncates it: after a failed fsync, cache and disk may differ. */
  private async abandon(segment: Segment, file: SpoolFile): Promise<void> {
    const { directory, onRemoved } = this.options;
    this.active = undefined;
    await file.truncate(segment.length).catch(() => undefined);
    await file.sync().catch(() => undefined);
    await file.close().catch(() => undefined);
    if (segment.length > MAGIC.length) return;
    onRemoved(segment);
    await directory.fileSystem.remove(segmentPath(directory, segment.seq)).catch(() => undefined);
  }
}
