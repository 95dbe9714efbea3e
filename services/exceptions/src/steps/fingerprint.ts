import { createHash } from 'node:crypto';
import { normalizeFrame } from './normalizeFrame.js';
import { normalizeMessage } from './normalizeMessage.js';
import type { ExceptionFacts } from './readException.js';

/** Changes whenever an exception could get another fingerprint: hashes of two versions never meet by accident. */
const VERSION = 'v1';

/** Stands for the computed fingerprint inside an explicit one. */
const DEFAULT = /^\{\{\s*default\s*\}\}$/;

/** Calls far down the stack are the framework's way here, not the fault. */
const FRAMES = 20;

/**
 * What groups exceptions into issues: `v1:` and 32 hex digits. The first of these that there is (spec 6, decisions
 * section 2): the fingerprint the client sent, in which `{{ default }}` stands for the computed one; the type and the
 * frames of the application (of all, where none is the application's); the type and the message without variable parts.
 */
export function fingerprint(exception: ExceptionFacts): string {
  const computed = (): readonly string[] => byFrames(exception) ?? byMessage(exception);
  const parts =
    exception.fingerprint.length === 0
      ? computed()
      : exception.fingerprint.flatMap((part) => (DEFAULT.test(part) ? ['default', ...computed()] : ['given', part]));
  const digest = createHash('sha256')
    .update(JSON.stringify([VERSION, ...parts]))
    .digest('hex');
  return `${VERSION}:${digest.slice(0, 32)}`;
}

function byFrames({ type, frames }: ExceptionFacts): readonly string[] | undefined {
  const own = frames.filter((frame) => frame.inApp);
  const known = (own.length > 0 ? own : frames)
    .map(normalizeFrame)
    .filter((frame) => frame !== ':')
    .slice(0, FRAMES);
  return known.length === 0 ? undefined : ['frames', type, ...known];
}

const byMessage = ({ type, message }: ExceptionFacts): readonly string[] => [
  'message',
  type,
  normalizeMessage(message),
];
