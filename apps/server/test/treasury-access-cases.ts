import { type AccessCase, at } from './access-case.ts'
import { abonoOf } from './incoming.ts'

const orders: Record<string, AccessCase> = {
  'GET /stp': { url: at('/stp'), ok: 200 },
  'GET /loan/{id}/payout-receipt': {
    url: async ({ records }) => `/loan/${(await records.arrivedLoan()).id}/payout-receipt`,
    ok: 200,
    other: 404,
  },
  'GET /stp/{id}': {
    url: async ({ records }) => `/stp/${(await records.activeLoan()).order.id}`,
    ok: 200,
  },
  'POST /stp': {
    url: at('/stp/'),
    payload: async ({ records }) => ({ tracking_key: (await records.activeLoan()).order.tracking_key }),
    ok: 200,
  },
  'POST /stp/consulta-orden': {
    url: at('/stp/consulta-orden'),
    payload: async ({ records }) => ({ tracking_key: (await records.activeLoan()).order.tracking_key }),
    ok: 200,
  },
  'PUT /stp/dispersion': {
    url: at('/stp/dispersion?latitud=25.6&longitud=-100.3'),
    payload: async ({ records }) => ({ data: { loan: (await records.offer()).id } }),
    ok: 409,
    conflict: 'its payout was not returned',
  },
  'POST /stp/{id}/resolve': {
    url: async ({ records }) => `/stp/${(await records.reviewedOrder()).id}/resolve`,
    payload: () => ({ outcome: 'settled', reason: 'Prueba de acceso' }),
    ok: 200,
  },
  'GET /stp/{id}/messages': {
    url: async ({ records }) => `/stp/${(await records.activeLoan()).order.id}/messages`,
    ok: 200,
  },
  'POST /stp/{id}/ask': {
    url: async ({ records }) => `/stp/${(await records.activeLoan()).order.id}/ask`,
    ok: 200,
  },
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
  'GET /loan/signing-settings': { url: at('/loan/signing-settings'), ok: 200 },
  'PUT /loan/signing-settings': {
    url: at('/loan/signing-settings'),
    payload: () => ({ channel: 'none', version: 0 }),
    ok: 200,
  },
  'GET /stp/incoming-payments': { url: at('/stp/incoming-payments'), ok: 200 },
  'GET /stp/incoming-payments/{id}': {
    url: async ({ records }) => `/stp/incoming-payments/${(await records.received()).id}`,
    ok: 200,
  },
  'GET /stp/incoming-payments/{id}/payoff': {
    url: async ({ records }) => {
      const [{ id }, loan] = [await records.received(), await records.activeLoan()]
      return `/stp/incoming-payments/${id}/payoff?loan_request=${loan.id}`
    },
    ok: 200,
  },
  'POST /stp/incoming-payments/{id}/confirm': {
    url: async ({ records }) => `/stp/incoming-payments/${(await records.received()).id}/confirm`,
    payload: async ({ records }) => {
      const { id, debt } = await records.activeLoan()
      return { loan_request: id, amount_paid: 1, previous_amount_due: debt }
    },
    ok: 201,
  },
  'POST /stp/incoming-payments/{id}/dismiss': {
    url: async ({ records }) => `/stp/incoming-payments/${(await records.doubted()).id}/dismiss`,
    payload: () => ({ reason: 'Prueba de acceso' }),
    ok: 200,
  },
  'POST /stp/incoming-payments/{id}/reopen': {
    url: async ({ records }) => `/stp/incoming-payments/${(await records.dismissed()).id}/reopen`,
    ok: 200,
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
    url: async ({ records }) => `/stp/incoming-payments/${(await records.received()).id}/suggestions`,
    ok: 200,
  },
  'PUT /stp/incoming-payments/{id}/owner': {
    url: async ({ records }) => `/stp/incoming-payments/${(await records.received()).id}/owner`,
    payload: ({ manager }) => ({ owner_id: manager.id }),
    ok: 200,
  },
  'POST /stp/incoming-payments/{id}/return': {
    url: async ({ records }) => `/stp/incoming-payments/${(await records.received()).id}/return`,
    payload: () => ({ reason: 'Prueba de acceso' }),
    ok: 202,
  },
  'POST /stp/incoming-payments/{id}/charge': {
    url: async ({ records }) => `/stp/incoming-payments/${(await records.takenBack()).id}/charge`,
    payload: ({ own }) => ({ user: own.id, amount: 1, reason: 'Prueba de acceso' }),
    ok: 202,
  },
  'POST /stp/incoming-payments/{id}/credit': {
    url: async ({ records }) => `/stp/incoming-payments/${(await records.received()).id}/credit`,
    payload: ({ own }) => ({ user: own.id, amount: 1 }),
    ok: 201,
  },
  'POST /stp/incoming-payments/credits/{id}/undo': {
    url: async ({ records }) => `/stp/incoming-payments/credits/${(await records.credited()).credit_id}/undo`,
    payload: () => ({ reason: 'Prueba de acceso' }),
    ok: 200,
  },
  'GET /stp/reconciliation': { url: at('/stp/reconciliation'), ok: 200 },
  'GET /stp/reconciliation/{day}': {
    url: async ({ records }) => `/stp/reconciliation/${(await records.difference()).day}`,
    ok: 200,
  },
  'POST /stp/reconciliation/{day}/run': { url: at('/stp/reconciliation/2026-11-19/run'), ok: 202 },
  'GET /stp/reconciliation/{day}/export': {
    url: async ({ records }) => `/stp/reconciliation/${(await records.difference()).day}/export`,
    ok: 200,
  },
  'POST /stp/reconciliation/differences/{id}/note': {
    url: async ({ records }) => `/stp/reconciliation/differences/${(await records.difference()).id}/note`,
    payload: () => ({ note: 'Prueba' }),
    ok: 200,
  },
  'GET /stp/balance': { url: at('/stp/balance'), ok: 200 },
  'POST /stp/webhooks/{secret}/order-state': {
    url: ({ ctx }) => `/stp/webhooks/${ctx.deps.secrets.stp_webhook_secret}/order-state`,
    payload: async ({ records }) => {
      const { tracking_key, stp_id } = (await records.activeLoan()).order
      return { id: stp_id, empresa: 'QUINCENA', claveRastreo: tracking_key, estado: 'LQ' }
    },
    ok: 200,
  },
  'POST /stp/webhooks/{secret}/payment': {
    url: ({ ctx }) => `/stp/webhooks/${ctx.deps.secrets.stp_webhook_secret}/payment`,
    payload: () => abonoOf(),
    ok: 200,
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
    url: async ({ own, records }) => {
      await records.credited()
      return `/treasury/balances/${own.id}/refund`
    },
    payload: () => ({ amount: 1 }),
    ok: 202,
    other: 404,
  },
  'POST /treasury/balances/{id}/pay-receivable': {
    url: async ({ own, records }) => {
      await records.credited()
      return `/treasury/balances/${own.id}/pay-receivable`
    },
    payload: () => ({ amount: 1 }),
    ok: 409,
    conflict: 'the worker owes nothing apart',
  },
  'POST /loan/{id}/use-balance': {
    url: async ({ records }) => {
      await records.credited()
      return `/loan/${(await records.activeLoan()).id}/use-balance`
    },
    payload: async ({ records }) => ({
      amount_paid: 1,
      previous_amount_due: (await records.activeLoan()).debt,
    }),
    ok: 201,
    other: 404,
  },
  'GET /treasury/balances': { url: at('/treasury/balances'), ok: 200 },
  'GET /treasury/balances/summary': { url: at('/treasury/balances/summary'), ok: 200 },
  'GET /treasury/balances/export': { url: at('/treasury/balances/export'), ok: 200 },
  'GET /treasury/refunds': { url: at('/treasury/refunds'), ok: 200 },
}

