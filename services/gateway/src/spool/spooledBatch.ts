import { typeOfCode, type KeyKind } from '@sluice/contract';
import type { AdmittedBatch, PreparedEvent } from '../admission/admitEvents.js';

/** What a ledger decided of a batch before it came to the spool: the charge stands, and the verdicts with it. */
interface ChargedTo {
  /** The UTC hour that was charged, hours since 1970. */
  readonly hour: number;
  /** Epoch of the ledger that was charged. */
  readonly epoch: string;
}

/** A batch in the spool; everything in it was fixed when it was acknowledged. */
export interface SpooledBatch extends Pick<AdmittedBatch, 'types' | 'verdicts' | 'prepared'> {
  readonly projectId: string;
  readonly organizationId: string;
  readonly hash: string;
  readonly batchId: string;
  /** Milliseconds since 1970. */
  readonly arrivalMs: number;
  /** How long an identical batch is recognized, in milliseconds from the arrival. */
  readonly windowMs: number;
  /** Client address and user agent, as they travel with the events. */
  readonly address: string;
  readonly agent: string;
  /** Kind of the key that sent it; entries of earlier versions have none: a public one. */
  readonly keyKind?: KeyKind | undefined;
  /** Names the charge that the replay makes. */
  readonly nonce: string;
  /** The call that may have charged the batch, or may yet do so: it is taken back first. */
  readonly doubtfulNonce?: string | undefined;
  /** Set where nothing is left but to publish. */
  readonly charged?: ChargedTo | undefined;
}

/** An entry with an unknown format or inconsistent content. */
export class NotReplayableError extends Error {
  override readonly name = 'NotReplayableError';
}

/** Version of the format below. Whoever reads an entry of another one puts it aside. */
const VERSION = 1;
const LENGTH_BYTES = 4;
const NOT_KEPT = -1;

type Header = Omit<SpooledBatch, 'prepared'> & { readonly version: number; readonly sizes: readonly number[] };

/** An entry: length of the header (4 bytes, big endian), header as JSON, the events' own bytes. */
export function encodeBatch({ prepared, ...rest }: SpooledBatch): Buffer {
  const sizes = prepared.map((event) => event?.json.length ?? NOT_KEPT);
  const header = Buffer.from(JSON.stringify({ version: VERSION, ...rest, sizes } satisfies Header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, ...prepared.flatMap((event) => event?.json ?? [])]);
}

/** The batch in an entry, its events being views of `bytes`. Throws {@link NotReplayableError}. */
export function decodeBatch(bytes: Buffer): SpooledBatch {
  const { header, end } = readHeader(bytes);
  const { version, sizes, ...rest } = header;
  if (version !== VERSION)
    throw new NotReplayableError(`spool entry has format ${version}; this version reads format ${VERSION}`);
  let at = end;
  const prepared = sizes.map((size, index): PreparedEvent | undefined => {
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
  return { ...rest, prepared };
}

/** What of an entry tells a resend: its events are not looked at. Throws {@link NotReplayableError}. */
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
