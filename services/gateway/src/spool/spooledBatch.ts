import { typeOfCode, type KeyKind } from '@sluice/contract';
import type { AdmittedBatch, SerializedEvent } from '../batch/admittedBatch.js';

/** The permanent charge of a batch that was decided before it was spooled. */
interface SpooledCharge {
  /** The UTC hour that was charged, hours since 1970. */
  readonly hour: number;
  /** Epoch of the ledger that was charged. */
  readonly epoch: string;
}

/** A batch in the spool. All of it was fixed when the batch was acknowledged. */
export interface SpooledBatch extends Pick<AdmittedBatch, 'types' | 'verdicts' | 'serialized'> {
  readonly projectId: string;
  readonly organizationId: string;
  readonly hash: string;
  readonly batchId: string;
  /** Milliseconds since 1970. */
  readonly arrivalMs: number;
  /** How long an identical batch is recognized, in milliseconds from the arrival. */
  readonly windowMs: number;
  /** Client address and user agent, as they are queued with the events. */
  readonly address: string;
  /** See `StoredSender`. */
  readonly visitor?: string | undefined;
  readonly agent: string;
  /** As in {@link AdmittedBatch}; unset if the batch is charged, and in entries of earlier versions. */
  readonly entries?: string | undefined;
  /** Kind of the sender's key; unset in entries of earlier versions, which means public. */
  readonly keyKind?: KeyKind | undefined;
  /** Identifies the charge of the replay. */
  readonly nonce: string;
  /** Nonce of a call whose charge is in doubt. The replay undoes it first. */
  readonly doubtfulNonce?: string | undefined;
  /** Set if the batch is charged and only needs to be published. */
  readonly charged?: SpooledCharge | undefined;
}

/** An entry with an unknown format or inconsistent content. */
export class NotReplayableError extends Error {
  override readonly name = 'NotReplayableError';
}

/** Version of the format. Entries of other versions are set aside. */
const VERSION = 1;
const LENGTH_BYTES = 4;
const NOT_KEPT = -1;

type Header = Omit<SpooledBatch, 'serialized'> & { readonly version: number; readonly sizes: readonly number[] };

/** Returns an entry: length of the header (4 bytes, big endian), header as JSON, the events' JSON. */
export function encodeBatch({ serialized, ...rest }: SpooledBatch): Buffer {
  const sizes = serialized.map((event) => event?.json.length ?? NOT_KEPT);
  const header = Buffer.from(JSON.stringify({ version: VERSION, ...rest, sizes } satisfies Header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, ...serialized.flatMap((event) => event?.json ?? [])]);
}

/** Returns the batch of an entry; its events are views of `bytes`. @throws NotReplayableError */
export function decodeBatch(bytes: Buffer): SpooledBatch {
  const { header, end } = readHeader(bytes);
  const { version, sizes, ...rest } = header;
  if (version !== VERSION)
    throw new NotReplayableError(`spool entry has format ${version}; this version reads format ${VERSION}`);
  let at = end;
  const serialized = sizes.map((size, index): SerializedEvent | undefined => {
    if (size === NOT_KEPT) return undefined;
    const type = typeOfCode(rest.types[index] ?? '');
    if (type === undefined || type === 'unknown')
      throw new NotReplayableError('spool entry contains an event of unknown type');
    const json = bytes.subarray(at, at + size);
    at += size;
    return { type, json };
  });
  if (at !== bytes.length || rest.verdicts.length !== sizes.length)
    throw new NotReplayableError('spool entry has the wrong length');
  return { ...rest, serialized };
}

/** Returns the fields that identify a resend, without decoding the events. @throws NotReplayableError */
export function decodeIdentity(bytes: Buffer): Pick<SpooledBatch, 'hash' | 'arrivalMs' | 'windowMs' | 'verdicts'> {
  return readHeader(bytes).header;
}

function readHeader(bytes: Buffer): { readonly header: Header; readonly end: number } {
  const end = bytes.length < LENGTH_BYTES ? 0 : LENGTH_BYTES + bytes.readUInt32BE(0);
  if (end === 0 || end > bytes.length) throw new NotReplayableError('spool entry has no valid header');
  try {
    return { header: JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end)) as Header, end };
  } catch (error) {
    throw new NotReplayableError('spool entry has no valid header', { cause: error });
  }
}