const verified = '/account-verifications'
const accountVerifications: Record<string, AccessCase> = {
  'GET /account-verifications': { url: at(verified), ok: 200 },
  'GET /account-verifications/setting': { url: at(`${verified}/setting`), ok: 200 },
  'PUT /account-verifications/setting': {
    url: at(`${verified}/setting`),
    payload: () => ({ mode: 'off', version: 0 }),
    ok: 200,
  },
  'GET /account-verifications/{id}': {
    url: async ({ records }) => `${verified}/${(await records.verification()).id}`,
    ok: 200,
  },
  'POST /account-verifications/{id}/repeat': {
    url: async ({ records }) => `${verified}/${(await records.verification()).id}/repeat`,
    ok: 409,
    conflict: 'the lender verifies no accounts',
  },
  'POST /account-verifications/{id}/ask-for-account': {
    url: async ({ records }) => `${verified}/${(await records.verification()).id}/ask-for-account`,
    ok: 200,
  },
  'POST /account-verifications/{id}/accept': {
    url: async ({ records }) => `${verified}/${(await records.verification()).id}/accept`,
    payload: () => ({ reason: 'Prueba de acceso' }),
    ok: 202,
  },
}

/** The routes of orders, received money, reconciliation, workers' balances and account verifications. */
export const treasuryAccessCases: Record<string, AccessCase> = {
  ...orders,
  ...balances,
  ...accountVerifications,
}
