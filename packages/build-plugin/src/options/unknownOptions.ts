import { type SluiceOptions } from '../../types/options.d.js';

/** All option names, checked against the type. */
const KNOWN: Readonly<Record<keyof SluiceOptions, true>> = {
  url: true,
  authToken: true,
  org: true,
  project: true,
  release: true,
  deleteAfterUpload: true,
  debugIds: true,
  ssr: true,
  urlPrefix: true,
  appRoot: true,
  platform: true,
  include: true,
  ignore: true,
  timeoutSeconds: true,
  strict: true,
  silent: true,
  debug: true,
  enabled: true,
};

/** Returns a warning about unknown options; `undefined` if all are known. */
export function unknownOptions(options: SluiceOptions): string | undefined {
  const names = Object.keys(options).filter((name) => !Object.hasOwn(KNOWN, name));
  if (names.length === 0) return undefined;
  const unknown = names.map((name) => `"${name}"`).join(', ');
  return `unknown option ${unknown}; options: ${Object.keys(KNOWN).join(', ')}`;
}
