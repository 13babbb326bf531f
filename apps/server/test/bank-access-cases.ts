import { type AccessCase, at } from './access-case.ts'
import { makeVoucher, voucherLink } from './access-records/lending.ts'
import { formOf } from './access-records/people.ts'
import { statementHeader as header } from './access-records/treasury.ts'
import type { World } from './access-world.ts'
import { smallPdf } from './small-pdf.ts'

const accounts = '/treasury/bank-accounts'
const account = ({ own }: World) => ({ name: `Cuenta de acceso ${own.id}` })
const owner = ({ manager }: World) => ({ owner_id: manager.id })

/** Cases of the routes of bank accounts, statements, lines, proofs and vouchers. */
export const bankAccessCases: Record<string, AccessCase> = {
  'GET /treasury/bank-accounts': {
    url: at(accounts),
    ok: 200,
  },
  'GET /treasury/bank-accounts/{id}': {
    url: async ({ records }) => `${accounts}/${(await records.bankAccount()).id}`,
    ok: 200,
  },
  'POST /treasury/bank-accounts': {
    url: at(accounts),
    payload: account,
    ok: 201,
  },
  'PUT /treasury/bank-accounts/{id}': {
    url: async ({ records }) => `${accounts}/${(await records.bankAccount()).id}`,
    payload: account,
    ok: 200,
  },
  'POST /treasury/bank-accounts/{id}/default': {
    url: async ({ records }) => `${accounts}/${(await records.bankAccount()).id}/default`,
    ok: 200,
  },
  'POST /treasury/bank-accounts/{id}/close': {
    url: async ({ records }) => `${accounts}/${(await records.unusedAccount()).id}/close`,
    ok: 200,
  },
  'POST /treasury/bank-accounts/{id}/statements': {
    url: async ({ records }) => `${accounts}/${(await records.bankAccount()).id}/statements`,
    payload: () => formOf({ name: 'estado.csv', bytes: Buffer.from(`${header}21/11/2026,SPEI,A9,10.00,,`) }),
    ok: 200,
  },
  'GET /treasury/bank-accounts/{id}/statements': {
    url: async ({ records }) => `${accounts}/${(await records.bankAccount()).id}/statements`,
    ok: 200,
  },
  'GET /treasury/bank-statements/{id}': {
    url: async ({ records }) => `/treasury/bank-statements/${(await records.bankAccount()).statement}`,
    ok: 200,
  },
  'GET /treasury/bank-statements/{id}/rejected.xlsx': {
    url: async ({ records }) =>
      `/treasury/bank-statements/${(await records.bankAccount()).statement}/rejected.xlsx`,
    ok: 200,
  },
  'GET /treasury/bank-statements/{id}/rejected': {
    url: async ({ records }) =>
      `/treasury/bank-statements/${(await records.bankAccount()).statement}/rejected`,
    ok: 200,
  },
  'GET /treasury/bank-lines/export': {
    url: at('/treasury/bank-lines/export?bank_account=1'),
    ok: 200,
  },
  'GET /treasury/open-payments/export': {
    url: at('/treasury/open-payments/export?bank_account=1'),
    ok: 200,
  },
  'GET /treasury/bank-lines': {
    url: at('/treasury/bank-lines?bank_account=1'),
    ok: 200,
  },
  'GET /treasury/bank-lines/{id}': {
    url: async ({ records }) => `/treasury/bank-lines/${(await records.bankAccount()).deposit}`,
    ok: 200,
  },
  'GET /treasury/bank-lines/{id}/suggestions': {
    url: async ({ records }) => `/treasury/bank-lines/${(await records.bankAccount()).deposit}/suggestions`,
    ok: 200,
  },
  'POST /treasury/bank-lines/{id}/payments': {
    url: async ({ records }) => `/treasury/bank-lines/${(await records.openLine()).id}/payments`,
    payload: async ({ records }) => ({ payments: [(await records.payment()).id] }),
    ok: 200,
  },
  'DELETE /treasury/bank-lines/{id}/payments/{payment}': {
    url: async ({ records }) => {
      const { id, payment } = await records.matchedLine()
      return `/treasury/bank-lines/${id}/payments/${payment}`
    },
    ok: 200,
  },
  'POST /treasury/bank-lines/{id}/explain': {
    url: async ({ records }) => `/treasury/bank-lines/${(await records.bankAccount()).deposit}/explain`,
    payload: () => ({ explained_as: 'other', explanation: 'Prueba de acceso' }),
    ok: 204,
  },
  'DELETE /treasury/bank-lines/{id}/explain': {
    url: async ({ records }) => `/treasury/bank-lines/${(await records.explainedLine()).id}/explain`,
    ok: 204,
  },
  'PUT /treasury/bank-lines/{id}/owner': {
    url: async ({ records }) => `/treasury/bank-lines/${(await records.bankAccount()).deposit}/owner`,
    payload: owner,
    ok: 200,
  },
  'GET /treasury/open-payments': {
    url: at('/treasury/open-payments?bank_account=1'),
    ok: 200,
  },
  'GET /treasury/payment-proofs': {
    url: at('/treasury/payment-proofs'),
    ok: 200,
  },
  'POST /treasury/payment-proofs/{id}/voucher': {
    url: async ({ records }) => `/treasury/payment-proofs/${(await records.payment()).id}/voucher`,
    payload: async (world, caller) => ({ voucher: await makeVoucher(world, caller) }),
    ok: 204,
  },
  'PUT /treasury/payment-proofs/{id}/owner': {
    url: async ({ records }) => `/treasury/payment-proofs/${(await records.payment()).id}/owner`,
    payload: owner,
    ok: 200,
  },
  'GET /treasury/proof-settings': {
    url: at('/treasury/proof-settings'),
    ok: 200,
  },
  'PUT /treasury/proof-settings': {
    url: at('/treasury/proof-settings'),
    payload: () => ({ proof_days: 3 }),
    ok: 200,
  },
  'POST /loan/payment-vouchers': {
    url: at('/loan/payment-vouchers'),
    payload: () => formOf({ name: 'ficha.pdf', bytes: smallPdf() }),
    ok: 201,
  },
  'GET /loan/payment-vouchers/{id}/file': {
    url: async ({ ctx, records }) => voucherLink(ctx, await records.voucher()),
    ok: 200,
    shared: 'the signed link is its key, because a new tab sends no session',
    missing: 403,
    missingId: '00000000-0000-4000-8000-000000000000',
  },
}
