import type { TraceSpan } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { QUEUES_UNREACHABLE, type AcceptDeps } from './acceptBatch.js';
import { Rejection, unavailable, type Answer } from './http/answer.js';
import { authenticate, type Sender, type ServiceKey } from './http/authenticate.js';
import type { BufferBudget, MemoryAccount } from './http/bufferBudget.js';
import { checkOrigin } from './http/checkOrigin.js';
import { readBody, type BodyForm, type BodyLimits } from './http/readBody.js';
import { readHeader } from './http/readHeader.js';
import type { SettingsCache } from './settings/settingsCache.js';

/** Dependencies of receiving a request. */
export interface ReceiveDeps extends Pick<AcceptDeps, 'isUsable' | 'pressure' | 'spool' | 'refusals'> {
  readonly settings: Pick<SettingsCache, 'find'>;
  readonly limits: BodyLimits;
  readonly budget: BufferBudget;
}

/** A request with its response and, if it is traced, its span. */
export interface IngestRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly trace?: TraceSpan | undefined;
}

/** The decoded body of an authenticated request, and the memory that it holds until the request is answered. */
export interface ReceivedBody {
  readonly bytes: Buffer;
  readonly memory: MemoryAccount;
}

/** What differs between endpoints. */
export interface Receiving extends BodyForm {
  /** The key that the request names; `undefined` if there is none, or if several differ. */
  readonly key: ServiceKey | undefined;
  /** Refuses a sender that the key alone does not, such as for the number of another project. */
  readonly checkSender?: (sender: Sender) => Rejection | undefined;
}

/**
 * Steps 1 to 4 of ingestion (design 2.1), each of which may end the request: cheap checks precede expensive ones, and a body is
 * read only for a known project. Calls `accept` with the body, whose memory is held until it resolves.
 */
export async function receiveBatch(
  { request, response, trace }: IngestRequest,
  { key, checkSender, ...form }: Receiving,
  deps: ReceiveDeps,
  accept: (sender: Sender, body: ReceivedBody) => Promise<Answer>,
): Promise<Answer> {
  // 1. Authenticate: the key identifies the project, whose settings the later steps need.
  const sender = await authenticate(key, deps.settings, deps.refusals.countDisabledKey);
  if (sender instanceof Rejection) return sender;
  const otherSender = checkSender?.(sender);
  if (otherSender !== undefined) return otherSender;

  // 2. Check the origin before the cost of reading a body.
  const foreign = checkOrigin(request, sender);
  if (foreign !== undefined) {
    deps.refusals.countOrigin(
      sender.project.projectId,
      readHeader(request, 'origin') ?? readHeader(request, 'referer'),
    );
    return foreign;
  }

  // 3. Check the pressure: a batch that neither Redis nor the spool can accept would only fill this process's memory.
  const overload = checkPressure(deps);
  if (overload !== undefined) return overload;

  const memory = deps.budget.open(sender.project);
  try {
    // 4. Read the body: declared size, coding and type, then the bytes.
    const reading = trace?.child('read body');
    const { limits, budget } = deps;
    const bytes = await readBody(request, response, { limits, memory, isTight: budget.isTight }, form);
    reading?.end();
    return Buffer.isBuffer(bytes) ? await accept(sender, { bytes, memory }) : bytes;
  } finally {
    memory.close();
  }
}

function checkPressure({ isUsable, pressure, spool }: ReceiveDeps): Rejection | undefined {
  if (spool?.hasRoom() === true) return undefined;
  if (!isUsable()) return QUEUES_UNREACHABLE;
  return pressure().refuseAll
    ? unavailable('The queues are full. Send the batch again after Retry-After seconds.')
    : undefined;
}
