import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { dataSearch } from '../worker/account/personal-data/search.ts'
import { legalSearch } from '../worker/legal/search.ts'
import { downloadsSearch } from '../worker/loan/downloads/search.ts'
import { requestsSearch } from '../worker/loan/requests/search.ts'
import { page } from './page-route.ts'
import { enter, redirectHome, redirectToLastPath } from './route-guard.ts'
import { app, area } from './worker-area.ts'
import { loanRoutes } from './worker-loan-routes.ts'

const index = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => redirectToLastPath('/app/login'),
})
const unknown = createRoute({
  getParentRoute: () => app,
  path: '$',
  beforeLoad: () => redirectHome('/app/login'),
})

const login = createRoute({
  ...page(app, 'login', 'Iniciar sesión'),
  beforeLoad: enter('worker-public'),
  component: lazyRouteComponent(() => import('../worker/login/login-page.tsx'), 'WorkerLoginPage'),
})

const welcome = createRoute({
  ...page(app, 'welcome', 'Bienvenido'),
  beforeLoad: enter('worker-public'),
  component: lazyRouteComponent(() => import('../worker/welcome/welcome-page.tsx'), 'WelcomePage'),
})

/** Open to guests and signed-in users, so that the terms have a public address. */
const publicTerms = createRoute({
  ...page(app, 'legal/terms', 'Términos y condiciones'),
  validateSearch: legalSearch,
  component: lazyRouteComponent(
    () => import('../worker/legal/public/public-legal-page.tsx'),
    'PublicTermsPage',
  ),
})

const publicPrivacy = createRoute({
  ...page(app, 'legal/privacy', 'Aviso de privacidad'),
  validateSearch: legalSearch,
  component: lazyRouteComponent(
    () => import('../worker/legal/public/public-legal-page.tsx'),
    'PublicPrivacyPage',
  ),
})

const onboarding = createRoute({
  ...page(area, 'onboarding', 'Bienvenida'),
  component: lazyRouteComponent(() => import('../worker/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
})

const home = createRoute({
  ...page(area, 'home', 'Inicio'),
  component: lazyRouteComponent(() => import('../worker/home/home-page.tsx'), 'HomePage'),
})

const products = createRoute({
  ...page(area, 'products', 'Mis productos'),
  component: lazyRouteComponent(() => import('../worker/loan/products/products-page.tsx'), 'ProductsPage'),
})

const requests = createRoute({
  ...page(area, 'requests', 'Mis solicitudes'),
  validateSearch: requestsSearch,
  component: lazyRouteComponent(() => import('../worker/loan/requests/requests-page.tsx'), 'RequestsPage'),
})

const profile = createRoute({
  ...page(area, 'profile', 'Mi perfil'),
  component: lazyRouteComponent(() => import('../worker/account/profile/profile-page.tsx'), 'ProfilePage'),
})

const documentation = createRoute({
  ...page(area, 'documentation', 'Documentación'),
  component: lazyRouteComponent(
    () => import('../worker/document/documentation/documentation-page.tsx'),
    'DocumentationPage',
  ),
})

const advanceDocuments = createRoute({
  ...page(area, 'documents-anticipation', 'Documentación'),
  component: lazyRouteComponent(
    () => import('../worker/document/documentation/documentation-page.tsx'),
    'AdvanceDocumentsPage',
  ),
})

const advanceFiles = createRoute({
  ...page(area, 'details-advance-request', 'Documentos'),
  component: lazyRouteComponent(
    () => import('../worker/loan/downloads/advance-files-page.tsx'),
    'AdvanceFilesPage',
  ),
})

const downloadHistory = createRoute({
  ...page(area, 'download-history', 'Mis descargas'),
  validateSearch: downloadsSearch,
  component: lazyRouteComponent(
    () => import('../worker/loan/downloads/download-history-page.tsx'),
    'DownloadHistoryPage',
  ),
})

const notifications = createRoute({
  ...page(area, 'notifications-user', 'Notificaciones'),
  component: lazyRouteComponent(
    () => import('../worker/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

const notificationSettings = createRoute({
  ...page(area, 'notifications', 'Configura tus notificaciones'),
  component: lazyRouteComponent(
    () => import('../worker/account/notification-settings/notification-settings-page.tsx'),
    'NotificationSettingsPage',
  ),
})

const terms = createRoute({
  ...page(area, 'terms', 'Términos y condiciones'),
  validateSearch: legalSearch,
  component: lazyRouteComponent(() => import('../worker/legal/terms/terms-page.tsx'), 'TermsPage'),
})

const privacy = createRoute({
  ...page(area, 'privacy', 'Aviso de privacidad'),
  validateSearch: legalSearch,
  component: lazyRouteComponent(() => import('../worker/legal/privacy/privacy-page.tsx'), 'PrivacyPage'),
})

const consents = createRoute({
  ...page(area, 'consents', 'Lo que aceptaste'),
  component: lazyRouteComponent(() => import('../worker/legal/consents/consents-page.tsx'), 'ConsentsPage'),
})

const helpSupport = createRoute({
  ...page(area, 'help-support', 'Ayuda y soporte'),
  component: lazyRouteComponent(
    () => import('../worker/help-support/help-support-page.tsx'),
    'HelpSupportPage',
  ),
})

const newsList = createRoute({
  ...page(area, 'news-list', 'Asistencias'),
  component: lazyRouteComponent(
    () => import('../worker/assistance/news-list/news-list-page.tsx'),
    'NewsListPage',
  ),
})

const faq = createRoute({
  ...page(area, 'faq', 'Preguntas frecuentes'),
  component: lazyRouteComponent(() => import('../worker/faq/faq-page.tsx'), 'FaqPage'),
})

const personalData = createRoute({
  ...page(area, 'personal-data', 'Datos personales'),
  validateSearch: dataSearch,
  component: lazyRouteComponent(
    () => import('../worker/account/personal-data/personal-data-page.tsx'),
    'PersonalDataPage',
  ),
})

const bankStaff = createRoute({
  ...page(area, 'bank-staff', 'Datos Bancarios'),
  component: lazyRouteComponent(
    () => import('../worker/account/bank-account/bank-account-page.tsx'),
    'BankAccountPage',
  ),
})

const security = createRoute({
  ...page(area, 'security', 'Seguridad'),
  component: lazyRouteComponent(() => import('../worker/account/security/security-page.tsx'), 'SecurityPage'),
})

const changePassword = createRoute({
  ...page(area, 'change-password', 'Cambiar contraseña'),
  component: lazyRouteComponent(
    () => import('../worker/account/change-password/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
})

const balance = createRoute({
  ...page(area, 'balance', 'Saldo a favor'),
  component: lazyRouteComponent(() => import('../worker/loan/movements/balance-page.tsx'), 'BalancePage'),
})

const pages = [
  onboarding,
  home,
  products,
  requests,
  profile,
  documentation,
  advanceDocuments,
  advanceFiles,
  downloadHistory,
  notifications,
  notificationSettings,
  terms,
  privacy,
  consents,
  helpSupport,
  newsList,
  faq,
  personalData,
  bankStaff,
  security,
  changePassword,
  balance,
] as const

export const workerRoutes = app.addChildren([
  index,
  unknown,
  login,
  welcome,
  publicTerms,
  publicPrivacy,
  area.addChildren([...pages, ...loanRoutes]),
])
