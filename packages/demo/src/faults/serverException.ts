import type { Random } from '../random.js';
import type { ServerFault } from './serverFaults.js';

/** Returns the payload of an exception of a service. */
export function serverException(chance: Random, fault: ServerFault): object {
  const { type, level, handled, calls } = fault;
  return { type, message: fault.message(chance), level, handled, frames: calls };
}
