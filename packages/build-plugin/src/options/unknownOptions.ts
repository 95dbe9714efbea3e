import { type SluiceOptions } from '../../types/options.js';

/** All there are; the compiler holds them against the type. */
const KNOWN: Readonly<Record<keyof SluiceOptions, true>> = {
  url: true,
  authToken: true,
  org: true,
  project: true,
  release: true,
  deleteAfterUpload: true,
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

/** A sentence that names options which there are not, most of them mistyped; `undefined` where all are known. */
export function unknownOptions(options: SluiceOptions): string | undefined {
  const names = Object.keys(options).filter((name) => !Object.hasOwn(KNOWN, name));
  if (names.length === 0) return undefined;
  const unknown = names.map((name) => `"${name}"`).join(', ');
  return `there is no option ${unknown}: the options are ${Object.keys(KNOWN).join(', ')}`;
}
