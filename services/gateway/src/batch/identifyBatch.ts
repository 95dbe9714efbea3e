import { DEBUG_HEADER, batchIdOf, type KeyKind } from '@sluice/contract';
import { clientAddress, type Clock, type Networks } from '@sluice/runtime';
import { createHash, randomUUID } from 'node:crypto';
import type { Sender } from '../http/authenticate.js';
import { readHeader, readUserAgent, type IngestRequest } from '../http/ingestRequest.js';
import { parsePageUrl } from '../http/parsePageUrl.js';
import type { PressureState } from '../pressure/assessPressure.js';
import type { CompiledProject } from '../settings/compileProject.js';

/** A batch's identity and sender, and its decoded body, before anything is decided. */
export interface IncomingBatch {
  readonly bytes: Buffer;
  readonly project: CompiledProject;
  readonly keyKind: KeyKind;
  readonly hash: string;
  readonly batchId: string;
  /** Names the call that charges it, however often it is repeated. */
  readonly nonce: string;
  /** How long an identical batch is recognized, in milliseconds. */
  readonly windowMs: number;
  readonly arrivalMs: number;
  readonly address: string;
  readonly agent: string;
  readonly pageHost: string | undefined;
  /** Whether the request asks which events are refused, and why. */
  readonly explain: boolean;
}

/** Under memory pressure batches are recognized for this share of the time. */
const TIGHT_SHARE = 0.2;

interface Deps {
  readonly trustedProxies: Networks;
  readonly duplicateWindowMs: number;
  readonly pressure: () => Pick<PressureState, 'isFilling'>;
  readonly clock: Clock;
}

/** Says who sent these bytes, when, and what names them. */
export function identifyBatch(
  request: IngestRequest,
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
  };
}

/** Who sent a batch, as far as it makes it another batch. */
interface BatchSender {
  readonly projectId: string;
  readonly keyKind: KeyKind;
  readonly address: string;
  readonly agent: string;
}

/**
 * What makes two requests the same batch (protocol 4.1): project, client address, user agent and decoded bytes;
 * and the kind of key, so that a batch of a server key is never taken for a resend of a public key's batch.
 * 64 hex digits. The JSON array before the first line feed cannot be mistaken for a part of the body.
 */
export function batchHash({ projectId, keyKind, address, agent }: BatchSender, bytes: Buffer): string {
  const sender = keyKind === 'public' ? [projectId, address, agent] : [projectId, address, agent, keyKind];
  return createHash('sha256')
    .update(`${JSON.stringify(sender)}\n`)
    .update(bytes)
    .digest('hex');
}
