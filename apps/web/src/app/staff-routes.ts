import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { approvalListSearch } from '../staff/approvals/search.ts'
import { auditSearch } from '../staff/audit/search.ts'
import { collectionSearch } from '../staff/collections/search.ts'
import { companyListSearch } from '../staff/companies/search.ts'
import { dashboardSearch } from '../staff/dashboard/search.ts'
import { feedbackSearch } from '../staff/feedback/search.ts'
import { helpSearch } from '../staff/help/search.ts'
import { importSearch } from '../staff/import/search.ts'
import { incomingListSearch } from '../staff/incoming-payments/search.ts'
import { loanDetailSearch } from '../staff/loan-detail/search.ts'
import { loanListSearch } from '../staff/loans/search.ts'
import { notificationsSearch } from '../staff/notifications/search.ts'
import { privacySearch } from '../staff/privacy-requests/search.ts'
import { reconciliationDaySearch, reconciliationSearch } from '../staff/reconciliation/search.ts'
import { transferListSearch } from '../staff/transfers/search.ts'
import { userListSearch } from '../staff/users/search.ts'
import { dayParam } from './day-param.ts'
import { doorRoutes } from './door-routes.ts'
import { page } from './page-route.ts'
import { idParam } from './route-params.ts'
import { settingsRoutes } from './settings-routes.ts'
import { area } from './staff-area.ts'
import { treasuryRoutes } from './treasury-routes.ts'

const dashboard = createRoute({
  ...page(area, '/', 'Dashboard'),
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('../staff/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const transfers = createRoute({
  ...page(area, 'stp', 'Órdenes STP'),
  validateSearch: transferListSearch,
  component: lazyRouteComponent(() => import('../staff/transfers/transfers-page.tsx'), 'TransfersPage'),
})

const incomingPayments = createRoute({
  ...page(area, 'abonos', 'Abonos recibidos'),
  validateSearch: incomingListSearch,
  component: lazyRouteComponent(
    () => import('../staff/incoming-payments/incoming-payments-page.tsx'),
    'IncomingPaymentsPage',
  ),
})

const reconciliation = createRoute({
  ...page(area, 'conciliacion', 'Conciliación STP'),
  validateSearch: reconciliationSearch,
  component: lazyRouteComponent(
    () => import('../staff/reconciliation/reconciliation-page.tsx'),
    'ReconciliationPage',
  ),
})

const reconciliationDay = createRoute({
  ...page(area, 'conciliacion/$day', 'Conciliación de un día'),
  params: dayParam,
  validateSearch: reconciliationDaySearch,
  component: lazyRouteComponent(
    () => import('../staff/reconciliation/reconciliation-day-page.tsx'),
    'ReconciliationDayPage',
  ),
})

const approvals = createRoute({
  ...page(area, 'autorizaciones', 'Autorizaciones'),
  validateSearch: approvalListSearch,
  component: lazyRouteComponent(() => import('../staff/approvals/approvals-page.tsx'), 'ApprovalsPage'),
})

const credits = createRoute({
  ...page(area, 'creditos', 'Solicitudes de crédito'),
  validateSearch: loanListSearch,
  component: lazyRouteComponent(() => import('../staff/loans/loans-page.tsx'), 'CreditsPage'),
})

const advances = createRoute({
  ...page(area, 'anticipos', 'Solicitudes de anticipo'),
  validateSearch: loanListSearch,
  component: lazyRouteComponent(() => import('../staff/loans/loans-page.tsx'), 'AdvancesPage'),
})

const collections = createRoute({
  ...page(area, 'cobranza', 'Cobranza'),
  validateSearch: collectionSearch,
  component: lazyRouteComponent(() => import('../staff/collections/collections-page.tsx'), 'CollectionsPage'),
})

const creditDetail = createRoute({
  ...page(area, 'detalle-credito/$id', 'Detalle del crédito'),
  params: idParam,
  validateSearch: loanDetailSearch,
  component: lazyRouteComponent(
    () => import('../staff/loan-detail/loan-detail-page.tsx'),
    'CreditDetailPage',
  ),
})

const advanceDetail = createRoute({
  ...page(area, 'detalle-anticipo/$id', 'Detalle del anticipo'),
  params: idParam,
  validateSearch: loanDetailSearch,
  component: lazyRouteComponent(
    () => import('../staff/loan-detail/loan-detail-page.tsx'),
    'AdvanceDetailPage',
  ),
})

const users = createRoute({
  ...page(area, 'usuarios', 'Usuarios'),
  validateSearch: userListSearch,
  component: lazyRouteComponent(() => import('../staff/users/users-page.tsx'), 'UsersPage'),
})

const companies = createRoute({
  ...page(area, 'empresas', 'Empresas'),
  validateSearch: companyListSearch,
  component: lazyRouteComponent(() => import('../staff/companies/companies-page.tsx'), 'CompaniesPage'),
})

const uploadUsers = createRoute({
  ...page(area, 'subir-usuarios', 'Subir usuarios'),
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import('../staff/imports/imports-page.tsx'), 'ImportUsersPage'),
})

