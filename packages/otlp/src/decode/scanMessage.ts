import type { MessageShape } from './messageShapes.js';

/** The contents of a binary message. */
export interface MessageScan {
  readonly records: number;
  /** Messages of any kind; an attribute is two: its pair and its value. */
  readonly messages: number;
  /** The most messages that are decoded at once: of a record, or of a message around records. */
  readonly mostAtOnce: number;
}

/** Levels of nested messages, at most: the default of decoders of Protocol Buffers. */
const MAX_DEPTH = 100;

/** Bytes of a varint, at most. */
const MAX_VARINT = 10;

/** Fields that are read between two pauses, in less than a millisecond. */
const STEP = 8_192;

/** A message whose end was not reached yet. */
interface OpenMessage {
  readonly fields: MessageShape['fields'];
  readonly end: number;
  /** Counts the messages that are decoded with it. */
  readonly unit: { messages: number };
}

/**
 * Returns how many messages a binary message contains, without decoding it: an empty one has two bytes, but takes a hundred times as
 * much memory when it is decoded. `undefined` if the lengths do not fit, or it contains groups, which OTLP does not have. Takes linear
 * time and no memory. Yields between steps.
 */
export function* scanMessage(bytes: Uint8Array, root: MessageShape): Generator<undefined, MessageScan | undefined> {
  const scan = { records: 0, messages: 0, mostAtOnce: 0 };
  const around: OpenMessage[] = [];
  let message: OpenMessage = { fields: root.fields, end: bytes.length, unit: { messages: 0 } };
  let at = 0;

  /** Returns NaN where the message ends or the number is no length. */
  const readVarint = (): number => {
    let value = 0;
    for (let index = 0, scale = 1; index < MAX_VARINT && at < message.end; index++, scale *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return NaN;
  };

  /** Reads a field up to its end, or to that of its tag and length if its messages are counted. Returns whether it is valid. */
  const readField = (): boolean => {
    const tag = readVarint();
    if (!(tag >= 8 && tag < 2 ** 32)) return false;
    switch (tag % 8) {
      case 0:
        return !Number.isNaN(readVarint());
      case 1:
        at += 8;
        return true;
      case 2: {
        const end = readVarint() + at;
        if (!(end <= message.end)) return false;
        const shape = message.fields.get(Math.floor(tag / 8));
        if (shape === undefined) {
          at = end;
          return true;
        }
        scan.messages += 1;
        if (shape.isRecord === true) scan.records += 1;
        const unit = shape.isUnit === true ? { messages: 0 } : message.unit;
        unit.messages += 1;
        scan.mostAtOnce = Math.max(scan.mostAtOnce, unit.messages);
        if (shape.fields.size === 0) at = end;
        else {
          around.push(message);
          message = { fields: shape.fields, end, unit };
        }
        return around.length <= MAX_DEPTH;
      }
      case 5:
        at += 4;
        return true;
      default:
        return false;
    }
  };

  for (let fields = 1; ; fields += 1) {
    while (at === message.end) {
      const outer = around.pop();
      if (outer === undefined) return scan;
      message = outer;
    }
    if (at > message.end || !readField()) return undefined;
    if (fields % STEP === 0) yield;
  }
}
