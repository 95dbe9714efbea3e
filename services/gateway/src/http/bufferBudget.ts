/** Bytes that this process holds for requests under way, bodies and what they become; bounded over all of them. */
export interface BufferBudget {
  /** Takes `bytes`; false, and nothing taken, where they are not left. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
}

/** A budget of `max` bytes. */
export function createBufferBudget(max: number): BufferBudget {
  let used = 0;
  return {
    take: (bytes) => {
      if (used + bytes > max) return false;
      used += bytes;
      return true;
    },
    giveBack: (bytes) => {
      used -= bytes;
    },
  };
}
