import { send } from './send/send.js';
import type { SendOptions } from './send/sendOptions.js';
import { addressOf, readTarget, type UploadTarget } from './uploadTarget.js';

/** What is told of a release. Fields that are left out keep what the service has; `null` and empty text clear. */
export interface ReleaseFields {
  /** The SDK's `release`, character for character. */
  readonly version: string;
  /** Build or commit. */
  readonly ref?: string | null | undefined;
  /** http(s) link to the build, deploy or commit. */
  readonly url?: string | null | undefined;
  /** ISO 8601 where it is text. */
  readonly deployedAt?: Date | string | null | undefined;
  readonly notes?: string | null | undefined;
}

/** A release as the service has it afterwards, with the fields that its API names. */
export interface DescribedRelease {
  /** Whether the service had not known it. */
  readonly isNew: boolean;
  readonly release: Readonly<Record<string, unknown>>;
}

/** Describes a release; only the fields given are written. Rejects with an `UploadError`. */
export async function describeRelease(
  given: UploadTarget,
  { version, ref, url, deployedAt, notes }: ReleaseFields,
  options: SendOptions = {},
): Promise<DescribedRelease> {
  const target = readTarget(given);
  const form = new FormData();
  form.set('version', version);
  const deployed = deployedAt instanceof Date ? deployedAt.toISOString() : deployedAt;
  for (const [name, value] of Object.entries({ ref, url, deployed_at: deployed, notes })) {
    if (value !== undefined) form.set(name, value ?? '');
  }
  const sent = await send(target, { method: 'POST', address: addressOf(target, 'releases'), form }, options);
  if (!sent.ok) throw sent.error;
  return { isNew: sent.status === 201, release: sent.body };
}
