/** Writes JSON incrementally, so that the caller may pause between two pieces. */
export interface JsonWriter {
  /** @param cost characters examined for it */
  readonly add: (json: string, cost?: number) => void;
  /** Adds JSON in UTF-8 as it is. */
  readonly addBytes: (json: Buffer) => void;
  /** Whether enough work was done since the last call to check the time. */
  readonly isDue: () => boolean;
  /** Returns everything added, in UTF-8. */
  readonly end: () => Buffer;
}

/** Characters of work until it is due. One text is the largest step; texts are bounded (`LIMITS.cutString`). */
const DUE = 16_384;
/** Cost of an addition besides its characters. */
const COST_OF_ADDING = 16;
/** Characters encoded at once. */
const PIECE = 32_768;

/** Returns an empty writer. */
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
    addBytes: (json) => {
      flush();
      pieces.push(json);
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
