import { DEBUG_HEADER, batchIdOf, type KeyKind } from '@sluice/contract';
import { clientAddress, type Clock, type Networks } from '@sluice/runtime';
import { randomUUID } from 'node:crypto';
import type { Sender } from '../http/authenticate.js';
import { headerOf, type IngestRequest } from '../http/ingestRequest.js';
import { pageOf } from '../http/pageOf.js';
import type { PressureState } from '../pressure/judgePressure.js';
import type { KnownProject } from '../settings/knownProject.js';
import { userAgentOf } from '../http/userAgentOf.js';
import { batchHash } from './batchHash.js';

/** A batch's identity and sender, and its decoded body, before anything is decided. */
export interface IncomingBatch {
  readonly bytes: Buffer;
  readonly project: KnownProject;
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
  readonly pressure: () => Pick<PressureState, 'isTight'>;
  readonly clock: Clock;
}

/** Says who sent these bytes, when, and what names them. */
export function describeBatch(
  request: IngestRequest,
  { project, keyKind }: Sender,
  bytes: Buffer,
  deps: Deps,
): IncomingBatch {
  const agent = userAgentOf(request);
  const address = clientAddress(request.peer, headerOf(request, 'x-forwarded-for'), deps.trustedProxies);
  const hash = batchHash({ projectId: project.projectId, keyKind, address, agent }, bytes);
  const arrivalMs = deps.clock();
  const page = headerOf(request, 'origin') ?? headerOf(request, 'referer');
  const pageHost = page === undefined ? undefined : pageOf(page)?.host;
  const windowMs = Math.ceil(deps.duplicateWindowMs * (deps.pressure().isTight ? TIGHT_SHARE : 1));
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
    explain: headerOf(request, DEBUG_HEADER) === '1',
  };
}
