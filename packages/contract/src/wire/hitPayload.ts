/** Payload of a `hit` (protocol 2.8); `kind` is `custom` where `name` is given, else `pageview`. */
export interface HitPayload {
  readonly kind?: 'pageview' | 'custom';
  readonly name?: string;
  readonly url?: string;
  readonly referrer?: string;
  readonly title?: string;
  readonly sessionId?: string;
}

/** What a hit's payload must hold to be valid: it is an object, nothing more. */
export const hitPayloadSchema = { type: 'object' } as const;
