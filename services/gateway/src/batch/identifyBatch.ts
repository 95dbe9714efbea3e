import { DEBUG_HEADER, batchIdOf, type KeyKind } from '@sluice/contract';
import { parsePageUrl } from '@sluice/filters';
import { clientAddress, type Clock, type Networks, type TraceSpan } from '@sluice/runtime';
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Sender } from '../http/authenticate.js';
import { readHeader, readUserAgent } from '../http/readHeader.js';
import type { PressureState } from '../pressure/assessPressure.js';
import type { CompiledProject } from '../settings/compileProject.js';

/** A batch's identity, sender and decoded body, before any decision about it. */
export interface IncomingBatch {
  readonly bytes: Buffer;
  /** Whether the gateway wrote the bytes, from another protocol: the bounds of bodies do not apply, and internal types are allowed. */
  readonly isWritten?: boolean;
  readonly project: CompiledProject;
  readonly keyKind: KeyKind;
  readonly hash: string;
  readonly batchId: string;
  /** Identifies this request's charge, which may be repeated. */
  readonly nonce: string;
  /** How long an identical batch is recognized, in milliseconds. */
  readonly windowMs: number;
  /** Milliseconds since 1970. */
  readonly arrivalMs: number;
  readonly address: string;
  readonly agent: string;
  readonly pageHost: string | undefined;
  /** Whether the request asks which events are refused, and why. */
  readonly explain: boolean;
  /** Whether to keep invalid events for samples. */
  readonly sampleInvalid: boolean;
  /** The step of the request, if it is traced. */
  readonly trace?: TraceSpan | undefined;
}

/** Under memory pressure batches are recognized for this share of the time. */
const TIGHT_SHARE = 0.2;

/** The request of a batch. */
interface BatchRequest {
  readonly headers: IncomingHttpHeaders;
  /** Address of the connection's peer. */
  readonly peer: string;
}

interface Deps {
  readonly trustedProxies: Networks;
  readonly duplicateWindowMs: number;
  readonly pressure: () => Pick<PressureState, 'isFilling'>;
  readonly clock: Clock;
  readonly refusals: { readonly wantsInvalid: (project: CompiledProject) => boolean };
}

/** Returns the batch of a request: its sender, its arrival (now) and the ids that follow from both and its bytes. */
export function identifyBatch(
  request: BatchRequest,
  { project, keyKind }: Sender,
  bytes: Buffer,
  deps: Deps,
): IncomingBatch {
  const agent = readUserAgent(request);
  const address = clientAddress(request.peer, readHeader(request, 'x-forwarded-for'), deps.trustedProxies);
  const hash = batchHash({ projectId: project.projectId, keyKind, address, agent }, bytes);
  const arrivalMs = deps.clock();
  const page = readHeader(request, 'origin') ?? readHeader(request, 'referer');
  const pageHost = page === undefined ? undefined : parsePageUrl(page)?.host;
  const windowMs = Math.ceil(deps.duplicateWindowMs * (deps.pressure().isFilling ? TIGHT_SHARE : 1));
  return {
    bytes,
    project,
    keyKind,
    hash,
    batchId: batchIdOf(arrivalMs, hash, windowMs),
    nonce: randomUUID(),
    windowMs,
    arrivalMs,
    address,
    agent,
    pageHost,
    explain: readHeader(request, DEBUG_HEADER) === '1',
    sampleInvalid: deps.refusals.wantsInvalid(project),
  };
}

/** The sender, as part of a batch's identity. */
interface BatchSender {
  readonly projectId: string;
  readonly keyKind: KeyKind;
  readonly address: string;
  readonly agent: string;
}

/**
 * Returns the batch hash (design 2.2) as 64 hex digits, of project, client address, user agent, decoded bytes and, for a server
 * key, the kind of key. Two requests with one hash are the same batch (protocol 4.1). The sender is hashed as a JSON array that
 * ends with a line feed, which no body can imitate.
 */
export function batchHash({ projectId, keyKind, address, agent }: BatchSender, bytes: Buffer): string {
  const sender = keyKind === 'public' ? [projectId, address, agent] : [projectId, address, agent, keyKind];
  return createHash('sha256')
    .update(`${JSON.stringify(sender)}\n`)
    .update(bytes)
    .digest('hex');
}
