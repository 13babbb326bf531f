import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'

import type { AccessCase } from './access-case.ts'
import { balanceAccessCases } from './balance-access-cases.ts'
import { bankAccessCases } from './bank-access-cases.ts'
import { treasuryAccessCases } from './treasury-access-cases.ts'

const at = (path: string) => () => path
const unknownId = 999_999

const company = {
  ...{ name: 'Empresa de acceso', industry: 'Salud', headquarters_address: 'Calle 1' },
  ...{ email: 'rh@acceso.mx', phone: '5512345678', interest_rate: 0.18, commission: 150 },
}
const staffUser = {
  email: 'nuevo@acceso.mx',
  password: 'Trueno-Lejano-58',
  first_name: 'Gil',
  last_name: 'Paz',
}
const decision = { status: 'REJ', reason: 'Prueba de acceso' }

const sessions: Record<string, AccessCase> = {
  'POST /auth/login': { url: at('/auth/login'), ok: 422 },
  'POST /auth/logout': { url: at('/auth/logout'), ok: 204, other: 'own' },
  'GET /auth/user': { url: at('/auth/user'), ok: 200, other: 'own' },
  'GET /auth/sessions': { url: at('/auth/sessions'), ok: 200, other: 'own' },
  'DELETE /auth/sessions/{id}': {
    url: ({ session_id }) => `/auth/sessions/${session_id}`,
    ok: 204,
    other: 404,
    staff: 404,
  },
  'GET /auth/login-history': {
    url: ({ own }) => `/auth/login-history?user=${own.id}`,
    ok: 200,
    other: 'nothing',
  },
  'POST /auth/change-password': { url: at('/auth/change-password'), ok: 422, other: 'own' },
  'POST /auth/email-code': { url: at('/auth/email-code'), ok: 202, other: 'own' },
  'POST /auth/email-confirmation': { url: at('/auth/email-confirmation'), ok: 422, other: 'own' },
  'POST /auth/forgot-password': { url: at('/auth/forgot-password'), ok: 422 },
  'POST /auth/reset-password': { url: at('/auth/reset-password'), ok: 422 },
  'POST /auth/password-link': { url: at('/auth/password-link'), ok: 422 },
  'GET /auth/passkeys': { url: at('/auth/passkeys'), ok: 200, other: 'own' },
  'POST /auth/passkeys': { url: at('/auth/passkeys'), ok: 422, other: 'own' },
  'POST /auth/passkeys/start': { url: at('/auth/passkeys/start'), ok: 200, other: 'own' },
  'DELETE /auth/passkeys/{id}': { url: at('/auth/passkeys/1'), ok: 422, other: 'own', missing: 422 },
  'POST /auth/passkey-login/start': { url: at('/auth/passkey-login/start'), ok: 200 },
  'POST /auth/passkey-login': { url: at('/auth/passkey-login'), ok: 422 },
  'POST /auth/factor': { url: at('/auth/factor'), ok: 422, other: 'own' },
  'GET /auth/two-factor': { url: at('/auth/two-factor'), ok: 200, other: 'own' },
  'POST /auth/two-factor': { url: at('/auth/two-factor'), ok: 200, other: 'own' },
  'POST /auth/two-factor/confirm': { url: at('/auth/two-factor/confirm'), ok: 422, other: 'own' },
  'DELETE /auth/two-factor': { url: at('/auth/two-factor'), ok: 422, other: 'own' },
  'DELETE /auth/user/{id}/two-factor': { url: ({ own }) => `/auth/user/${own.id}/two-factor`, ok: 409 },
  'GET /auth/access-config': { url: at('/auth/access-config'), ok: 200, other: 'own' },
  'PUT /auth/access-config': {
    url: at('/auth/access-config'),
    payload: () => DEFAULT_ACCESS_CONFIG,
    ok: 200,
  },
  'PUT /auth/picture': { url: at('/auth/picture'), payload: () => ({}), ok: 415, other: 'own' },
  'DELETE /auth/picture': { url: at('/auth/picture'), ok: 200, other: 'own' },
  'GET /auth/picture/{id}': { url: at('/auth/picture/00000000-0000-4000-8000-000000000000'), ok: 404 },
  'GET /auth/bank-account': { url: at('/auth/bank-account'), ok: 200, other: 'own' },
  'POST /auth/bank-account/reveal': { url: at('/auth/bank-account/reveal'), ok: 200, other: 'own' },
  'PUT /auth/bank-account': { url: at('/auth/bank-account'), payload: () => ({}), ok: 422, other: 'own' },
  'DELETE /auth/bank-account': { url: at('/auth/bank-account'), payload: () => ({}), ok: 422, other: 'own' },
  'GET /auth/preferences': { url: at('/auth/preferences'), ok: 200, other: 'own' },
  'PUT /auth/preferences': {
    url: at('/auth/preferences'),
    payload: () => ({ offers: false }),
    ok: 200,
    other: 'own',
  },
  'POST /auth/logs': {
    url: at('/auth/logs'),
    payload: () => ({ action: 'x', log_level: 'INFO', message: '' }),
    ok: 204,
    other: 'own',
  },
  'GET /legal/{document}': { url: at('/legal/terms'), ok: 200 },
  'POST /auth/consents': { url: at('/auth/consents'), ok: 422, other: 'own' },
}

