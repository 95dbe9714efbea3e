import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';

/** What surrounds a page: nothing, the shell, or the shell and the tabs of a section. */
export type PageLayout = 'bare' | 'app' | 'settings' | 'organization' | 'profile';

/** A page: its layout, its path, and its component, which is loaded when it is opened. */
type Page = readonly [PageLayout, string, AsyncRouteComponent<object>];

/** Every page of the dashboard. */
export const pages = [
  ['bare', '/sign-in', lazyRouteComponent(() => import('../pages/sign-in/SignInPage'), 'SignInPage')],
  ['bare', '/invitation', lazyRouteComponent(() => import('../pages/invitation/InvitationPage'), 'InvitationPage')],
  [
    'bare',
    '/reset-password',
    lazyRouteComponent(() => import('../pages/reset-password/ResetPasswordPage'), 'ResetPasswordPage'),
  ],
  ['bare', '/unsubscribe', lazyRouteComponent(() => import('../pages/unsubscribe/UnsubscribePage'), 'UnsubscribePage')],
  [
    'app',
    '/create-organization',
    lazyRouteComponent(() => import('../pages/create-organization/CreateOrganizationPage'), 'CreateOrganizationPage'),
  ],
  ['profile', '/profile/account', lazyRouteComponent(() => import('../pages/profile/AccountPage'), 'AccountPage')],
  ['profile', '/profile/tokens', lazyRouteComponent(() => import('../pages/profile/TokensPage'), 'TokensPage')],
  ['profile', '/profile/sessions', lazyRouteComponent(() => import('../pages/profile/SessionsPage'), 'SessionsPage')],
  ['profile', '/profile/security', lazyRouteComponent(() => import('../pages/profile/SecurityPage'), 'SecurityPage')],
  [
    'profile',
    '/profile/appearance',
    lazyRouteComponent(() => import('../pages/profile/AppearancePage'), 'AppearancePage'),
  ],
  [
    'organization',
    '/$org/settings/general',
    lazyRouteComponent(() => import('../pages/organization/OrganizationPage'), 'OrganizationPage'),
  ],
  [
    'organization',
    '/$org/settings/members',
    lazyRouteComponent(() => import('../pages/organization/MembersPage'), 'MembersPage'),
  ],
  [
    'organization',
    '/$org/settings/quotas',
    lazyRouteComponent(() => import('../pages/organization/QuotasPage'), 'QuotasPage'),
  ],
  [
    'organization',
    '/$org/settings/projects',
    lazyRouteComponent(() => import('../pages/organization/ProjectsPage'), 'ProjectsPage'),
  ],
  [
    'organization',
    '/$org/settings/alerts',
    lazyRouteComponent(() => import('../pages/alert-settings/AlertSettingsPage'), 'AlertSettingsPage'),
  ],
  [
    'organization',
    '/$org/settings/audit',
    lazyRouteComponent(() => import('../pages/organization/AuditPage'), 'AuditPage'),
  ],
  ['app', '/$org/inbox', lazyRouteComponent(() => import('../pages/inbox/InboxPage'), 'InboxPage')],
  ['app', '/$org/$project/setup', lazyRouteComponent(() => import('../pages/setup/SetupPage'), 'SetupPage')],
  ['app', '/$org/$project/issues', lazyRouteComponent(() => import('../pages/issues/IssuesPage'), 'IssuesPage')],
  ['app', '/$org/$project/issues/$id', lazyRouteComponent(() => import('../pages/issue/IssuePage'), 'IssuePage')],
  ['app', '/$org/$project/traces', lazyRouteComponent(() => import('../pages/traces/TracesPage'), 'TracesPage')],
  ['app', '/$org/$project/traces/$id', lazyRouteComponent(() => import('../pages/trace/TracePage'), 'TracePage')],
  ['app', '/$org/$project/metrics', lazyRouteComponent(() => import('../pages/metrics/MetricsPage'), 'MetricsPage')],
  ['app', '/$org/$project/metrics/$name', lazyRouteComponent(() => import('../pages/metric/MetricPage'), 'MetricPage')],
  ['app', '/$org/$project/logs', lazyRouteComponent(() => import('../pages/logs/LogsPage'), 'LogsPage')],
  ['app', '/$org/$project/visits', lazyRouteComponent(() => import('../pages/visits/VisitsPage'), 'VisitsPage')],
  ['app', '/$org/$project/replays', lazyRouteComponent(() => import('../pages/replays/ReplaysPage'), 'ReplaysPage')],
  ['app', '/$org/$project/replays/$id', lazyRouteComponent(() => import('../pages/replay/ReplayPage'), 'ReplayPage')],
  [
    'app',
    '/$org/$project/releases',
    lazyRouteComponent(() => import('../pages/releases/ReleasesPage'), 'ReleasesPage'),
  ],
  [
    'app',
    '/$org/$project/releases/$version',
    lazyRouteComponent(() => import('../pages/release/ReleasePage'), 'ReleasePage'),
  ],
  ['app', '/$org/$project/users', lazyRouteComponent(() => import('../pages/users/UsersPage'), 'UsersPage')],
  ['app', '/$org/$project/users/$id', lazyRouteComponent(() => import('../pages/user/UserPage'), 'UserPage')],
  ['app', '/$org/$project/alerts', lazyRouteComponent(() => import('../pages/alerts/AlertsPage'), 'AlertsPage')],
  ['app', '/$org/$project/usage', lazyRouteComponent(() => import('../pages/usage/UsagePage'), 'UsagePage')],
  [
    'settings',
    '/$org/$project/settings/general',
    lazyRouteComponent(() => import('../pages/settings/GeneralSettingsPage'), 'GeneralSettingsPage'),
  ],
  [
    'settings',
    '/$org/$project/settings/security',
    lazyRouteComponent(() => import('../pages/settings/SecuritySettingsPage'), 'SecuritySettingsPage'),
  ],
  [
    'settings',
    '/$org/$project/settings/filters',
    lazyRouteComponent(() => import('../pages/settings/FilterSettingsPage'), 'FilterSettingsPage'),
  ],
  [
    'settings',
    '/$org/$project/settings/limits',
    lazyRouteComponent(() => import('../pages/settings/LimitSettingsPage'), 'LimitSettingsPage'),
  ],
  [
    'settings',
    '/$org/$project/settings/sourcemaps',
    lazyRouteComponent(() => import('../pages/settings/SourceMapSettingsPage'), 'SourceMapSettingsPage'),
  ],
] as const satisfies readonly Page[];

/** The path of a page of a project. */
export type ProjectPath = Extract<(typeof pages)[number][1], `/$org/$project/${string}`>;
