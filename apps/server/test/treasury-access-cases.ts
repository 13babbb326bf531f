import type { AccessCase } from './access-case.ts'

const at = (path: string) => () => path
const unknownId = 999_999

const orders: Record<string, AccessCase> = {
  'GET /stp': { url: at('/stp'), ok: 200 },
  'GET /stp/{id}': { url: at(`/stp/${unknownId}`), ok: 404 },
  'POST /stp': { url: at('/stp/'), payload: () => ({ tracking_key: 'NOEXISTE1' }), ok: 404 },
  'POST /stp/consulta-orden': {
    url: at('/stp/consulta-orden'),
    payload: () => ({ tracking_key: 'NOEXISTE1' }),
    ok: 404,
  },
  'PUT /stp/dispersion': {
    url: at('/stp/dispersion?latitud=25.6&longitud=-100.3'),
    payload: ({ loan }) => ({ data: { loan: loan.id } }),
    ok: 409,
  },
  'POST /stp/{id}/resolve': {
    url: at(`/stp/${unknownId}/resolve`),
    payload: () => ({ outcome: 'settled', reason: 'Prueba de acceso' }),
    ok: 404,
  },
  'GET /stp/{id}/messages': { url: at(`/stp/${unknownId}/messages`), ok: 404 },
  'POST /stp/{id}/ask': { url: at(`/stp/${unknownId}/ask`), ok: 404 },
  'GET /stp/payouts': { url: at('/stp/payouts'), ok: 200 },
  'PUT /stp/payouts': { url: at('/stp/payouts'), payload: () => ({ paused: false }), ok: 200 },
  'GET /stp/limits': { url: at('/stp/limits'), ok: 200 },
  'PUT /stp/limits': {
    url: at('/stp/limits'),
    payload: () => ({ refund: 200_000, return: 500_000, verification: 50, version: 0 }),
    ok: 200,
  },
  'GET /loan/limits': { url: at('/loan/limits'), ok: 200 },
  'PUT /loan/limits': {
    url: at('/loan/limits'),
    payload: () => ({
      ...{ approval: 50_000, per_approver: 300_000, per_company: 1_000_000, per_lender: 5_000_000 },
      ...{ companies: [], version: 0 },
    }),
    ok: 200,
  },
  'GET /stp/incoming-payments': { url: at('/stp/incoming-payments'), ok: 200 },
  'GET /stp/incoming-payments/{id}': { url: at(`/stp/incoming-payments/${unknownId}`), ok: 404 },
  'GET /stp/incoming-payments/{id}/payoff': {
    url: ({ loan }) => `/stp/incoming-payments/${unknownId}/payoff?loan_request=${loan.id}`,
    ok: 404,
  },
  'POST /stp/incoming-payments/{id}/confirm': {
    url: at(`/stp/incoming-payments/${unknownId}/confirm`),
    payload: ({ loan }) => ({ loan_request: loan.id, amount_paid: 1, previous_amount_due: 1 }),
    ok: 404,
  },
  'POST /stp/incoming-payments/{id}/dismiss': {
    url: at(`/stp/incoming-payments/${unknownId}/dismiss`),
    payload: () => ({ reason: 'Prueba de acceso' }),
    ok: 404,
  },
  'POST /stp/incoming-payments/{id}/reopen': {
    url: at(`/stp/incoming-payments/${unknownId}/reopen`),
    ok: 404,
  },
  'GET /treasury/day/{day}': { url: at('/treasury/day/2026-11-20'), ok: 200 },
  'GET /treasury/movements': { url: at('/treasury/movements?from=2026-11-20&to=2026-11-20'), ok: 200 },
  'GET /treasury/movements/export': {
    url: at('/treasury/movements/export?from=2026-11-20&to=2026-11-20'),
    ok: 200,
  },
  'GET /treasury/trial-balance/export': {
    url: at('/treasury/trial-balance/export?from=2026-11-01&to=2026-11-30'),
    ok: 200,
  },
  'GET /treasury/trial-balance': {
    url: at('/treasury/trial-balance?from=2026-11-01&to=2026-11-30'),
    ok: 200,
  },
  'GET /stp/incoming-payments/{id}/suggestions': {
    url: at(`/stp/incoming-payments/${unknownId}/suggestions`),
    ok: 404,
  },
  'PUT /stp/incoming-payments/{id}/owner': {
    url: at(`/stp/incoming-payments/${unknownId}/owner`),
    payload: () => ({ owner_id: null }),
    ok: 404,
  },
  'POST /stp/incoming-payments/{id}/return': {
    url: at(`/stp/incoming-payments/${unknownId}/return`),
    payload: () => ({ reason: 'Prueba de acceso' }),
    ok: 404,
  },
  'POST /stp/incoming-payments/{id}/charge': {
    url: at(`/stp/incoming-payments/${unknownId}/charge`),
    payload: ({ loan }) => ({ user: loan.user_id, amount: 1, reason: 'Prueba de acceso' }),
    ok: 404,
  },
  'POST /stp/incoming-payments/{id}/credit': {
    url: at(`/stp/incoming-payments/${unknownId}/credit`),
    payload: ({ loan }) => ({ user: loan.user_id, amount: 1 }),
    ok: 404,
  },
  'POST /stp/incoming-payments/credits/{id}/undo': {
    url: at(`/stp/incoming-payments/credits/${unknownId}/undo`),
    payload: () => ({ reason: 'Prueba de acceso' }),
    ok: 404,
  },
  'GET /stp/reconciliation': { url: at('/stp/reconciliation'), ok: 200 },
  'GET /stp/reconciliation/{day}': { url: at('/stp/reconciliation/2020-01-02'), ok: 404 },
  'POST /stp/reconciliation/{day}/run': { url: at('/stp/reconciliation/2026-11-19/run'), ok: 202 },
  'GET /stp/reconciliation/{day}/export': { url: at('/stp/reconciliation/2020-01-02/export'), ok: 404 },
  'POST /stp/reconciliation/differences/{id}/note': {
    url: at(`/stp/reconciliation/differences/${unknownId}/note`),
    payload: () => ({ note: 'Prueba' }),
    ok: 404,
  },
  'GET /stp/balance': { url: at('/stp/balance'), ok: 200 },
  'POST /stp/webhooks/{secret}/order-state': {
    url: at('/stp/webhooks/otro/order-state'),
    payload: () => ({}),
    ok: 404,
  },
  'POST /stp/webhooks/{secret}/payment': {
    url: at('/stp/webhooks/otro/payment'),
    payload: () => ({}),
    ok: 404,
  },
}

