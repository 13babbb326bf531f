import type { Page } from '@playwright/test'
import { shootAccounts } from './support/account-screens.ts'
import { expectLoaded } from './support/axe.ts'
import { shootBalances } from './support/balance-screens.ts'
import { shootBanks } from './support/bank-screens.ts'
import { findLoan } from './support/demo-loans.ts'
import { drawWithFinger } from './support/draw.ts'
import { call, signInByHttp } from './support/http.ts'
import { payAtStp } from './support/incoming.ts'
import {
  shootMatched,
  shootTakenBack,
  shootUnconfirmed,
  shootUnidentified,
} from './support/incoming-screens.ts'
import { approveByHttp, pausePayouts, requestLoanByHttp } from './support/loan-commands.ts'
import { shootLoanImport } from './support/loan-import-screens.ts'
import { shootMovements } from './support/movement-screens.ts'
import { shootHelp, shootOwnData } from './support/own-screens.ts'
import { makeOrderInReview, makeReturnedCredit } from './support/payout-problems.ts'
import { takePhoto } from './support/photo.ts'
import { shootProofs } from './support/proof-screens.ts'
import { addUnknownStpOrder, findDaysWithFinalOrders, reconcileByHttp } from './support/reconciliation.ts'
import { shoot, signInAs, takePicture, visit } from './support/screenshots.ts'
import { shootSecurity, shootSignInScreens } from './support/security-screens.ts'
import { shareLocation, typeAmount } from './support/steps.ts'
import { expect, test } from './support/test.ts'
import { shootTexts } from './support/text-screens.ts'
import { workersFile } from './support/uploads.ts'
import { makeWorker } from './support/workers.ts'

const creditStates = [
  'requested',
  'approved',
  'rejected',
  'declined',
  'expired',
  'cancelled',
  'active',
  'overdue',
  'completed',
  'payout_returned',
] as const
const staffLoanStates = ['requested', 'approved', 'rejected', 'overdue', 'completed', 'payout_returned']

async function shootWithLoans(page: Page) {
  const active = await findLoan('credit', 'active', { payments: 2, isCalm: true })
  await signInAs(page, await active.token())
  const screens = [
    'home',
    'products',
    'requests',
    'profile',
    'documentation',
    'download-history',
    'notifications-user',
    'notifications',
  ]
  for (const name of screens) await visit(page, `app/${name}`, `worker-${name}`)
  for (const name of ['news-list', 'personal-data', 'terms'])
    await visit(page, `app/${name}`, `worker-${name}`)
  await visit(page, 'app/new-credit', 'worker-new-credit-with-loans')
  await visit(page, `app/credit-request-approved/${active.id}`, 'worker-credit-request-approved')
  await page.goto('/quincena/app/home')
  await expect(page.getByText('Tu próximo pago').first()).toBeVisible()
  await takePicture(page, 'worker', 'home')
}

async function shootStates(page: Page) {
  for (const state of creditStates) {
    const { id, token } = await findLoan('credit', state)
    await signInAs(page, await token())
    await visit(page, `app/credit-detail/${id}`, `worker-credit-${state}`)
  }
  const advance = await findLoan('advance', 'active')
  await signInAs(page, await advance.token())
  await visit(page, `app/anticipation-detail/${advance.id}`, 'worker-advance-active')
  await visit(page, `app/advance-request-approved/${advance.id}`, 'worker-advance-request-approved')
  await visit(page, 'app/details-advance-request', 'worker-details-advance-request')
}

/** Takes screenshots of the documents screen of a worker without documents: source, crop and pages. */
async function shootScan(page: Page) {
  const { token } = await makeWorker('Fátima', { hasDocuments: false })
  await signInAs(page, token)
  await visit(page, 'app/documents-anticipation', 'worker-documents-anticipation')
  await page.getByRole('button', { name: 'Subir INE' }).click()
  await shoot(page, 'worker-documents-source')
  await page.keyboard.press('Escape')
  const photo = await takePhoto(page, { name: 'INE', width: 1600, height: 1000 })
  await page.getByLabel('Foto de INE').setInputFiles(photo)
  await expect(page.getByRole('slider', { name: 'Borde de arriba' })).toBeVisible()
  await shoot(page, 'worker-scan-crop')
  await page.getByRole('button', { name: 'Listo' }).click()
  await expect(page.getByRole('button', { name: /Enviar PDF/ })).toBeEnabled()
  await shoot(page, 'worker-scan-pages')
}

