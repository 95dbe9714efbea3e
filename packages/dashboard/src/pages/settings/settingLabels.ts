/** What the pages call the settings of a project, by full name. */
const LABELS: Readonly<Record<string, string>> = {
  allowedDomains: 'Allowed domains',
  ingestion: 'Accept events',
  refusedSamples: 'Samples of refused events',
  spikeProtection: 'Spike protection',
  eventsPerHour: 'Events per hour',
  bytesPerHour: 'Bytes per hour',
  allowNoOrigin: 'Requests without Origin and Referer',
  scrub: 'Scrubbing',
  storeIp: 'Client IP addresses',
  'filters.ips': 'Filter of addresses',
  'filters.environments': 'Filter of environments',
  'filters.releases': 'Filter of releases',
  'filters.messages': 'Filter of messages',
  'filters.crawlers': 'Crawlers',
  'filters.browserExtensions': 'Browser extensions',
  'filters.localhost': 'Localhost',
  'filters.legacyBrowsers': 'Legacy browsers',
};

/** Returns what the pages call a setting: `Sample rate of logs` for `sampleRates.log`; its name if they have no other. */
export function settingLabel(name: string): string {
  const [head, part] = name.split('.');
  if (head === 'sampleRates' && part !== undefined) return `Sample rate of ${part}s`;
  return LABELS[name] ?? name;
}
