import type { UnknownObject } from '@sluice/contract';

/** Files of Sentry's SDKs; Ruby's are relative to the load path, which also has those of the application. */
const FILE =
  /(?:^|[\\/])(?:sentry_sdk|@sentry|gems[\\/]sentry-[^\\/]{1,60}|vendor[\\/]sentry)[\\/]|(?:^|[\\/])sentry-ruby\.rb$|^sentry[\\/].{1,200}\.rb$/;

const MODULE = /^(?:sentry_sdk|io\.sentry|Sentry|@sentry|github\.com[\\/]getsentry[\\/]sentry-go)(?:[.\\/]|$)/;

const FUNCTION = /^\\?Sentry\\/;

/**
 * Returns the frames of a captured message without the newest ones, in which an SDK captures it: Ruby and PHP send them, while other
 * SDKs remove them. All of them if there are no others.
 *
 * @param frames as translated, newest first
 */
export function withoutSdkFrames(frames: readonly UnknownObject[]): readonly UnknownObject[] {
  const first = frames.findIndex((frame) => !isSdk(frame));
  return first < 0 ? frames : frames.slice(first);
}

const isSdk = ({ file, module, function: name, inApp }: UnknownObject): boolean =>
  inApp !== true && (matches(FILE, file) || matches(MODULE, module) || matches(FUNCTION, name));

const matches = (pattern: RegExp, value: unknown): boolean => typeof value === 'string' && pattern.test(value);