async function shootLoanRequest(page: Page) {
  const worker = await makeWorker('Elena')
  await signInAs(page, worker.token)
  await visit(page, 'app/onboarding', 'worker-onboarding')
  await visit(page, 'app/home', 'worker-home-no-loans')
  await visit(page, 'app/requests', 'worker-requests-empty')
  await visit(page, 'app/products', 'worker-products-empty')
  await visit(page, 'app/new-advance', 'worker-new-advance-empty')
  await typeAmount(page, '1800')
  await shoot(page, 'worker-new-advance')
  await visit(page, 'app/new-credit', 'worker-new-credit-empty')
  await typeAmount(page, '12500')
  await page.getByRole('radio', { name: '6 meses' }).check({ force: true })
  await shoot(page, 'worker-new-credit')
  await takePicture(page, 'worker', 'new-credit')
  await page.getByRole('button', { name: 'Solicitar' }).click()
  await shoot(page, 'worker-new-credit-confirm')
  return worker
}

async function shootSigning(page: Page, worker: { token: string }) {
  const { id } = await requestLoanByHttp(worker.token, { type: 'credit', amount: 12_500, period: 6 })
  await visit(page, `app/new-credit-request/${id}`, 'worker-new-credit-request')
  const advance = await requestLoanByHttp(worker.token, { type: 'advance', amount: 1800 })
  await visit(page, `app/new-advance-request/${advance.id}`, 'worker-new-advance-request')
  await approveByHttp(id)
  await visit(page, `app/credit-detail/${id}`, 'worker-offer')
  await page.getByRole('button', { name: 'Aceptar', exact: true }).click()
  await shoot(page, 'worker-offer-location')
  await shareLocation(page)
  const read = page.getByRole('button', { name: 'Leer el contrato completo (PDF)' })
  await shoot(page, 'worker-contract')
  await read.click()
  await expect(page.getByRole('region', { name: 'Contrato' }).locator('canvas')).toBeVisible()
  await shoot(page, 'worker-contract-file')
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('button', { name: 'Firmar', exact: true }).click()
  await drawWithFinger(page, page.getByRole('img', { name: /firma/ }))
  await shoot(page, 'worker-signature')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await shoot(page, 'worker-confirm')
}

async function shootStaffApp(page: Page) {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  await signInAs(page, token)
  await visit(page, '', 'staff-dashboard')
  await takePicture(page, 'staff', 'dashboard')
  await visit(page, 'creditos', 'staff-credits')
  await visit(page, 'creditos?status=INA', 'staff-credits-in-analysis')
  await visit(page, 'creditos?search=nadie', 'staff-credits-none')
  await visit(page, 'anticipos', 'staff-advances')
  await visit(page, 'stp', 'staff-stp')
  await page.getByRole('row').nth(1).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'staff-stp-order')
}

async function shootIncomingPayments(page: Page) {
  const { id } = await findLoan('credit', 'active', { payments: 2, isCalm: true })
  const folio = `C-${String(id).padStart(6, '0')}`
  const payer = 'COMERCIALIZADORA DEL NORTE SA DE CV'
  await payAtStp({ monto: 916.8, conceptoPago: `PAGO ${folio}`, nombreOrdenante: payer })
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const payoff_pesos: number = (await call(`/loan/${id}/payoff`, { token })).json.amount
  await payAtStp({ monto: payoff_pesos + 250, conceptoPago: 'PAGO QUINCENA', nombreOrdenante: 'LUIS RAMOS' })
  await page.goto('/quincena/abonos')
  await expect(page.getByRole('row', { name: new RegExp(payer) }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /LUIS RAMOS/ }).first()).toBeVisible()
  await shoot(page, 'staff-incoming-payments')
  await page.getByText('LUIS RAMOS').first().click()
  await page.getByRole('searchbox', { name: 'Buscar préstamo' }).fill(folio.slice(0, -1))
  await expect(page.getByRole('list', { name: 'Préstamos que coinciden' })).toBeVisible()
  await shoot(page, 'staff-incoming-payment-choose')
  const found = page.getByRole('list', { name: 'Préstamos que coinciden' })
  await found.getByRole('button', { name: new RegExp(folio) }).click()
  await expect(page.getByText(/liquidan el crédito/)).toBeVisible()
  await shoot(page, 'staff-incoming-payment-settle')
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  const { user } = (await call(`/loan/${id}`, { token })).json
  const namesake = `${user.last_name} ${user.first_name}`.toUpperCase()
  const stp_id = await payAtStp({ monto: 1_131.85, conceptoPago: 'ABONO', nombreOrdenante: namesake })
  await shootUnidentified(page, namesake)
  await shootTakenBack(page, { payer: namesake, stp_id })
  await page.goto('/quincena/abonos')
  await shootMatched(page, payer)
  await shootUnconfirmed(page, folio)
  await visit(page, `detalle-credito/${id}?tab=pagos`, 'staff-credit-incoming-payment')
}

