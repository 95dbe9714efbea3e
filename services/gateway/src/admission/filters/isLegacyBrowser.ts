/** How a browser names its major version, and the last version that counts as legacy; the first that matches decides. */
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
 * Filter `legacyBrowsers`: Internet Explorer, Opera Mini, the old Android browser, and what is no newer than Chrome, Edge
 * or Firefox 110, Opera 99, Samsung Internet 20 or Safari 15. Other agents are not legacy.
 */
export function isLegacyBrowser(agent: string): boolean {
  const bounded = agent.slice(0, MAX_AGENT);
  for (const [pattern, last] of BROWSERS) {
    const version = pattern.exec(bounded)?.[1];
    if (version !== undefined) return Number(version) <= last;
  }
  return false;
}
