import { createRootRoute, createRoute, createRouter, type AnyRoute } from '@tanstack/react-router';
import { BASE_PATH } from '../lib/basePath';
import { parseSearch, stringifySearch } from '../lib/searchText';
import { OrganizationLayout, ProfileLayout, SettingsLayout } from './layouts';
import { FirstPage, HomePage, ProjectHomePage } from './HomePage';
import { PageError, PageMissing, PagePending } from './pageStates';
import { pages, type PageLayout } from './pages';
import { Root } from './Root';
import { Shell } from './Shell';

const root = createRootRoute({ component: Root, notFoundComponent: PageMissing });
const inRoot = { getParentRoute: () => root };
const app = createRoute({ ...inRoot, id: 'app', component: Shell });
const inApp = { getParentRoute: () => app };
const settings = createRoute({ ...inApp, id: 'settings-tabs', component: SettingsLayout });
const organization = createRoute({ ...inApp, id: 'organization-tabs', component: OrganizationLayout });
const profile = createRoute({ ...inApp, id: 'profile-tabs', component: ProfileLayout });

const parents: Readonly<Record<PageLayout, AnyRoute>> = { bare: root, app, settings, organization, profile };

const routesOf = (layout: PageLayout): readonly AnyRoute[] =>
  pages
    .filter(([own]) => own === layout)
    .map(([, path, component]) => createRoute({ getParentRoute: () => parents[layout], path, component }));

/** Paths without a page of their own open the first page of their section. */
const FIRST_PAGES = [
  ['/profile', '/profile/account'],
  ['/$org', '/$org/settings/projects'],
  ['/$org/settings', '/$org/settings/general'],
  ['/$org/$project/settings', '/$org/$project/settings/general'],
] as const;

const firstPages = FIRST_PAGES.map(([path, to]) =>
  createRoute({ ...inApp, path, component: () => <FirstPage to={to} /> }),
);

/** Every other path, inside the shell; below a project with its navigation. */
const UNKNOWN_PATHS = ['/$', '/$org/$project/$'] as const;

const routeTree = root.addChildren([
  ...routesOf('bare'),
  app.addChildren([
    createRoute({ ...inApp, path: '/', component: HomePage }),
    // The slash at the end: otherwise the address of unknown paths matches first, with nothing below the project.
    createRoute({ ...inApp, path: '/$org/$project/', component: ProjectHomePage }),
    ...routesOf('app'),
    ...firstPages,
    ...UNKNOWN_PATHS.map((path) => createRoute({ ...inApp, path, component: PageMissing })),
    settings.addChildren([...routesOf('settings')]),
    organization.addChildren([...routesOf('organization')]),
    profile.addChildren([...routesOf('profile')]),
  ]),
]);

/** Finds the page of a URL. */
export const router = createRouter({
  routeTree,
  basepath: BASE_PATH,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  defaultPendingComponent: PagePending,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
});
