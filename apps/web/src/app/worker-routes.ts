import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { dataSearch } from '../worker/account/personal-data/search.ts'
import { downloadsSearch } from '../worker/loan/downloads/search.ts'
import { requestsSearch } from '../worker/loan/requests/search.ts'
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
  getParentRoute: () => app,
  path: 'login',
  staticData: { title: 'Iniciar sesión' },
  beforeLoad: enter('worker-public'),
  component: lazyRouteComponent(() => import('../worker/login/login-page.tsx'), 'WorkerLoginPage'),
})

const welcome = createRoute({
  getParentRoute: () => app,
  path: 'welcome',
  staticData: { title: 'Bienvenido' },
  beforeLoad: enter('worker-public'),
  component: lazyRouteComponent(() => import('../worker/welcome/welcome-page.tsx'), 'WelcomePage'),
})

/** Open to guests and signed-in users, so that the terms have a public address. */
const publicTerms = createRoute({
  getParentRoute: () => app,
  path: 'legal/terms',
  staticData: { title: 'Términos y condiciones' },
  component: lazyRouteComponent(
    () => import('../worker/legal/public/public-legal-page.tsx'),
    'PublicTermsPage',
  ),
})

const publicPrivacy = createRoute({
  getParentRoute: () => app,
  path: 'legal/privacy',
  staticData: { title: 'Aviso de privacidad' },
  component: lazyRouteComponent(
    () => import('../worker/legal/public/public-legal-page.tsx'),
    'PublicPrivacyPage',
  ),
})

const getParentRoute = () => area

const onboarding = createRoute({
  getParentRoute,
  path: 'onboarding',
  staticData: { title: 'Bienvenida' },
  component: lazyRouteComponent(() => import('../worker/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
})

const home = createRoute({
  getParentRoute,
  path: 'home',
  staticData: { title: 'Inicio' },
  component: lazyRouteComponent(() => import('../worker/home/home-page.tsx'), 'HomePage'),
})

const products = createRoute({
  getParentRoute,
  path: 'products',
  staticData: { title: 'Mis productos' },
  component: lazyRouteComponent(() => import('../worker/loan/products/products-page.tsx'), 'ProductsPage'),
})

const requests = createRoute({
  getParentRoute,
  path: 'requests',
  staticData: { title: 'Mis solicitudes' },
  validateSearch: requestsSearch,
  component: lazyRouteComponent(() => import('../worker/loan/requests/requests-page.tsx'), 'RequestsPage'),
})

const profile = createRoute({
  getParentRoute,
  path: 'profile',
  staticData: { title: 'Mi perfil' },
  component: lazyRouteComponent(() => import('../worker/account/profile/profile-page.tsx'), 'ProfilePage'),
})

const documentation = createRoute({
  getParentRoute,
  path: 'documentation',
  staticData: { title: 'Documentación' },
  component: lazyRouteComponent(
    () => import('../worker/document/documentation/documentation-page.tsx'),
    'DocumentationPage',
  ),
})

const advanceDocuments = createRoute({
  getParentRoute,
  path: 'documents-anticipation',
  staticData: { title: 'Documentación' },
  component: lazyRouteComponent(
    () => import('../worker/document/documentation/documentation-page.tsx'),
    'AdvanceDocumentsPage',
  ),
})

const advanceFiles = createRoute({
  getParentRoute,
  path: 'details-advance-request',
  staticData: { title: 'Documentos' },
  component: lazyRouteComponent(
    () => import('../worker/loan/downloads/advance-files-page.tsx'),
    'AdvanceFilesPage',
  ),
})

const downloadHistory = createRoute({
  getParentRoute,
  path: 'download-history',
  staticData: { title: 'Mis descargas' },
  validateSearch: downloadsSearch,
  component: lazyRouteComponent(
    () => import('../worker/loan/downloads/download-history-page.tsx'),
    'DownloadHistoryPage',
  ),
})

const notifications = createRoute({
  getParentRoute,
  path: 'notifications-user',
  staticData: { title: 'Notificaciones' },
  component: lazyRouteComponent(
    () => import('../worker/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

const notificationSettings = createRoute({
  getParentRoute,
  path: 'notifications',
  staticData: { title: 'Configura tus avisos' },
  component: lazyRouteComponent(
    () => import('../worker/account/notification-settings/notification-settings-page.tsx'),
    'NotificationSettingsPage',
  ),
})

const terms = createRoute({
  getParentRoute,
  path: 'terms',
  staticData: { title: 'Términos y condiciones' },
  component: lazyRouteComponent(() => import('../worker/legal/terms/terms-page.tsx'), 'TermsPage'),
})

const privacy = createRoute({
  getParentRoute,
  path: 'privacy',
  staticData: { title: 'Aviso de privacidad' },
  component: lazyRouteComponent(() => import('../worker/legal/privacy/privacy-page.tsx'), 'PrivacyPage'),
})

const helpSupport = createRoute({
  getParentRoute,
  path: 'help-support',
  staticData: { title: 'Ayuda y soporte' },
  component: lazyRouteComponent(
    () => import('../worker/help-support/help-support-page.tsx'),
    'HelpSupportPage',
  ),
})

const newsList = createRoute({
  getParentRoute,
  path: 'news-list',
  staticData: { title: 'Asistencias' },
  component: lazyRouteComponent(
    () => import('../worker/assistance/news-list/news-list-page.tsx'),
    'NewsListPage',
  ),
})

const faq = createRoute({
  getParentRoute,
  path: 'faq',
  staticData: { title: 'Preguntas frecuentes' },
  component: lazyRouteComponent(() => import('../worker/faq/faq-page.tsx'), 'FaqPage'),
})

const personalData = createRoute({
  getParentRoute,
  path: 'personal-data',
  staticData: { title: 'Datos personales' },
  validateSearch: dataSearch,
  component: lazyRouteComponent(
    () => import('../worker/account/personal-data/personal-data-page.tsx'),
    'PersonalDataPage',
  ),
})

const bankStaff = createRoute({
  getParentRoute,
  path: 'bank-staff',
  staticData: { title: 'Datos Bancarios' },
  component: lazyRouteComponent(
    () => import('../worker/account/bank-account/bank-account-page.tsx'),
    'BankAccountPage',
  ),
})

const security = createRoute({
  getParentRoute,
  path: 'security',
  staticData: { title: 'Seguridad' },
  component: lazyRouteComponent(() => import('../worker/account/security/security-page.tsx'), 'SecurityPage'),
})

const changePassword = createRoute({
  getParentRoute,
  path: 'change-password',
  staticData: { title: 'Cambiar contraseña' },
  component: lazyRouteComponent(
    () => import('../worker/account/change-password/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
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
  helpSupport,
  newsList,
  faq,
  personalData,
  bankStaff,
  security,
  changePassword,
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
