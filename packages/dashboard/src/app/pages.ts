import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import { loadCode } from '../lib/loadCode';

/** What surrounds a page: nothing, the shell, or the shell and the tabs of a section. */
export type PageLayout = 'bare' | 'app' | 'settings' | 'organization' | 'profile';

/** A page: its layout, its path, and its component, which is loaded when it is opened. */
type Page = readonly [PageLayout, string, AsyncRouteComponent<object>];

const page = <Module extends object, Name extends keyof Module & string>(load: () => Promise<Module>, name: Name) =>
  lazyRouteComponent(() => loadCode(load), name);

/** Every page of the dashboard. */
export const pages = [
  ['bare', '/sign-in', page(() => import('../pages/sign-in/SignInPage'), 'SignInPage')],
  ['bare', '/invitation', page(() => import('../pages/invitation/InvitationPage'), 'InvitationPage')],
  ['bare', '/reset-password', page(() => import('../pages/reset-password/ResetPasswordPage'), 'ResetPasswordPage')],
  ['bare', '/unsubscribe', page(() => import('../pages/unsubscribe/UnsubscribePage'), 'UnsubscribePage')],
  [
    'bare',
    '/confirm-address',
    lazyRouteComponent(() => import('../pages/unsubscribe/ConfirmAddressPage'), 'ConfirmAddressPage'),
  ],
  [
    'app',
    '/create-organization',
    page(() => import('../pages/create-organization/CreateOrganizationPage'), 'CreateOrganizationPage'),
  ],
  ['profile', '/profile/account', page(() => import('../pages/profile/AccountPage'), 'AccountPage')],
  ['profile', '/profile/tokens', page(() => import('../pages/profile/TokensPage'), 'TokensPage')],
  ['profile', '/profile/sessions', page(() => import('../pages/profile/SessionsPage'), 'SessionsPage')],
  ['profile', '/profile/security', page(() => import('../pages/profile/SecurityPage'), 'SecurityPage')],
  ['profile', '/profile/appearance', page(() => import('../pages/profile/AppearancePage'), 'AppearancePage')],
  [
    'organization',
    '/$org/settings/general',
    page(() => import('../pages/organization/OrganizationPage'), 'OrganizationPage'),
  ],
  ['organization', '/$org/settings/members', page(() => import('../pages/organization/MembersPage'), 'MembersPage')],
  ['organization', '/$org/settings/quotas', page(() => import('../pages/organization/QuotasPage'), 'QuotasPage')],
  ['organization', '/$org/settings/projects', page(() => import('../pages/organization/ProjectsPage'), 'ProjectsPage')],
  [
    'organization',
    '/$org/settings/alerts',
    page(() => import('../pages/alert-settings/AlertSettingsPage'), 'AlertSettingsPage'),
  ],
  ['organization', '/$org/settings/audit', page(() => import('../pages/organization/AuditPage'), 'AuditPage')],
  ['app', '/$org/inbox', page(() => import('../pages/inbox/InboxPage'), 'InboxPage')],
  ['app', '/$org/$project/setup', page(() => import('../pages/setup/SetupPage'), 'SetupPage')],
  ['app', '/$org/$project/issues', page(() => import('../pages/issues/IssuesPage'), 'IssuesPage')],
  ['app', '/$org/$project/issues/$id', page(() => import('../pages/issue/IssuePage'), 'IssuePage')],
  ['app', '/$org/$project/traces', page(() => import('../pages/traces/TracesPage'), 'TracesPage')],
  ['app', '/$org/$project/traces/$id', page(() => import('../pages/trace/TracePage'), 'TracePage')],
  ['app', '/$org/$project/metrics', page(() => import('../pages/metrics/MetricsPage'), 'MetricsPage')],
  ['app', '/$org/$project/metrics/$name', page(() => import('../pages/metric/MetricPage'), 'MetricPage')],
  ['app', '/$org/$project/logs', page(() => import('../pages/logs/LogsPage'), 'LogsPage')],
  ['app', '/$org/$project/visits', page(() => import('../pages/visits/VisitsPage'), 'VisitsPage')],
  ['app', '/$org/$project/replays', page(() => import('../pages/replays/ReplaysPage'), 'ReplaysPage')],
  ['app', '/$org/$project/replays/$id', page(() => import('../pages/replay/ReplayPage'), 'ReplayPage')],
  ['app', '/$org/$project/releases', page(() => import('../pages/releases/ReleasesPage'), 'ReleasesPage')],
  ['app', '/$org/$project/releases/$version', page(() => import('../pages/release/ReleasePage'), 'ReleasePage')],
  ['app', '/$org/$project/users', page(() => import('../pages/users/UsersPage'), 'UsersPage')],
  ['app', '/$org/$project/users/$id', page(() => import('../pages/user/UserPage'), 'UserPage')],
  ['app', '/$org/$project/alerts', page(() => import('../pages/alerts/AlertsPage'), 'AlertsPage')],
  ['app', '/$org/$project/usage', page(() => import('../pages/usage/UsagePage'), 'UsagePage')],
  [
    'settings',
    '/$org/$project/settings/general',
    page(() => import('../pages/settings/GeneralSettingsPage'), 'GeneralSettingsPage'),
  ],
  [
    'settings',
    '/$org/$project/settings/security',
    page(() => import('../pages/settings/SecuritySettingsPage'), 'SecuritySettingsPage'),
  ],
  [
    'settings',
    '/$org/$project/settings/filters',
    page(() => import('../pages/settings/FilterSettingsPage'), 'FilterSettingsPage'),
  ],
  [
    'settings',
    '/$org/$project/settings/limits',
    page(() => import('../pages/settings/LimitSettingsPage'), 'LimitSettingsPage'),
  ],
  [
    'settings',
    '/$org/$project/settings/sourcemaps',
    page(() => import('../pages/settings/SourceMapSettingsPage'), 'SourceMapSettingsPage'),
  ],
] as const satisfies readonly Page[];

/** The path of a page of a project. */
export type ProjectPath = Extract<(typeof pages)[number][1], `/$org/$project/${string}`>;