async function shootReconciliation(page: Page) {
  const days = await findDaysWithFinalOrders()
  const [clean, withDifferences] = [days.at(-1)?.day ?? '', days.at(-2)?.day ?? '']
  await addUnknownStpOrder(withDifferences, 'AJENA2026FOTO')
  for (const { day } of days.slice(-8)) await reconcileByHttp(day)
  await signInAs(page, (await signInByHttp('admin@demo.quincena.mx')).token)
  await visit(page, 'conciliacion', 'staff-reconciliation')
  await visit(page, `conciliacion/${clean}`, 'staff-reconciliation-clean')
  await visit(page, `conciliacion/${withDifferences}`, 'staff-reconciliation-differences')
  await visit(page, 'autorizaciones', 'staff-approvals')
}

/** Takes screenshots of a day of the treasury, the trial balance and a loan in clarification in both apps. */
async function shootTreasury(page: Page) {
  const worker = await makeWorker('Aurora')
  const { id } = await makeOrderInReview(worker.token)
  await signInAs(page, (await signInByHttp('admin@demo.quincena.mx')).token)
  await visit(page, 'tesoreria', 'staff-treasury-day')
  await visit(page, 'tesoreria?view=balance&period=month', 'staff-treasury-balance')
  await visit(page, 'creditos?in_clarification=true', 'staff-loans-clarification')
  await visit(page, `detalle-credito/${id}`, 'staff-loan-clarification')
  await signInAs(page, worker.token)
  await visit(page, 'app/home', 'worker-home-clarification')
  await visit(page, `app/credit-detail/${id}`, 'worker-loan-clarification')
}

async function shootStaffLoans(page: Page) {
  await signInAs(page, (await signInByHttp('admin@demo.quincena.mx')).token)
  for (const state of staffLoanStates) {
    const { id } = await findLoan('credit', state)
    await visit(page, `detalle-credito/${id}`, `staff-credit-${state}`)
  }
  const { id } = await findLoan('credit', 'active', { payments: 2, isCalm: true })
  for (const tab of ['solicitante', 'documentacion', 'pagos'])
    await visit(page, `detalle-credito/${id}?tab=${tab}`, `staff-credit-active-${tab}`)
  await takePicture(page, 'staff', 'loan')
  await page.getByRole('button', { name: 'Nuevo pago' }).first().click()
  await shoot(page, 'staff-credit-payment')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Liquidar' }).click()
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()
  await shoot(page, 'staff-credit-payoff')
  const read = page.getByRole('button', { name: 'Ver INE aquí' })
  await page.goto(`/quincena/detalle-credito/${id}?tab=documentacion`)
  await expect(page.getByRole('link', { name: 'INE.pdf' })).toBeVisible()
  if ((await read.count()) > 0) {
    await read.click()
    await expect(page.getByRole('region', { name: 'INE' }).locator('canvas')).toBeVisible()
    await shoot(page, 'staff-credit-document')
  }
  const advance = await findLoan('advance', 'active')
  await visit(page, `detalle-anticipo/${advance.id}?tab=pagos`, 'staff-advance')
  const requested = await findLoan('credit', 'requested')
  await page.goto(`/quincena/detalle-credito/${requested.id}`)
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await shoot(page, 'staff-credit-reject')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('radio', { name: '6 meses' }).check()
  await shoot(page, 'staff-credit-edit')
}