const people: Record<string, AccessCase> = {
  'GET /auth/users/export': { url: at('/auth/users/export?format=csv'), ok: 200 },
  'GET /company/export': { url: at('/company/export'), ok: 200 },
  'GET /stp/export': { url: at('/stp/export?format=csv'), ok: 200 },
  'GET /auth/users': { url: at('/auth/users'), ok: 200 },
  'POST /auth/users': { url: at('/auth/users'), ok: 422 },
  'GET /auth/user/{id}': { url: ({ own }) => `/auth/user/${own.id}`, ok: 200, other: 404 },
  'DELETE /auth/user/{id}': { url: ({ free }) => `/auth/user/${free.id}`, ok: 204 },
  'POST /auth/user/{id}/reactivate': { url: at(`/auth/user/${unknownId}/reactivate`), ok: 404 },
  'POST /auth/user/{id}/invite': { url: ({ own }) => `/auth/user/${own.id}/invite`, ok: 204 },
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
  'POST /auth/register': { url: at('/auth/register'), payload: () => staffUser, ok: 201 },
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
  'DELETE /company/{id}': { url: ({ own }) => `/company/${own.company_id}`, ok: 409 },
  'GET /diagnostics': { url: at('/diagnostics'), ok: 200 },
  'POST /diagnostics/{part}': { url: at('/diagnostics/storage'), ok: 200 },
  'GET /audit': { url: at('/audit'), ok: 200 },
  'GET /audit/chain': { url: at('/audit/chain'), ok: 200 },
  'POST /audit/chain': { url: at('/audit/chain'), ok: 200 },
  'GET /audit/export': { url: at('/audit/export?format=csv'), ok: 200 },
  'GET /search': { url: at('/search?search=ana'), ok: 200 },
  'POST /auth/upload-users': { url: at('/auth/upload-users/'), ok: 415 },
  'POST /company/upload-company': { url: at('/company/upload-company'), ok: 415 },
  'GET /imports': { url: at('/imports'), ok: 200 },
  'GET /imports/{id}': { url: at(`/imports/${unknownId}`), ok: 404 },
  'GET /imports/{id}/rejected.xlsx': { url: at(`/imports/${unknownId}/rejected.xlsx`), ok: 404 },
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
    payload: ({ free }) => ({ type: 'credit', amount: 5000, period: 3, user: free.id }),
    ok: 201,
    // The owner already has an offer. The route ignores `user` in the body if the caller is a worker.
    own: 409,
    other: 'own',
  },
  'GET /loan/{id}': { url: ({ loan }) => `/loan/${loan.id}`, ok: 200, other: 404 },
  'PATCH /loan/{id}': { url: ({ loan }) => `/loan/${loan.id}`, payload: () => decision, ok: 200, other: 404 },
  'PUT /loan/{id}': { url: ({ loan }) => `/loan/${loan.id}`, payload: () => decision, ok: 200, other: 404 },
  'DELETE /loan/{id}': { url: ({ loan }) => `/loan/${loan.id}`, ok: 204 },
  'POST /loan/{id}/cancel': {
    url: ({ loan }) => `/loan/${loan.id}/cancel`,
    payload: () => ({ reason: 'Prueba' }),
    ok: 409,
  },
  'POST /loan/{id}/accept': {
    url: ({ loan }) => `/loan/${loan.id}/accept`,
    payload: ({ acceptance }) => ({ ...acceptance, contract_sha256: '0'.repeat(64) }),
    ok: 409,
    other: 404,
  },
  'GET /loan/get-loan-contract-payload/{id}': {
    url: ({ loan }) => `/loan/get-loan-contract-payload/${loan.id}`,
    ok: 200,
    other: 404,
  },
  'POST /contract/{id}': { url: ({ loan }) => `/contract/${loan.id}`, ok: 200, other: 404 },
  'POST /loan/summary': { url: at('/loan/summary'), payload: () => ({ year: 2026 }), ok: 200 },
  'GET /loan/pf360/offers': { url: at('/loan/pf360/offers/'), ok: 200, other: 'own' },
  'GET /loan/payment': { url: ({ own }) => `/loan/payment?user__id=${own.id}`, ok: 200, other: 'nothing' },
  'POST /loan/payment': {
    url: at('/loan/payment'),
    payload: ({ loan }) => ({ loan_request: loan.id, amount_paid: 1, previous_amount_due: 1 }),
    ok: 409,
  },
  'GET /loan/{id}/payoff': { url: ({ loan }) => `/loan/${loan.id}/payoff`, ok: 409, other: 404 },
  'GET /loan/{id}/payment-preview': {
    url: ({ loan }) => `/loan/${loan.id}/payment-preview?amount_paid=100`,
    ok: 409,
    other: 404,
  },
  'POST /loan/{id}/payoff': {
    url: ({ loan }) => `/loan/${loan.id}/payoff`,
    payload: () => ({ amount_paid: 1, previous_amount_due: 1 }),
    ok: 409,
  },
  'GET /loan/payment/{id}/receipt': {
    url: at(`/loan/payment/${unknownId}/receipt`),
    ok: 404,
    other: 404,
  },
  'POST /loan/payment/{id}/reverse': {
    url: at(`/loan/payment/${unknownId}/reverse`),
    payload: () => ({ reason: 'Prueba' }),
    ok: 404,
  },
}

