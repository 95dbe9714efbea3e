import type { KeyKind } from '@sluice/contract';
import type { KnownProject } from '../settings/knownProject.js';

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
