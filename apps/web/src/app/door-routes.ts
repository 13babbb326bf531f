import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { page } from './page-route.ts'
import { rootRoute } from './root-route.ts'
import { enter } from './route-guard.ts'

const login = createRoute({
  ...page(rootRoute, 'auth/inicio-de-sesion', 'Iniciar sesión'),
  beforeLoad: enter('staff-public'),
  component: lazyRouteComponent(() => import('../staff/login/login-page.tsx'), 'StaffLoginPage'),
})

/** Where the provider of identities returns to. */
const oidcReturn = createRoute({
  ...page(rootRoute, 'auth/proveedor', 'Iniciar sesión'),
  beforeLoad: enter('staff-public'),
  component: lazyRouteComponent(() => import('../staff/oidc/oidc-return-page.tsx'), 'OidcReturnPage'),
})

/** Public, for both apps; it is here so that a phone loads nothing of it with the worker app. */
const demoMails = createRoute({
  ...page(rootRoute, 'demo/correos', 'Correos'),
  component: lazyRouteComponent(() => import('../demo/demo-mails-page.tsx'), 'DemoMailsPage'),
})

/** The office's screens that need no session. */
export const doorRoutes = [login, oidcReturn, demoMails] as const
