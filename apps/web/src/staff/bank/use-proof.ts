import { messageOf } from '@quincena/domain/messages'
import { useQuery } from '@tanstack/react-query'
import { bankAccountsQuery } from './api.ts'

/** First values of the fields that prove money outside STP. */
export const initialProof = {
  channel: 'deduction',
  reference: '',
  /** Empty: the default account. */
  bank_account: '',
  /** The id of the uploaded file. */
  voucher: '',
}
export type ProofValues = typeof initialProof

/** What a form needs of the fields that prove money outside STP: their chosen account, wire shape and errors. */
export function useProof() {
  const { data: accounts } = useQuery(bankAccountsQuery)
  const usual = accounts?.results.find(({ is_default }) => is_default)?.id
  /** The id of the chosen account; the default one until another is chosen, undefined while none is known. */
  const accountOf = ({ bank_account }: ProofValues) => (bank_account === '' ? usual : Number(bank_account))
  const bodyOf = (values: ProofValues) => ({
    ...{ channel: values.channel, reference: values.reference, bank_account: accountOf(values) },
    voucher: values.voucher || null,
  })
  /** The texts of the missing fields. */
  const problemsOf = (values: ProofValues) => ({
    reference: values.reference.trim() === '' ? messageOf('payment.reference_missing') : undefined,
    bank_account: accountOf(values) === undefined ? messageOf('payment.bank_account_missing') : undefined,
    voucher: values.voucher === '' ? messageOf('payment.voucher_missing') : undefined,
  })
  return { accountOf, bodyOf, problemsOf }
}