/** Takes screenshots of a returned payout, an order in review and paused payouts. */
async function shootPayoutProblems(page: Page) {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const returned = await makeReturnedCredit((await makeWorker('Rita')).token, 3010)
  const { order } = await makeOrderInReview((await makeWorker('Lilia')).token)
  await signInAs(page, token)
  await visit(page, `detalle-credito/${returned.id}`, 'staff-returned')
  await page.getByRole('button', { name: 'Corregir cuenta' }).click()
  await shoot(page, 'staff-returned-correct')
  await page.goto(`/quincena/detalle-credito/${returned.id}`)
  await page.getByRole('button', { name: 'Enviar de nuevo' }).click()
  await shoot(page, 'staff-returned-send')
  await visit(page, 'stp?needs_review=true', 'staff-stp-review')
  await page.goto(`/quincena/stp?order=${order}`)
  await page.getByRole('button', { name: 'Preguntar a STP' }).click()
  await expect(page.getByRole('row', { name: /^Estado/ })).toBeVisible()
  await shoot(page, 'staff-stp-review-order')
  await page.getByRole('button', { name: 'Resolver' }).click()
  await page.getByLabel('Se depositó').check()
  await shoot(page, 'staff-stp-resolve')
  await page.goto('/quincena/stp')
  await page.getByRole('button', { name: 'Pausar envíos' }).click()
  await shoot(page, 'staff-stp-pause')
  await pausePayouts(true)
  await visit(page, 'stp', 'staff-stp-paused')
  await visit(page, `detalle-credito/${returned.id}`, 'staff-returned-paused')
  await signInAs(page, (await signInByHttp('gerente@demo.quincena.mx')).token)
  await visit(page, `detalle-credito/${returned.id}`, 'staff-returned-manager')
}

/** Takes screenshots of the uploads: empty, preview, result, and companies. */
async function shootUploads(page: Page) {
  await signInAs(page, (await signInByHttp('admin@demo.quincena.mx')).token)
  await visit(page, 'subir-usuarios', 'staff-upload-users')
  await page.getByRole('combobox', { name: 'Empresa' }).click()
  await page.getByRole('option').first().click()
  await page.getByLabel('Suelta aquí tu archivo o elígelo').setInputFiles(workersFile(40))
  await expect(page.getByRole('region', { name: 'Primeras filas del archivo' })).toBeVisible()
  await shoot(page, 'staff-upload-users-preview')
  await page.getByRole('button', { name: 'Subir archivo' }).click()
  await expect(page.getByText('2 filas por corregir')).toBeVisible({ timeout: 30_000 })
  await shoot(page, 'staff-upload-users-result')
  await visit(page, 'subir-empresas', 'staff-upload-companies')
  await shootLoanImport(page)
}

/** Takes screenshots of the users: list, detail and both forms. */
async function shootUsers(page: Page) {
  await signInAs(page, (await signInByHttp('admin@demo.quincena.mx')).token)
  await visit(page, 'usuarios', 'staff-users')
  await visit(page, 'usuarios?is_active=false', 'staff-users-inactive')
  const { user } = await findLoan('credit', 'active', { payments: 2, isCalm: true })
  await visit(page, `usuarios?ver=${user.id}`, 'staff-user')
  for (const [tab, name] of [
    ['Órdenes', 'orders'],
    ['Documentos', 'documents'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await shoot(page, `staff-user-${name}`)
  }
  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(page.getByRole('textbox', { name: /^Nombre/ })).toBeVisible()
  await shoot(page, 'staff-user-edit')
  await page.goto('/quincena/usuarios')
  await page.getByRole('button', { name: 'NUEVO USUARIO' }).click()
  await shoot(page, 'staff-user-new')
  await page.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByText('Por favor, corrige los errores en el formulario.')).toBeVisible()
  await shoot(page, 'staff-user-new-errors')
}

async function shootCompanies(page: Page) {
  await signInAs(page, (await signInByHttp('admin@demo.quincena.mx')).token)
  await visit(page, 'empresas', 'staff-companies')
  await visit(page, 'empresas?search=nadie', 'staff-companies-none')
  await page.goto('/quincena/empresas')
  await page.getByRole('row').nth(1).click()
  await expect(page.getByRole('button', { name: 'Copiar Clave' })).toBeVisible()
  await shoot(page, 'staff-company')
  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeVisible()
  await shoot(page, 'staff-company-edit')
  await page.goto('/quincena/empresas?nueva=true')
  await page.getByRole('button', { name: 'Agregar' }).click()
  const warning = page.getByRole('dialog', { name: 'Por favor, corrija los errores antes de continuar.' })
  await expect(warning).toBeVisible()
  await shoot(page, 'staff-company-warning')
  await warning.getByRole('button', { name: 'Cerrar' }).click()
  await shoot(page, 'staff-company-errors')
  await visit(page, 'registro', 'staff-registration')
  await visit(page, 'faq', 'staff-help')
  await visit(page, 'faq?pregunta=devuelto', 'staff-help-answer')
  await visit(page, 'faq?search=xyzzy', 'staff-help-none')
}

async function shootSettings(page: Page) {
  await signInAs(page, (await signInByHttp('admin@demo.quincena.mx')).token)
  await visit(page, 'configuracion/prestamos', 'staff-loan-settings')
  await visit(page, 'configuracion', 'staff-settings')
  await page.getByLabel('Intentos antes de bloquear').fill('3')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByRole('dialog')).toContainText('la cuenta se bloquea')
  await shoot(page, 'staff-settings-confirm')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await shootTexts(page)
  await visit(page, 'auditoria', 'staff-audit')
  // Only loans: the newest audit row may be a server command on a subject without a history.
  await page.goto('/quincena/auditoria?subject=loan')
  await expectLoaded(page)
  await page.getByRole('row').nth(1).click()
  await expect(page.getByRole('button', { name: 'Toda su historia' })).toBeVisible()
  await shoot(page, 'staff-audit-history')
  await page.goto('/quincena/tests')
  await page.getByRole('button', { name: 'Probar todo' }).click()
  await expect(page.getByRole('region', { name: 'Servidor' }).getByText('Memoria')).toBeVisible()
  await shoot(page, 'staff-diagnostics')
}

