/** An `AccessCase` that is the same for every caller whom the route admits. */
interface BankCase {
  url: () => string
  payload?: () => object
  ok: number
}

const unknownId = 999_999
const unknownVoucher = '00000000-0000-4000-8000-000000000000'
const accounts = '/treasury/bank-accounts'
const at = (path: string) => () => path
const account = () => ({ name: 'Cuenta de acceso' })
const owner = () => ({ owner_id: null })
const why = () => ({ explained_as: 'other', explanation: 'Prueba de acceso' })

/** Cases of the routes of bank accounts, statements, lines, proofs and vouchers; they change nothing that exists. */
export const bankAccessCases: Record<string, BankCase> = {
  'GET /treasury/bank-accounts': { url: at(accounts), ok: 200 },
  'GET /treasury/bank-accounts/{id}': { url: at(`${accounts}/${unknownId}`), ok: 404 },
  'POST /treasury/bank-accounts': { url: at(accounts), payload: account, ok: 201 },
  'PUT /treasury/bank-accounts/{id}': { url: at(`${accounts}/${unknownId}`), payload: account, ok: 404 },
  'POST /treasury/bank-accounts/{id}/default': { url: at(`${accounts}/${unknownId}/default`), ok: 404 },
  'POST /treasury/bank-accounts/{id}/close': { url: at(`${accounts}/${unknownId}/close`), ok: 404 },
  'POST /treasury/bank-accounts/{id}/statements': { url: at(`${accounts}/${unknownId}/statements`), ok: 404 },
  'GET /treasury/bank-accounts/{id}/statements': { url: at(`${accounts}/${unknownId}/statements`), ok: 404 },
  'GET /treasury/bank-statements/{id}': { url: at(`/treasury/bank-statements/${unknownId}`), ok: 404 },
  'GET /treasury/bank-statements/{id}/rejected.xlsx': {
    url: at(`/treasury/bank-statements/${unknownId}/rejected.xlsx`),
    ok: 404,
  },
  'GET /treasury/bank-statements/{id}/rejected': {
    url: at(`/treasury/bank-statements/${unknownId}/rejected`),
    ok: 404,
  },
  'GET /treasury/bank-lines/export': { url: at('/treasury/bank-lines/export?bank_account=1'), ok: 200 },
  'GET /treasury/open-payments/export': { url: at('/treasury/open-payments/export?bank_account=1'), ok: 200 },
  'GET /treasury/bank-lines': { url: at('/treasury/bank-lines?bank_account=1'), ok: 200 },
  'GET /treasury/bank-lines/{id}': { url: at(`/treasury/bank-lines/${unknownId}`), ok: 404 },
  'GET /treasury/bank-lines/{id}/suggestions': {
    url: at(`/treasury/bank-lines/${unknownId}/suggestions`),
    ok: 404,
  },
  'POST /treasury/bank-lines/{id}/payments': {
    url: at(`/treasury/bank-lines/${unknownId}/payments`),
    payload: () => ({ payments: [1] }),
    ok: 404,
  },
  'DELETE /treasury/bank-lines/{id}/payments/{payment}': {
    url: at(`/treasury/bank-lines/${unknownId}/payments/1`),
    ok: 404,
  },
  'POST /treasury/bank-lines/{id}/explain': {
    url: at(`/treasury/bank-lines/${unknownId}/explain`),
    payload: why,
    ok: 404,
  },
  'DELETE /treasury/bank-lines/{id}/explain': {
    url: at(`/treasury/bank-lines/${unknownId}/explain`),
    ok: 404,
  },
  'PUT /treasury/bank-lines/{id}/owner': {
    url: at(`/treasury/bank-lines/${unknownId}/owner`),
    payload: owner,
    ok: 404,
  },
  'GET /treasury/open-payments': { url: at('/treasury/open-payments?bank_account=1'), ok: 200 },
  'GET /treasury/payment-proofs': { url: at('/treasury/payment-proofs'), ok: 200 },
  'POST /treasury/payment-proofs/{id}/voucher': {
    url: at(`/treasury/payment-proofs/${unknownId}/voucher`),
    payload: () => ({ voucher: unknownVoucher }),
    ok: 404,
  },
  'PUT /treasury/payment-proofs/{id}/owner': {
    url: at(`/treasury/payment-proofs/${unknownId}/owner`),
    payload: owner,
    ok: 404,
  },
  'GET /treasury/proof-settings': { url: at('/treasury/proof-settings'), ok: 200 },
  'PUT /treasury/proof-settings': {
    url: at('/treasury/proof-settings'),
    payload: () => ({ proof_days: 3 }),
    ok: 200,
  },
  'POST /loan/payment-vouchers': { url: at('/loan/payment-vouchers'), ok: 415 },
  'GET /loan/payment-vouchers/{id}/file': {
    url: at(`/loan/payment-vouchers/${unknownVoucher}/file`),
    ok: 403,
  },
}
