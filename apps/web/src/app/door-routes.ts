import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { page } from './page-route.ts'
import { rootRoute } from './root-route.ts'
import { enter } from './route-guard.ts'

const login = createRoute({
  ...page(rootRoute, 'auth/inicio-de-sesion', 'Iniciar sesión'),
  beforeLoad: enter('staff-public'),
  component: lazyRouteComponent(() => import('../staff/login/login-page.tsx'), 'StaffLoginPage'),
})

/** Public, for both apps; it is here so that a phone loads nothing of it with the worker app. */
const demoMails = createRoute({
  ...page(rootRoute, 'demo/correos', 'Correos'),
  component: lazyRouteComponent(() => import('../demo/demo-mails-page.tsx'), 'DemoMailsPage'),
})

/** The office's screens that need no session. */
export const doorRoutes = [login, demoMails] as const
