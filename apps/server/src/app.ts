import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { DOCUMENT_LIMIT_BYTES } from '@quincena/domain/documents/rules'
import type { Deps } from './deps.ts'
import { type App, guardRoutes } from './http/access.ts'
import type { serializerCompiler } from './http/answer-compiler.ts'
import { type ConnectionLimits, defaultLimits } from './http/connection-limits.ts'
import { createApp } from './http/create-app.ts'
import { closeConnectionsOf, createDrain, type Drain } from './http/drain.ts'
import { guardFactors } from './http/factor.ts'
import { guardTokens } from './http/guard-tokens.ts'
import { setHeaders } from './http/headers.ts'
import { requireStorableAddress } from './http/ill-formed.ts'
import { createLog } from './http/log.ts'
import { markWrites, openWriteMarks } from './http/mark-writes.ts'
import { registerRateLimits } from './http/rate-limits.ts'
import { guardHost, markReplays, warnOfUnknownProxy } from './http/request.ts'
import { setDeclaredStatus } from './http/route-parts.ts'
import { openSharedCounts } from './http/shared-counts.ts'
import { serveWeb, webFolder } from './http/web.ts'
import { acceptanceRoutes } from './lending/acceptances/routes.ts'
import { assistanceRoutes } from './lending/assistances/routes.ts'
import { bankMatchRoutes } from './lending/bank-matches/routes.ts'
import { collectionRoutes } from './lending/collections/routes.ts'
import { contractRoutes } from './lending/contracts/routes.ts'
import { incomingPaymentRoutes } from './lending/incoming-payments/routes.ts'
import { issuedFileRoutes } from './lending/issued-files/routes.ts'
import { letterRoutes } from './lending/letters/routes.ts'
import { loanImportRoutes } from './lending/loan-imports/routes.ts'
import { loanLimitRoutes } from './lending/loan-limits/routes.ts'
import { loanRoutes } from './lending/loans/routes.ts'
import { noteRoutes } from './lending/notes/routes.ts'
import { paymentRoutes } from './lending/payments/routes.ts'
import { payoutReceiptRoutes, payoutRoutes } from './lending/payouts/routes.ts'
import { signingCodeRoutes } from './lending/signing-codes/routes.ts'
import { signingSettingRoutes } from './lending/signing-settings/routes.ts'
import { voucherRoutes } from './lending/vouchers/routes.ts'
import { recordAccess } from './office/access/handlers.ts'
import { activityRoutes } from './office/activity/routes.ts'
import { findApiToken } from './office/api-tokens/commands/find-token.ts'
import { findCompanyOf } from './office/api-tokens/queries.ts'
import { apiTokenRoutes } from './office/api-tokens/routes.ts'
import { auditRoutes } from './office/audit/routes.ts'
import { dashboardRoutes } from './office/dashboard/routes.ts'
import { downloadRoutes } from './office/downloads/routes.ts'
import { exportRoutes } from './office/exports/routes.ts'
import { diagnosticsRoutes } from './office/health/routes/diagnostics.ts'
import { processRoutes } from './office/health/routes/process.ts'
import { mailSampleRoutes } from './office/mail-samples/routes.ts'
import { savedViewRoutes } from './office/saved-views/routes.ts'
import { searchRoutes } from './office/search/routes.ts'
import { webhookRoutes } from './office/webhooks/routes.ts'
import { registerOpenApi } from './openapi/register.ts'
import { findOpenSessions, findSession } from './people/auth/commands/find-session.ts'
import { markWrite } from './people/auth/commands/mark-write.ts'
import { openSessionTouches } from './people/auth/commands/session-touches.ts'
import { oidcRoutes } from './people/auth/routes/oidc.ts'
import { passkeyRoutes } from './people/auth/routes/passkeys.ts'
import { sessionRoutes } from './people/auth/routes/sessions.ts'
import { twoFactorRoutes } from './people/auth/routes/two-factor.ts'
import { companyRoutes } from './people/companies/routes.ts'
import { documentRoutes } from './people/documents/routes.ts'
import { feedbackRoutes } from './people/feedback/routes.ts'
import { importRoutes } from './people/imports/routes.ts'
import { legalRoutes } from './people/legal/routes.ts'
import { pictureRoutes } from './people/pictures/routes.ts'
import { privacyRequestRoutes } from './people/privacy-requests/routes.ts'
import { textRoutes } from './people/texts/routes.ts'
import { bankAccountRoutes } from './people/users/routes/bank-account.ts'
import { userRoutes } from './people/users/routes/users.ts'
import { approvalRoutes } from './platform/approvals/routes.ts'
import { brandRoutes } from './platform/brand/routes.ts'
import { demoMailRoutes } from './platform/mail/routes.ts'
import { notificationRoutes } from './platform/notifications/routes/notifications.ts'
import { pushRoutes } from './platform/notifications/routes/push.ts'
import { balanceCheckRoutes } from './treasury/balance-checks/routes.ts'
import { bankAccountsRoutes } from './treasury/bank-accounts/routes.ts'
import { statementRoutes } from './treasury/bank-statements/routes.ts'
import { cashMovementRoutes } from './treasury/cash-movements/routes.ts'
import { dailyTotalRoutes } from './treasury/daily-totals/routes.ts'
import { reconciliationRoutes } from './treasury/reconciliation/routes.ts'
import { refundRoutes } from './treasury/refunds/routes.ts'
import { transferRoutes } from './treasury/transfers/routes/transfers.ts'
import { verificationRoutes } from './treasury/verifications/routes.ts'
import { workerBalanceRoutes } from './treasury/worker-balances/routes.ts'

