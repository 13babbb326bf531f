import { createECDH } from 'node:crypto'
import { type AccessCase, at } from './access-case.ts'
import { formOf, workerBook } from './access-records/people.ts'
import type { World } from './access-world.ts'
import { balanceAccessCases } from './balance-access-cases.ts'
import { bankAccessCases } from './bank-access-cases.ts'
import { makeClabe } from './factories.ts'
import { loanImportAccessCases } from './loan-import-access-cases.ts'
import { officeAccessCases } from './office-access-cases.ts'
import { sessionAccessCases } from './session-access-cases.ts'
import { smallPdf } from './small-pdf.ts'
import { treasuryAccessCases } from './treasury-access-cases.ts'
import { bookOf, workerCells } from './worker-sheet.ts'

const company = {
  ...{ name: 'Empresa de acceso', industry: 'Salud', headquarters_address: 'Calle 1' },
  ...{ email: 'rh@acceso.mx', phone: '5512345678', interest_rate: 0.18, commission: 150 },
}
const staffUser = (number: number) => ({
  ...{ email: `nuevo${number}@acceso.mx`, password: 'Trueno-Lejano-58', first_name: 'Gil', last_name: 'Paz' },
})
const decision = { status: 'REJ', reason: 'Prueba de acceso' }

/** A browser's public key for push messages. */
const pushKey = createECDH('prime256v1').generateKeys('base64url')

/** The form of a new worker. */
function workerForm(number: number) {
  const { CURP, RFC } = workerCells(20_000 + number)
  return {
    ...{ first_name: 'María José', last_name: 'Peña Ñandú', key: `F${number}`, user_type: 'U2' },
    ...{ email: `forma${number}@acceso.mx`, ine: '1234567890123', phone: '5512345678', gender: 'F' },
    ...{ curp: CURP, rfc: RFC },
    ...{ address: 'Calle 5', neighborhood: 'Centro', state: 'Jalisco', zip_code: '44100' },
    ...{ position: 'Operadora', biweekly_salary: 7500.5, bank: '40012' },
    debit_card_number: makeClabe(800_000 + number),
    bank_account_number: String(80_000_000_000 + number),
  }
}

/** A spreadsheet with one new company. */
const companyBook = (number: number) =>
  bookOf([
    ['Clave', 'NOMBRE DE LA EMPRESA', 'giro', 'Domicilio', 'Correo', 'Tel.', 'Tasa', 'Comisión por anticipo'],
    [`H${number}`, `Hoja ${number}`, 'Salud', 'Calle 1', `hoja${number}@acceso.mx`, '8183456789', 0.18, 150],
  ])

const documentForm = ({ own }: World) =>
  formOf({ name: 'ine.pdf', bytes: smallPdf() }, { filename: 'INE', user: String(own.id) })

/** A payment of the whole debt of a loan. */
const payAll = ({ id, debt }: { id: number; debt: number }) => ({
  ...{ loan_request: id, amount_paid: debt, previous_amount_due: debt },
})

