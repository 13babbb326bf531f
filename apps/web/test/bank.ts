import type { bankAccount } from '@quincena/domain/bank-accounts/schema'
import type { paymentProof, voucherAnswer } from '@quincena/domain/bank-statements/schema'
import type { within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { z } from 'zod'

type Account = z.input<typeof bankAccount>
type Proof = z.input<typeof paymentProof>
type Voucher = z.input<typeof voucherAnswer>

/** The lender's usual account at a bank; `given` overrides its fields. */
export const bankAccountOf = (given: Partial<Account> = {}): Account => ({
  ...{ id: 3, name: 'BBVA concentradora', bank: 'BBVA', clabe: null, is_default: true },
  ...{ created_at: '2026-11-01T16:00:00Z', closed_at: null, balance: 0 },
  ...{ statement_day: null, statement_balance: null, open_lines: 0, open_payments: 0 },
  statement_columns: null,
  ...given,
})

/** The answer of a voucher's upload. */
export const uploadedVoucher: Voucher = {
  voucher: '6b1f9a52-7a0e-4d58-9c05-0f3d1f2a7b11',
  ...{ file_name: 'ficha.pdf', media_type: 'application/pdf', size_bytes: 7 },
}

/** A deposit of 1,100 pesos that another staff user registered three days ago and a second person is to confirm. */
export const proofOf = (given: Partial<Proof> = {}): Proof => ({
  ...{ id: 45, loan_request: 123, folio: 'C-000123', borrower: 'María López', amount: 1_100 },
  ...{ value_date: '2026-12-15', channel: 'deposit', reference: 'FOLIO-77', proof: 'pending' },
  ...{ created_at: '2026-12-15T18:05:00Z', owner: null, bank_account: { id: 3, name: 'BBVA concentradora' } },
  ...{ registered_by: 'Gabriela Núñez', proof_by: null, proof_at: null, proof_reason: null, line: null },
  voucher: {
    ...{ id: uploadedVoucher.voucher, file: '/api/loan/payment-vouchers/x/file' },
    ...{ media_type: 'image/jpeg', file_name: 'ficha.jpg' },
  },
  ...{ approval: 40, reversed_at: null },
  ...given,
})

/** A payment whose voucher somebody rejected. */
export const rejectedProof = (given: Partial<Proof> = {}) =>
  proofOf({
    ...{ proof: 'rejected', proof_by: 'Rosa Peña', proof_at: '2026-12-16T18:00:00Z', approval: null },
    ...{ proof_reason: 'El depósito no existe', ...given },
  })

/** The answers that a form of a payment outside STP needs: the accounts and a voucher's upload. */
export const proofAnswers = {
  'GET /treasury/bank-accounts': { results: [bankAccountOf()] },
  'POST /loan/payment-vouchers': uploadedVoucher,
}

/** The file whose upload `uploadedVoucher` answers. */
export const voucherFile = new File(['%PDF-1.7'], 'ficha.pdf', { type: 'application/pdf' })

type Form = ReturnType<typeof within>

/** Uploads the voucher in the form, and waits until it is there. */
export async function uploadVoucher(form: Form, file = voucherFile) {
  await userEvent.upload(form.getByLabelText('Suelta aquí el comprobante o elígelo'), file)
  await form.findByRole('button', { name: `Quitar ${uploadedVoucher.file_name}` })
}