const papers: Record<string, AccessCase> = {
  'GET /documents/': { url: ({ own }) => `/documents/?user__id=${own.id}`, ok: 200, other: 'nothing' },
  'POST /documents/': { url: at('/documents/'), payload: ({ upload }) => upload, ok: 201, other: 404 },
  'PATCH /documents/{id}': {
    url: ({ document }) => `/documents/${document.id}`,
    payload: () => ({ review: 'accepted' }),
    ok: 200,
  },
  'GET /downloads': { url: ({ own }) => `/downloads?user__id=${own.id}`, ok: 200, other: 'nothing' },
  'GET /loan/{id}/statement': { url: ({ loan }) => `/loan/${loan.id}/statement`, ok: 409, other: 404 },
  'GET /documents/{id}/file': {
    url: ({ document }) => `/documents/${document.id}/file`,
    ok: 403,
    missing: 403,
  },
  'GET /notification/': { url: ({ own }) => `/notification/?recipient=${own.id}`, ok: 200, other: 'nothing' },
  'POST /notification/': {
    url: at('/notification/'),
    payload: ({ own }) => ({ title: 'Hola', message: 'Prueba', checked: false, recipient: own.id }),
    ok: 201,
  },
  'GET /notification/unread-count': { url: at('/notification/unread-count'), ok: 200, other: 'own' },
  'PATCH /notification/{id}': {
    url: ({ notification }) => `/notification/${notification.id}`,
    payload: () => ({ checked: true }),
    ok: 200,
    other: 404,
    staff: 404,
  },
  'DELETE /notification/{id}': {
    url: ({ notification }) => `/notification/${notification.id}`,
    ok: 204,
    other: 404,
    staff: 404,
  },
  'POST /notification/{id}/restore': { url: at(`/notification/${unknownId}/restore`), ok: 404, other: 404 },
  'GET /push/key': { url: at('/push/key'), ok: 200, other: 'own' },
  'POST /push/subscriptions': { url: at('/push/subscriptions'), ok: 422, other: 'own' },
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
    url: at(`/privacy/requests/${unknownId}/answer`),
    payload: () => ({ answer: 'Prueba de acceso' }),
    ok: 404,
  },
  'GET /events': { url: at('/events'), ok: 200, other: 'own' },
}

const approvals: Record<string, AccessCase> = {
  'GET /approvals': { url: at('/approvals?mine=true'), ok: 200, other: 'nothing' },
  'GET /approvals/summary': { url: at('/approvals/summary'), ok: 200 },
  'GET /approvals/{id}': { url: ({ approval }) => `/approvals/${approval.id}`, ok: 200, other: 404 },
  'POST /approvals/{id}/approve': { url: at(`/approvals/${unknownId}/approve`), ok: 404 },
  'POST /approvals/{id}/refuse': {
    url: ({ approval }) => `/approvals/${approval.id}/refuse`,
    payload: () => ({ reason: 'Prueba de acceso' }),
    ok: 200,
  },
  'POST /approvals/{id}/withdraw': {
    url: ({ approval }) => `/approvals/${approval.id}/withdraw`,
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
  // In a demo on this machine only, like that of the tests.
  'GET /demo/mails': { url: at('/demo/mails'), ok: 200 },
  'GET /docs': { url: at('/docs'), ok: 200 },
  'GET /openapi.json': { url: at('/openapi.json'), ok: 200 },
}

/** One case for each route; access.test.ts fails if a route has none. */
export const accessCases: Record<string, AccessCase> = {
  ...sessions,
  ...people,
  ...loans,
  ...papers,
  ...treasuryAccessCases,
  ...approvals,
  ...balanceAccessCases,
  ...bankAccessCases,
  ...machinery,
}
