import type { MessageShape } from './messageShapes.js';

/** The contents of a binary message. */
export interface MessageScan {
  readonly records: number;
  /** Messages of any kind; an attribute is two: its pair and its value. */
  readonly messages: number;
}

/** Levels of nested messages, at most: the default of decoders of Protocol Buffers. */
const MAX_DEPTH = 100;

/** Bytes of a varint, at most. */
const MAX_VARINT = 10;

/**
 * Returns how many messages a binary message contains, without decoding it: an empty one has two bytes, but takes a hundred times as
 * much memory when it is decoded. `undefined` if the lengths do not fit, or it contains groups, which OTLP does not have. Takes linear
 * time and no memory.
 */
export function scanMessage(bytes: Uint8Array, root: MessageShape): MessageScan | undefined {
  const scan = { records: 0, messages: 0 };
  let at = 0;

  /** Returns NaN where the bytes end or the number is no length. */
  const readVarint = (end: number): number => {
    let value = 0;
    for (let index = 0, scale = 1; index < MAX_VARINT && at < end; index++, scale *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return NaN;
  };

  const walk = ({ fields }: MessageShape, end: number, depth: number): boolean => {
    if (depth > MAX_DEPTH) return false;
    while (at < end) {
      const tag = readVarint(end);
      if (!(tag >= 8 && tag < 2 ** 32)) return false;
      switch (tag % 8) {
        case 0:
          if (Number.isNaN(readVarint(end))) return false;
          break;
        case 1:
          at += 8;
          break;
        case 2: {
          const length = readVarint(end);
          const inner = at + length;
          if (!(inner <= end)) return false;
          const shape = fields.get(Math.floor(tag / 8));
          if (shape !== undefined) {
            scan.messages += 1;
            if (shape.isRecord === true) scan.records += 1;
            if (shape.fields.size > 0 && !walk(shape, inner, depth + 1)) return false;
          }
          at = inner;
          break;
        }
        case 5:
          at += 4;
          break;
        default:
          return false;
      }
    }
    return at === end;
  };

  return walk(root, bytes.length, 0) ? scan : undefined;
}