const uploadCompanies = createRoute({
  ...page(area, 'subir-empresas', 'Subir empresas'),
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import('../staff/imports/imports-page.tsx'), 'ImportCompaniesPage'),
})

const loanImports = createRoute({
  ...page(area, 'importar-prestamos', 'Importar préstamos'),
  validateSearch: importSearch,
  component: lazyRouteComponent(
    () => import('../staff/loan-imports/loan-imports-page.tsx'),
    'LoanImportsPage',
  ),
})

const registration = createRoute({
  ...page(area, 'registro', 'Registro'),
  component: lazyRouteComponent(
    () => import('../staff/registration/registration-page.tsx'),
    'RegistrationPage',
  ),
})

const help = createRoute({
  ...page(area, 'faq', 'Ayuda'),
  validateSearch: helpSearch,
  component: lazyRouteComponent(() => import('../staff/help/help-page.tsx'), 'HelpPage'),
})

const audit = createRoute({
  ...page(area, 'auditoria', 'Auditoría'),
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../staff/audit/audit-page.tsx'), 'AuditPage'),
})

const privacyRequests = createRoute({
  ...page(area, 'privacidad', 'Derechos ARCO'),
  validateSearch: privacySearch,
  component: lazyRouteComponent(
    () => import('../staff/privacy-requests/privacy-requests-page.tsx'),
    'PrivacyRequestsPage',
  ),
})

const feedback = createRoute({
  ...page(area, 'opiniones', 'Opiniones'),
  validateSearch: feedbackSearch,
  component: lazyRouteComponent(() => import('../staff/feedback/feedback-page.tsx'), 'FeedbackPage'),
})

const notifications = createRoute({
  ...page(area, 'notificaciones', 'Notificaciones'),
  validateSearch: notificationsSearch,
  component: lazyRouteComponent(
    () => import('../staff/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

const diagnostics = createRoute({
  ...page(area, 'tests', 'Diagnóstico'),
  component: lazyRouteComponent(() => import('../staff/diagnostics/diagnostics-page.tsx'), 'DiagnosticsPage'),
})

const mailSamples = createRoute({
  ...page(area, 'correos', 'Correos'),
  component: lazyRouteComponent(
    () => import('../staff/mail-samples/mail-samples-page.tsx'),
    'MailSamplesPage',
  ),
})

export const staffRoutes = [
  ...doorRoutes,
  area.addChildren([
    ...treasuryRoutes,
    ...settingsRoutes,
    dashboard,
    transfers,
    reconciliation,
    reconciliationDay,
    incomingPayments,
    approvals,
    credits,
    advances,
    collections,
    creditDetail,
    advanceDetail,
    users,
    companies,
    uploadUsers,
    uploadCompanies,
    loanImports,
    registration,
    help,
    privacyRequests,
    feedback,
    notifications,
    audit,
    diagnostics,
    mailSamples,
  ]),
] as const
