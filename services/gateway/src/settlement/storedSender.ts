import { TYPE_CODES } from '@sluice/contract';
import { truncateAddress } from '@sluice/runtime';
import type { AdmittedBatch } from '../batch/admittedBatch.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import type { VisitorHasher } from '../visitors/createVisitorHasher.js';

/** The sender as it is queued, spooled and stored. */
export interface StoredSender {
  /** Empty if the project stores no addresses. */
  readonly address: string;
  /** Tells visitors of hits apart where the address does not. */
  readonly visitor?: string | undefined;
}

/**
 * Returns what the project setting `storeIp` leaves of the sender. Filters and the batch hash use the whole address; nothing
 * behind this step has it. @param arrivalMs the recorded arrival, whose day determines the visitor
 */
export function storedSender(
  { project, address }: Pick<IncomingBatch, 'project' | 'address'>,
  { types }: Pick<AdmittedBatch, 'types'>,
  arrivalMs: number,
  { visitorOf }: Pick<VisitorHasher, 'visitorOf'>,
): StoredSender {
  const { storeIp } = project.settings;
  if (storeIp === 'full') return { address };
  const visitor = types.includes(TYPE_CODES.hit) ? visitorOf(address, arrivalMs) : undefined;
  return { address: storeIp === 'truncated' ? truncateAddress(address) : '', visitor };
}
