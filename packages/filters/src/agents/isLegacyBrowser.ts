/** Pattern of a browser's major version, and the last version that counts as legacy. The first match decides. */
const BROWSERS: readonly (readonly [RegExp, number])[] = [
  [/\bMSIE (\d{1,4})/, 11],
  [/\bTrident\/.{0,200}\brv:(\d{1,4})/, 11],
  [/\bIEMobile\/(\d{1,4})/, 11],
  [/\b(?:Edge|Edg|EdgA|EdgiOS)\/(\d{1,4})/, 110],
  [/\bOPR\/(\d{1,4})/, 99],
  [/\bOpera Mini\/(\d{1,4})/, Number.MAX_SAFE_INTEGER],
  [/\bOpera[/ ](\d{1,4})/, 99],
  [/\b(?:FxiOS|CriOS)\/(\d{1,4})/, 110],
  [/\bFirefox\/(\d{1,4})/, 110],
  [/\bSamsungBrowser\/(\d{1,4})/, 20],
  [/\b(?:Headless)?Chrom(?:e|ium)\/(\d{1,4})/, 110],
  [/\bAndroid .{0,200}\bVersion\/(\d{1,4})/, Number.MAX_SAFE_INTEGER],
  [/\bVersion\/(\d{1,4})(?:\.\d+)* (?:Mobile\/\w+ )?Safari\//, 15],
];

const MAX_AGENT = 512;

/**
 * Whether a user agent is a legacy browser (filter `legacyBrowsers`): Internet Explorer, Opera Mini, the old Android browser, and
 * Chrome, Edge or Firefox up to 110, Opera up to 99, Samsung Internet up to 20, Safari up to 15. Other agents are not.
 */
export function isLegacyBrowser(agent: string): boolean {
  const bounded = agent.slice(0, MAX_AGENT);
  for (const [pattern, last] of BROWSERS) {
    const version = pattern.exec(bounded)?.[1];
    if (version !== undefined) return Number(version) <= last;
  }
  return false;
}