async function registerPlugins(app: App) {
  await app.register(helmet, { contentSecurityPolicy: false, xFrameOptions: { action: 'deny' } })
  await app.register(compress, { threshold: 1024 })
  await app.register(multipart, { limits: { fileSize: DOCUMENT_LIMIT_BYTES, files: 1, fields: 10 } })
}

/** Registers the routes of the API, one line per feature. */
function registerFeatures(api: App, deps: Deps) {
  sessionRoutes(api, deps)
  twoFactorRoutes(api, deps)
  passkeyRoutes(api, deps)
  oidcRoutes(api, deps)
  userRoutes(api, deps)
  bankAccountRoutes(api, deps)
  pictureRoutes(api, deps)
  companyRoutes(api, deps)
  exportRoutes(api, deps)
  importRoutes(api, deps)
  loanRoutes(api, deps)
  loanImportRoutes(api, deps)
  loanLimitRoutes(api, deps)
  acceptanceRoutes(api, deps)
  signingCodeRoutes(api, deps)
  signingSettingRoutes(api, deps)
  paymentRoutes(api, deps)
  voucherRoutes(api, deps)
  bankMatchRoutes(api, deps)
  contractRoutes(api, deps)
  issuedFileRoutes(api, deps)
  letterRoutes(api, deps)
  documentRoutes(api, deps)
  downloadRoutes(api, deps)
  incomingPaymentRoutes(api, deps)
  transferRoutes(api, deps)
  verificationRoutes(api, deps)
  payoutRoutes(api, deps)
  payoutReceiptRoutes(api, deps)
  reconciliationRoutes(api, deps)
  dailyTotalRoutes(api, deps)
  balanceCheckRoutes(api, deps)
  cashMovementRoutes(api, deps)
  refundRoutes(api, deps)
  workerBalanceRoutes(api, deps)
  bankAccountsRoutes(api, deps)
  statementRoutes(api, deps)
  approvalRoutes(api, deps)
  demoMailRoutes(api, deps)
  notificationRoutes(api, deps)
  pushRoutes(api, deps)
  dashboardRoutes(api, deps)
  searchRoutes(api, deps)
  savedViewRoutes(api, deps)
  apiTokenRoutes(api, deps)
  assistanceRoutes(api, deps)
  noteRoutes(api, deps)
  collectionRoutes(api, deps)
  activityRoutes(api, deps)
  auditRoutes(api, deps)
  diagnosticsRoutes(api, deps)
  mailSampleRoutes(api, deps)
  legalRoutes(api, deps)
  textRoutes(api, deps)
  brandRoutes(api, deps)
  privacyRequestRoutes(api, deps)
  feedbackRoutes(api, deps)
  webhookRoutes(api, deps)
}

interface AppOptions {
  /** The process's only log. */
  log?: ReturnType<typeof createLog>
  limits?: ConnectionLimits
  /** Says when the process stops taking requests. */
  drain?: Drain
  /** Folder of the built web app. */
  web_folder?: string
  /** Makes the serialiser of a route's answers. */
  answers?: typeof serializerCompiler
}

/** Builds the whole HTTP application, ready to listen or to be injected into. */
export async function buildApp(
  deps: Deps,
  {
    log = createLog(deps.env),
    limits = defaultLimits,
    drain = createDrain(),
    web_folder = webFolder,
    answers,
  }: AppOptions = {},
): Promise<App> {
  const app = createApp(deps, { log, limits, answers })
  closeConnectionsOf(app, drain)
  await registerPlugins(app)
  const counts = openSharedCounts(deps)
  const touches = openSessionTouches(deps)
  app.addHook('onClose', async () => {
    counts.close()
    await touches.close()
  })
  const wrongTokens = await registerRateLimits(app, counts)
  setHeaders(app, `${deps.env.base_path}/api`)
  const marks = openWriteMarks((session_id) => markWrite(deps, session_id))
  guardRoutes(app, {
    findSession: async (token, rule) =>
      marks.needsOf(
        await deps.reads.find(
          (db) => findSession({ ...deps, db, touches }, token, rule),
          rule.reads === true,
        ),
      ),
    findApiToken: (token, ip) => findApiToken(deps, token, ip),
    findOpenSessions: (session_ids) => findOpenSessions({ ...deps, touches }, session_ids),
    wrongTokens,
    site: deps.env,
  })
  guardTokens(app, {
    api: `${deps.env.base_path}/api`,
    findCompany: (kind, id) => findCompanyOf(deps.db, kind, id),
  })
  guardFactors(app, deps.env.staff_factors)
  markReplays(app)
  if (deps.reads.replica) markWrites(app, marks)
  recordAccess(app, deps)
  setDeclaredStatus(app)
  warnOfUnknownProxy(app)
  app.addHook('onRequest', requireStorableAddress)
  await registerOpenApi(app, deps)
  processRoutes(app, deps, drain)
  const addFeatures = (api: App, _options: object, done: () => void) => {
    guardHost(api, deps.env.public_url)
    registerFeatures(api, deps)
    done()
  }
  await app.register(addFeatures, { prefix: `${deps.env.base_path}/api` })
  await serveWeb(app, deps, web_folder)
  return app
}

/** Builds the application of a process that works jobs only: health, readiness and metrics. */
export async function buildProcessApp(
  deps: Deps,
  {
    log = createLog(deps.env),
    limits = defaultLimits,
    drain = createDrain(),
  }: Pick<AppOptions, 'log' | 'limits' | 'drain'> = {},
): Promise<App> {
  const app = createApp(deps, { log, limits })
  closeConnectionsOf(app, drain)
  processRoutes(app, deps, drain)
  return app
}
