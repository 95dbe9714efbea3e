/** Set by the build plugin. */
declare const __SLUICE_RELEASE__: string | undefined;

/** Returns the release set by the build plugin; `undefined` without it. */
export const builtRelease = (): string | undefined =>
  typeof __SLUICE_RELEASE__ === 'undefined' ? undefined : __SLUICE_RELEASE__;
