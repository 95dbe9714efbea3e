/** Writes JSON incrementally, so that the caller may pause between two pieces. */
export interface JsonWriter {
  /** @param cost characters that were looked at for it */
  readonly add: (json: string, cost?: number) => void;
  /** Whether so much was done since the last time that it should be asked how late it is. */
  readonly isDue: () => boolean;
  /** Everything that was added, in UTF-8. */
  readonly end: () => Buffer;
}

/** Characters of work after which it is due. What comes at once is one text beside, and those are bounded (`LIMITS.cutString`). */
const DUE = 16_384;
/** What adding costs beside the characters. */
const COST_OF_ADDING = 16;
/** Characters that are encoded at once. */
const PIECE = 32_768;

/** An empty one. */
export function createJsonWriter(): JsonWriter {
  const pieces: Buffer[] = [];
  let pending = '';
  let work = 0;
  const flush = (): void => {
    pieces.push(Buffer.from(pending));
    pending = '';
  };
  return {
    add: (json, cost = json.length) => {
      pending += json;
      work += cost + COST_OF_ADDING;
      if (pending.length >= PIECE) flush();
    },
    isDue: () => {
      if (work < DUE) return false;
      work = 0;
      return true;
    },
    end: () => {
      flush();
      return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
    },
  };
}