const balances: Record<string, AccessCase> = {
  'GET /treasury/balances/{id}': { url: ({ own }) => `/treasury/balances/${own.id}`, ok: 200, other: 404 },
  'GET /treasury/balances/{id}/movements': {
    url: ({ own }) => `/treasury/balances/${own.id}/movements`,
    ok: 200,
    other: 404,
  },
  'POST /treasury/balances/{id}/refund': {
    url: ({ own }) => `/treasury/balances/${own.id}/refund`,
    payload: () => ({ amount: 1 }),
    // The worker has no balance.
    ok: 409,
    other: 404,
  },
  'POST /treasury/balances/{id}/pay-receivable': {
    url: ({ own }) => `/treasury/balances/${own.id}/pay-receivable`,
    payload: () => ({ amount: 1 }),
    // The worker owes nothing apart.
    ok: 409,
  },
  'POST /loan/{id}/use-balance': {
    url: ({ loan }) => `/loan/${loan.id}/use-balance`,
    payload: () => ({ amount_paid: 1, previous_amount_due: 1 }),
    ok: 409,
    other: 404,
  },
  'GET /treasury/balances': { url: at('/treasury/balances'), ok: 200 },
  'GET /treasury/balances/summary': { url: at('/treasury/balances/summary'), ok: 200 },
  'GET /treasury/balances/export': { url: at('/treasury/balances/export'), ok: 200 },
  'GET /treasury/refunds': { url: at('/treasury/refunds'), ok: 200 },
}

const verification = `/account-verifications/${unknownId}`
const accountVerifications: Record<string, AccessCase> = {
  'GET /account-verifications': { url: at('/account-verifications'), ok: 200 },
  'GET /account-verifications/setting': { url: at('/account-verifications/setting'), ok: 200 },
  'PUT /account-verifications/setting': {
    url: at('/account-verifications/setting'),
    payload: () => ({ mode: 'off', version: 0 }),
    ok: 200,
  },
  'GET /account-verifications/{id}': { url: at(verification), ok: 404 },
  'POST /account-verifications/{id}/repeat': { url: at(`${verification}/repeat`), ok: 404 },
  'POST /account-verifications/{id}/ask-for-account': { url: at(`${verification}/ask-for-account`), ok: 404 },
  'POST /account-verifications/{id}/accept': {
    url: at(`${verification}/accept`),
    payload: () => ({ reason: 'Prueba de acceso' }),
    ok: 404,
  },
}

/** The routes of orders, received money, reconciliation, workers' balances and account verifications. */
export const treasuryAccessCases: Record<string, AccessCase> = {
  ...orders,
  ...balances,
  ...accountVerifications,
}