/** The path below the API of an address that the server answered. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname.replace(/^.*\/api/, '') + search
}

const people: Record<string, AccessCase> = {
  'GET /auth/users/export': { url: at('/auth/users/export?format=csv'), ok: 200 },
  'GET /company/export': { url: at('/company/export'), ok: 200 },
  'GET /stp/export': { url: at('/stp/export?format=csv'), ok: 200 },
  'GET /auth/users': { url: at('/auth/users'), ok: 200 },
  'POST /auth/users': {
    url: at('/auth/users'),
    payload: ({ own, company }) => ({ ...workerForm(own.id), company: company.id }),
    ok: 201,
  },
  'GET /auth/user/{id}': { url: ({ own }) => `/auth/user/${own.id}`, ok: 200, other: 404 },
  'DELETE /auth/user/{id}': {
    url: async ({ records }) => `/auth/user/${(await records.free()).id}`,
    ok: 204,
  },
  'POST /auth/user/{id}/reactivate': {
    url: async ({ records }) => `/auth/user/${(await records.former()).id}/reactivate`,
    ok: 204,
  },
  'POST /auth/user/{id}/invite': {
    url: async ({ records }) => `/auth/user/${(await records.free()).id}/invite`,
    ok: 204,
  },
  'PUT /auth/user/{id}/update': {
    url: ({ own }) => `/auth/user/${own.id}/update`,
    payload: () => ({ city: 'Mérida' }),
    ok: 200,
    other: 404,
  },
  'PATCH /auth/user/{id}/update': {
    url: ({ own }) => `/auth/user/${own.id}/update`,
    payload: () => ({ phone: '9991234567' }),
    ok: 200,
    other: 404,
  },
  'POST /auth/register': { url: at('/auth/register'), payload: ({ own }) => staffUser(own.id), ok: 201 },
  'GET /auth/taken': { url: at('/auth/taken?field=email&value=x@y.mx'), ok: 200 },
  'GET /company': { url: at('/company/'), ok: 200 },
  'POST /company': {
    url: at('/company/'),
    payload: ({ own }) => ({ ...company, key: `AN${own.id}` }),
    ok: 201,
  },
  'GET /company/{id}': {
    url: ({ own }) => `/company/${own.company_id}`,
    ...{ ok: 200, other: 404, colleague: 200 },
  },
  'PUT /company/{id}': {
    url: ({ own }) => `/company/${own.company_id}`,
    payload: ({ own }) => ({ ...company, key: `AC${own.id}` }),
    ok: 200,
  },
  'DELETE /company/{id}': {
    url: async ({ records }) => `/company/${(await records.emptyCompany()).id}`,
    ok: 204,
  },
  'GET /diagnostics': { url: at('/diagnostics'), ok: 200 },
  'POST /diagnostics/{part}': { url: at('/diagnostics/storage'), ok: 200 },
  'GET /audit': { url: at('/audit'), ok: 200 },
  'GET /audit/chain': { url: at('/audit/chain'), ok: 200 },
  'POST /audit/chain': { url: at('/audit/chain'), ok: 200 },
  'GET /audit/export': { url: at('/audit/export?format=csv'), ok: 200 },
  'GET /search': { url: at('/search?search=ana'), ok: 200 },
  'POST /auth/upload-users': {
    url: at('/auth/upload-users/'),
    payload: (world) =>
      formOf(
        { field: 'excel_file', name: 'datos.xlsx', bytes: workerBook(world) },
        { company_name: world.company.name },
      ),
    ok: 200,
  },
  'POST /company/upload-company': {
    url: at('/company/upload-company'),
    payload: ({ own }) => formOf({ field: 'excel_file', name: 'empresas.xlsx', bytes: companyBook(own.id) }),
    ok: 200,
  },
  'GET /imports': { url: at('/imports'), ok: 200 },
  // Only who uploaded the file, here the manager, and admins.
  'GET /imports/{id}': {
    url: async ({ records }) => `/imports/${(await records.import()).id}`,
    ok: 200,
    clerk: 404,
  },
  'GET /imports/{id}/rejected.xlsx': {
    url: async ({ records }) => `/imports/${(await records.import()).id}/rejected.xlsx`,
    ok: 200,
    clerk: 404,
  },
  'GET /imports/template/{kind}': { url: at('/imports/template/users'), ok: 200 },
}

const loans: Record<string, AccessCase> = {
  'GET /loan/export': { url: at('/loan/export'), ok: 200 },
  'GET /loan/payment/export': { url: at('/loan/payment/export'), ok: 200 },
  'POST /loan/calculate-monthly-payment': {
    url: at('/loan/calculate-monthly-payment/'),
    payload: () => ({ annual_interest_rate: 0.18, amount: 10_000, number_of_payments: 12 }),
    ok: 200,
    other: 'own',
  },
  'POST /loan/get-max-advance-loan-amount': {
    url: at('/loan/get-max-advance-loan-amount/'),
    payload: () => ({ loan: 8000 }),
    ok: 200,
    other: 'own',
  },
  'GET /loan/account/{id}': { url: ({ own }) => `/loan/account/${own.id}`, ok: 200, other: 404 },
  'GET /loan': { url: ({ own }) => `/loan?user__id=${own.id}`, ok: 200, other: 'nothing' },
  'POST /loan': {
    url: at('/loan/'),
    payload: async ({ records }) => ({
      ...{ type: 'credit', amount: 5000, period: 3, user: (await records.free()).id },
    }),
    ok: 201,
    // The route ignores `user` in the body if the caller is a worker.
    other: 'own',
  },
  'GET /loan/{id}': {
    url: async ({ records }) => `/loan/${(await records.offer()).id}`,
    ok: 200,
    other: 404,
  },
  'PATCH /loan/{id}': {
    url: async ({ records }) => `/loan/${(await records.offer()).id}`,
    payload: () => decision,
    ok: 200,
    other: 404,
  },
  'PUT /loan/{id}': {
    url: async ({ records }) => `/loan/${(await records.offer()).id}`,
    payload: () => decision,
    ok: 200,
    other: 404,
  },
  'DELETE /loan/{id}': { url: async ({ records }) => `/loan/${(await records.offer()).id}`, ok: 204 },
  'POST /loan/{id}/cancel': {
    url: async ({ records }) => `/loan/${(await records.offer()).id}/cancel`,
    payload: () => ({ reason: 'Prueba' }),
    ok: 409,
    conflict: 'its payout was not returned',
  },
  'POST /loan/{id}/accept': {
    url: async ({ records }) => `/loan/${(await records.offer()).id}/accept`,
    payload: async ({ acceptance, records }) => ({
      ...{ ...acceptance, contract_sha256: await records.shownContract() },
    }),
    ok: 202,
    other: 404,
  },
  'GET /loan/get-loan-contract-payload/{id}': {
    url: async ({ records }) => `/loan/get-loan-contract-payload/${(await records.offer()).id}`,
    ok: 200,
    other: 404,
  },
  'POST /contract/{id}': {
    url: async ({ records }) => `/contract/${(await records.offer()).id}`,
    ok: 200,
    other: 404,
  },
  'POST /loan/summary': { url: at('/loan/summary'), payload: () => ({ year: 2026 }), ok: 200 },
  'GET /loan/pf360/offers': { url: at('/loan/pf360/offers/'), ok: 200, other: 'own' },
  'GET /loan/payment': { url: ({ own }) => `/loan/payment?user__id=${own.id}`, ok: 200, other: 'nothing' },
  'POST /loan/payment': {
    url: at('/loan/payment'),
    payload: async ({ records }) => payAll(await records.activeLoan()),
    ok: 201,
  },
  'GET /loan/{id}/payoff': {
    url: async ({ records }) => `/loan/${(await records.activeLoan()).id}/payoff`,
    ok: 200,
    other: 404,
  },
  'GET /loan/{id}/payment-preview': {
    url: async ({ records }) => `/loan/${(await records.activeLoan()).id}/payment-preview?amount_paid=100`,
    ok: 200,
    other: 404,
  },
  'POST /loan/{id}/payoff': {
    url: async ({ records }) => `/loan/${(await records.activeLoan()).id}/payoff`,
    payload: async ({ records }) => {
      const { debt } = await records.activeLoan()
      return { amount_paid: debt, previous_amount_due: debt }
    },
    ok: 201,
  },
  'GET /loan/payment/{id}/receipt': {
    url: async ({ records }) => `/loan/payment/${(await records.payment()).id}/receipt`,
    ok: 200,
    other: 404,
  },
  'POST /loan/payment/{id}/reverse': {
    url: async ({ records }) => `/loan/payment/${(await records.payment()).id}/reverse`,
    payload: () => ({ reason: 'Prueba' }),
    ok: 200,
  },
}

const papers: Record<string, AccessCase> = {
  'GET /documents/': { url: ({ own }) => `/documents/?user__id=${own.id}`, ok: 200, other: 'nothing' },
  'POST /documents/': { url: at('/documents/'), payload: documentForm, ok: 201, other: 404 },
  'PATCH /documents/{id}': {
    url: async ({ records }) => `/documents/${(await records.document()).id}`,
    payload: () => ({ review: 'accepted' }),
    ok: 200,
  },
  'GET /downloads': { url: ({ own }) => `/downloads?user__id=${own.id}`, ok: 200, other: 'nothing' },
  'GET /loan/{id}/statement': {
    url: async ({ records }) => `/loan/${(await records.activeLoan()).id}/statement`,
    ok: 200,
    other: 404,
  },
  'GET /documents/{id}/file': {
    url: async ({ send, own }) => {
      const { results } = (await send('own', `GET /documents/?user__id=${own.id}`)).json()
      return pathOf(results[0].file)
    },
    ok: 200,
    shared: 'the signed link is its key, because a new tab sends no session',
    missing: 403,
  },
  'GET /notification/': { url: ({ own }) => `/notification/?recipient=${own.id}`, ok: 200, other: 'nothing' },
  'POST /notification/': {
    url: at('/notification/'),
    payload: ({ own }) => ({ title: 'Hola', message: 'Prueba', checked: false, recipient: own.id }),
    ok: 201,
  },
  'GET /notification/unread-count': { url: at('/notification/unread-count'), ok: 200, other: 'own' },
  'POST /notification/read': {
    url: at('/notification/read'),
    payload: () => ({ until: 1 }),
    ok: 200,
    other: 'own',
  },
  'PATCH /notification/{id}': {
    url: async ({ records }) => `/notification/${(await records.notification()).id}`,
    payload: () => ({ checked: true }),
    ok: 200,
    other: 404,
    staff: 404,
  },
  'DELETE /notification/{id}': {
    url: async ({ records }) => `/notification/${(await records.notification()).id}`,
    ok: 204,
    other: 404,
    staff: 404,
  },
  'POST /notification/{id}/restore': {
    url: async ({ records }) => `/notification/${(await records.deletedNotification()).id}/restore`,
    ok: 200,
    other: 404,
    staff: 404,
  },
  'GET /push/key': { url: at('/push/key'), ok: 200, other: 'own' },
  'POST /push/subscriptions': {
    url: at('/push/subscriptions'),
    payload: ({ own }, caller) => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${caller}${own.id}`,
      keys: { p256dh: pushKey, auth: 'B'.repeat(22) },
    }),
    ok: 204,
    other: 'own',
  },
  'DELETE /push/subscriptions': {
    url: at('/push/subscriptions'),
    payload: () => ({ endpoint: 'https://push.example.mx/1' }),
    ok: 204,
    other: 'own',
  },
  'POST /feedback': { url: at('/feedback'), payload: () => ({ level: 'high' }), ok: 201, other: 'own' },
  'GET /feedback': { url: at('/feedback'), ok: 200 },
  'POST /privacy/requests': {
    url: at('/privacy/requests'),
    payload: () => ({ right: 'access', detail: 'Prueba de acceso' }),
    ok: 201,
    other: 'own',
  },
  'GET /privacy/requests': {
    url: ({ own }) => `/privacy/requests?user__id=${own.id}`,
    ok: 200,
    other: 'nothing',
  },
  'POST /privacy/requests/{id}/answer': {
    url: async ({ records }) => `/privacy/requests/${(await records.privacyRequest()).id}/answer`,
    payload: () => ({ answer: 'Prueba de acceso' }),
    ok: 200,
  },
  'GET /events': { url: at('/events'), ok: 200, other: 'own' },
}

const approvals: Record<string, AccessCase> = {
  'GET /approvals': { url: at('/approvals?mine=true'), ok: 200, other: 'nothing' },
  'GET /approvals/summary': { url: at('/approvals/summary'), ok: 200 },
  'GET /approvals/{id}': {
    url: async ({ records }) => `/approvals/${(await records.approval()).id}`,
    ok: 200,
    other: 404,
  },
  'POST /approvals/{id}/approve': {
    url: async ({ records }) => `/approvals/${(await records.approval()).id}/approve`,
    ok: 200,
  },
  'POST /approvals/{id}/refuse': {
    url: async ({ records }) => `/approvals/${(await records.approval()).id}/refuse`,
    payload: () => ({ reason: 'Prueba de acceso' }),
    ok: 200,
  },
  'POST /approvals/{id}/withdraw': {
    url: async ({ records }) => `/approvals/${(await records.approval()).id}/withdraw`,
    ok: 200,
    other: 404,
    // Only the requester withdraws.
    staff: 403,
  },
}

const machinery: Record<string, AccessCase> = {
  'GET /healthz': { url: at('/healthz'), ok: 200 },
  'GET /readyz': { url: at('/readyz'), ok: 200 },
  // It needs the token of METRICS_TOKEN, which no person has.
  'GET /metrics': { url: at('/metrics'), ok: 404 },
  'GET /docs': { url: at('/docs'), ok: 200 },
  'GET /docs/{file}': { url: at('/docs/api-docs.js'), ok: 200, shared: 'the scripts of the page are public' },
  'GET /openapi.json': { url: at('/openapi.json'), ok: 200 },
}

/** One case for each route; access.test.ts fails if a route has none. */
export const accessCases: Record<string, AccessCase> = {
  ...sessionAccessCases,
  ...officeAccessCases,
  ...people,
  ...loans,
  ...papers,
  ...treasuryAccessCases,
  ...approvals,
  ...balanceAccessCases,
  ...{ ...bankAccessCases, ...loanImportAccessCases },
  ...machinery,
}
