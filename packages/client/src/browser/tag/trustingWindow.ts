/** Says that addresses of scripts are trusted: `createScriptURL` makes what the browser wants in place of a text. */
export interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** A window of a browser that has Trusted Types. Types of the DOM do not know them. */
export interface TrustingWindow {
  readonly trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
}
