import { send } from './send/send.js';
import type { SendOptions } from './send/sendOptions.js';
import { addressOf, readTarget, type UploadTarget } from './uploadTarget.js';

/** Description of a release. Missing fields keep their values; `null` and empty strings clear them. */
export interface ReleaseFields {
  /** The release of the SDK, compared exactly. */
  readonly version: string;
  /** Build or commit. */
  readonly ref?: string | null | undefined;
  /** http(s) URL of the build, deployment or commit. */
  readonly url?: string | null | undefined;
  /** ISO 8601 if it is a string. */
  readonly deployedAt?: Date | string | null | undefined;
  readonly notes?: string | null | undefined;
}

/** The resulting release, with the fields of the API. */
export interface DescribedRelease {
  /** Whether the release is new. */
  readonly isNew: boolean;
  readonly release: Readonly<Record<string, unknown>>;
}

/** Describes a release; only the given fields change. @throws UploadError */
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
