import { cut, EXCEPTION_LEVELS, LIMITS, type Json } from '@sluice/contract';
import { readLevel, readAsText, readText } from '@sluice/enrichment';
import { readCauses, readPlatform, type Cause } from '@sluice/stacktrace';
import { internStack } from './internStack.js';

/** An exception's payload with the defaults of protocol 2.8; a {@link Cause} with what only the outermost has. */
export interface ExceptionFacts extends Cause {
  /** JSON of its `frames` as sent; `undefined` if there were none. */
  readonly framesJson?: string | undefined;
  readonly level: string;
  readonly handled: boolean | null;
  /** Language or system of the program; `null` if the client named none. */
  readonly platform: string | null;
  /** The nearest first, at most 8. */
  readonly causes: readonly Cause[];
  /** Its own message, if {@link message} is that of the first error of an `AggregateError` without one. */
  readonly sentMessage?: string;
  /** Parts of an explicit fingerprint; empty if there is none. */
  readonly fingerprint: readonly string[];
}

/** Reads an exception's payload; a member of an unexpected type counts as absent. Never throws. */
export function readExceptionPayload(payload: Readonly<Record<string, Json>>): ExceptionFacts {
  const { type, message, level, handled, fingerprint, errors } = payload;
  const sentMessage = readAsText(message);
  const first = sentMessage.trim() === '' ? firstMessage(errors) : '';
  const { frames, json: framesJson } = internStack(payload);
  return {
    type: readText(type, LIMITS.cutIndexed) ?? 'Error',
    message: cut(first === '' ? sentMessage : first, LIMITS.cutMessage),
    ...(first !== '' && { sentMessage }),
    level: readLevel(level, EXCEPTION_LEVELS) ?? 'error',
    handled: typeof handled === 'boolean' ? handled : null,
    platform: readPlatform(payload),
    frames,
    framesJson,
    causes: readCauses(payload, (cause) => internStack(cause).frames),
    fingerprint: Array.isArray(fingerprint)
      ? (fingerprint as readonly Json[]).filter((part) => typeof part === 'string')
      : [],
  };
}

/** Node's errors of connections to several addresses say only in their parts what happened. */
const firstMessage = (errors: Json | undefined): string =>
  Array.isArray(errors)
    ? readAsText((errors[0] as Readonly<Record<string, Json>> | null | undefined)?.['message'])
    : '';