test.describe.configure({ mode: 'parallel' })

/** README pictures have two device pixels per px. */
const deviceScaleFactor = process.env.UPDATE_PICTURES === '1' ? 2 : 1

test.describe('every screen of the worker app', () => {
  test.slow()
  const walk = test.extend<{ page: Page }>({
    page: async ({ openWorkerApp }, use) => use(await openWorkerApp(undefined, { deviceScaleFactor })),
  })
  walk('a worker with loans', ({ page }) => shootWithLoans(page))
  walk('a loan in its states', ({ page }) => shootStates(page))
  walk('a balance', ({ page }) => shootBalances(page))
  walk('documents from the camera', ({ page }) => shootScan(page))
  walk('request and signing', async ({ page }) => shootSigning(page, await shootLoanRequest(page)))
  walk('the holder of an account', ({ page }) => shootAccounts(page))
  walk('sign-in screens', ({ page }) => shootSignInScreens(page))
  walk('who gets into an account', ({ page, allowedMessages }) => {
    allowedMessages.push(/status of 401/)
    return shootSecurity(page)
  })
  walk('their own data', ({ page }) => shootOwnData(page))
  walk('help, rights and no network', ({ page, allowedMessages }) => {
    allowedMessages.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    return shootHelp(page)
  })
})

test.describe('every screen of the staff app', () => {
  test.slow()
  const walk = test.extend<{ page: Page }>({
    page: async ({ openStaffApp }, use) => use(await openStaffApp(undefined, { deviceScaleFactor })),
  })
  walk('the office', ({ page }) => shootStaffApp(page))
  walk('the users', ({ page }) => shootUsers(page))
  walk('companies, registration and help', ({ page }) => shootCompanies(page))
  walk('settings, audit and diagnostics', ({ page }) => shootSettings(page))
  walk('the uploads', ({ page }) => shootUploads(page))
  walk('the reconciliation', ({ page }) => shootReconciliation(page))
  walk('incoming payments', async ({ page }) => {
    await signInAs(page, (await signInByHttp('gerente@demo.quincena.mx')).token)
    await shootIncomingPayments(page)
  })
  walk('money in trouble', async ({ page }) => {
    try {
      await shootPayoutProblems(page)
    } finally {
      await pausePayouts(false)
    }
  })
  walk('a loan in the office', ({ page }) => shootStaffLoans(page))
  walk('what proves payments', ({ page }) => shootProofs(page))
  walk('the day of the treasury', ({ page }) => shootTreasury(page))
  walk('own movements at STP', ({ page }) => shootMovements(page))
  walk('the banks', async ({ page }) => {
    await signInAs(page, (await signInByHttp('admin@demo.quincena.mx')).token)
    await shootBanks(page)
  })
})
