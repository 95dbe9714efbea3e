/** The pages that messages link to. `undefined`: no `PUBLIC_URL` is configured, and messages have no links. */
export interface PageUrls {
  readonly alerts: () => string;
  /** What a rule fired, suppressed firings included. */
  readonly history: (ruleId: string) => string;
  readonly issue: (issueId: string) => string;
  /** The page of a destination of the organization. */
  readonly destination: (destinationId: string) => string;
  readonly usage: () => string;
  /** The page with the button that lifts spike protection for the hour. Opening it changes nothing. */
  readonly lift: (hour: string, type: string) => string;
  readonly release: (version: string) => string;
  readonly keys: () => string;
  readonly tokens: () => string;
  readonly quotas: () => string;
}

/** Returns the pages of an organization, or of a project of it. */
export function pageUrls(
  publicUrl: string,
  { organization, project }: { readonly organization: string; readonly project: string | null },
): PageUrls {
  const root = `${publicUrl.replace(/\/+$/, '')}/${encodeURIComponent(organization)}`;
  const own = project === null ? undefined : `${root}/${encodeURIComponent(project)}`;
  const alerts = own === undefined ? `${root}/settings/alerts` : `${own}/alerts`;
  return {
    alerts: () => alerts,
    history: (ruleId) => `${alerts}?${new URLSearchParams({ tab: 'history', by: ruleId }).toString()}`,
    issue: (issueId) => `${own ?? root}/issues/${encodeURIComponent(issueId)}`,
    destination: (id) => `${root}/settings/alerts?${new URLSearchParams({ destination: id }).toString()}`,
    usage: () => (own === undefined ? `${root}/settings/quotas` : `${own}/usage`),
    lift: (hour, type) => `${own ?? root}/usage?${new URLSearchParams({ lift: type, hour }).toString()}`,
    release: (version) => `${own ?? root}/releases/${encodeURIComponent(version)}`,
    keys: () => `${own ?? root}/settings/security`,
    tokens: () => `${root}/settings/general`,
    quotas: () => `${root}/settings/quotas`,
  };
}

/** Returns a link in a mail, which confirms an address or ends its mail: opened it asks, posted to it acts. */
export const alertsLink = (publicUrl: string, action: 'confirm' | 'unsubscribe', token: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/api/0/alerts/${action}?token=${encodeURIComponent(token)}`;
