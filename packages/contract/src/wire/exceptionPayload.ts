import { EXCEPTION_LEVELS } from '../levels.js';
import type { FieldDescription, PayloadDescription, PayloadOf } from './payloadDescription.js';

const frame = {
  type: 'object',
  fields: {
    file: { type: 'string' },
    function: { type: 'string' },
    /** Module, class or package that has the function: `shop.cart`. Shown in place of a missing file. */
    module: { type: 'string' },
    /** From 1, as browsers print it. */
    line: { type: 'number' },
    /** From 1, as browsers print it. */
    column: { type: 'number' },
    inApp: { type: 'boolean' },
    /** Source lines as the client read them, shown if no source map resolves the frame. */
    context: {
      type: 'object',
      fields: {
        /** Lines before the position, in file order. */
        before: { type: 'array', items: { type: 'string' }, required: true },
        line: { type: 'string', required: true },
        after: { type: 'array', items: { type: 'string' }, required: true },
      },
    },
    /** Local variables by name, as the program prints them. A value that is no text is stored as its JSON text. */
    vars: { type: 'object', values: { type: 'json' } },
    /** UUID that a build wrote into the file and its source map. */
    debugId: { type: 'string' },
  },
} as const satisfies FieldDescription;

const breadcrumb = {
  type: 'object',
  fields: {
    timestamp: { type: 'string' },
    category: { type: 'string' },
    type: { type: 'string' },
    level: { type: 'string' },
    message: { type: 'string' },
    data: { type: 'json' },
  },
} as const satisfies FieldDescription;

/** The fields of an exception (protocol 2.8), except `cause`, which has the same fields again. */
export const exceptionPayload = {
  validates: 'formats',
  fields: {
    type: { type: 'string' },
    message: { type: 'string' },
    level: { enum: EXCEPTION_LEVELS },
    handled: { type: 'boolean' },
    /** Language or system of the program: `python`. Absent, `javascript` and `node` are JavaScript. */
    platform: { type: 'string' },
    /** Newest call first. */
    frames: { type: 'array', items: frame },
    /** Raw text of the stack, read if `frames` is absent. */
    stack: { type: 'string' },
    fingerprint: { type: 'array', items: { type: 'string' } },
    breadcrumbs: { type: 'array', items: breadcrumb },
  },
} as const satisfies PayloadDescription;

/** Payload of an `exception` (protocol 2.8). Every field may be absent. */
export interface ExceptionPayload extends PayloadOf<typeof exceptionPayload> {
  readonly cause?: CausePayload;
}

/** An exception below another one. */
interface CausePayload extends ExceptionPayload {
  /**
   * If it belongs to a group, such as an `AggregateError`, the place of the group: 0 is the exception of the event, 1 its `cause`, 2
   * the cause of that. Absent for the cause of the exception that it is in.
   */
  readonly parent?: number;
}

/** One call of a stack, with positions from 1 as browsers print them (protocol 2.8). */
type WireFrame = NonNullable<ExceptionPayload['frames']>[number];

/** Source lines around the position of a frame (protocol 2.8), nearest lines only. */
export type WireSourceContext = NonNullable<WireFrame['context']>;
