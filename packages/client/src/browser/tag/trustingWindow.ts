/** A Trusted Types policy: `createScriptURL` creates a trusted script URL. */
export interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** A window with Trusted Types, which the DOM types lack. */
export interface TrustingWindow {
  readonly trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
}
