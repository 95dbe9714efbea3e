/** What a build sees of its release, for the SDK. */
export const RELEASE_CONSTANT = '__SLUICE_RELEASE__';
