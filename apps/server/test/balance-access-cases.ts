/** An `AccessCase` that is the same for every caller whom the route admits. */
interface BalanceCase {
  url: () => string
  payload?: () => object
  ok: number
}

const unknownId = 999_999
const unknownFile = '00000000-0000-4000-8000-000000000000'
const movements = '/treasury/cash-movements'
const at = (path: string) => () => path
const owner = () => ({ owner_id: null })
const note = 'Prueba de acceso'
const fee = {
  ...{ kind: 'fee', amount: 1, operation_date: '2026-11-01', tracking_key: 'PRUEBA1', note },
  account: '646180110400000007',
}

/** Cases of the routes of balance checks and of the lender's own movements; they change nothing that exists. */
export const balanceAccessCases: Record<string, BalanceCase> = {
  'GET /treasury/balance': { url: at('/treasury/balance'), ok: 200 },
  'GET /treasury/balance/checks': { url: at('/treasury/balance/checks'), ok: 200 },
  'GET /treasury/balance-cases': { url: at('/treasury/balance-cases'), ok: 200 },
  'GET /treasury/balance-cases/{id}': { url: at(`/treasury/balance-cases/${unknownId}`), ok: 404 },
  'PUT /treasury/balance-cases/{id}/owner': {
    ...{ url: at(`/treasury/balance-cases/${unknownId}/owner`), payload: owner, ok: 404 },
  },
  'POST /treasury/balance/opening': {
    ...{ url: at('/treasury/balance/opening'), payload: () => ({ check: unknownId, amount: 1 }), ok: 409 },
  },
  'GET /treasury/cash-movements': { url: at(movements), ok: 200 },
  'GET /treasury/cash-movements/{id}': { url: at(`${movements}/${unknownId}`), ok: 404 },
  'POST /treasury/cash-movements': {
    ...{ url: at(movements), payload: () => ({ ...fee, file: unknownFile }), ok: 422 },
  },
  'POST /treasury/cash-movements/deposit': {
    ...{ url: at(`${movements}/deposit`), payload: () => ({ incoming_payment: unknownId, note }), ok: 404 },
  },
  'POST /treasury/cash-movements/{id}/settle': {
    ...{ url: at(`${movements}/${unknownId}/settle`), payload: () => ({ kind: 'fee', note }), ok: 404 },
  },
  'POST /treasury/cash-movements/{id}/reverse': {
    ...{ url: at(`${movements}/${unknownId}/reverse`), payload: () => ({ reason: note }), ok: 404 },
  },
  'PUT /treasury/cash-movements/{id}/owner': {
    ...{ url: at(`${movements}/${unknownId}/owner`), payload: owner, ok: 404 },
  },
  'POST /treasury/cash-movements/files': { url: at(`${movements}/files`), ok: 415 },
  'GET /treasury/cash-movements/files/{file}': { url: at(`${movements}/files/${unknownFile}`), ok: 404 },
}
