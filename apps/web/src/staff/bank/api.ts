import { bankAccounts } from '@quincena/domain/bank-accounts/schema'
import { addVoucherBody, paymentProof, voucherAnswer } from '@quincena/domain/bank-statements/schema'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { ownAddress } from '../../lib/own-address.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { readRefusal } from '../../lib/refusal.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** File links expire after 5 minutes; shown lists load new ones every 4 minutes (ms). */
const linksRenewal_ms = 4 * 60_000

/** Loads the lender's bank accounts with their figures. */
export const bankAccountsQuery = readQuery(keys.banks.accounts, bankAccounts, {
  path: '/treasury/bank-accounts',
})

/** Loads a page of payments outside STP with what proves them. */
export function proofsQuery(query: Record<string, string | number | boolean | undefined>) {
  return queryOptions({
    ...pageQuery(keys.banks.proofs, paymentProof, { path: '/treasury/payment-proofs', query }),
    refetchInterval: linksRenewal_ms,
  })
}

/** The largest page of a list; no loan has more payments. */
const wholeLoan = 200

/** Loads what proves each payment of a loan, reversed ones too. */
export const loanProofsQuery = (loan: number) => proofsQuery({ loan, page_size: wholeLoan })

/** Loads what proves one payment; null if it is not one outside STP. */
export const paymentProofQuery = (payment: number) =>
  queryOptions({ ...proofsQuery({ payment }), select: ({ results }) => results[0] ?? null })

/** Adds a voucher to a payment that is still to be proved, or asks again for its own; a second person is asked. */
export const useAddVoucher = (payment: number) =>
  useMutation({
    mutationFn: (voucher: string) =>
      withErrorText(
        api.post(noContent, `/treasury/payment-proofs/${payment}/voucher`, {
          body: z.encode(addVoucherBody, { voucher }),
        }),
        'No se pudo enviar el comprobante.',
      ),
    onSettled: useRefresh('bank', 'approval'),
  })

/** Uploads a voucher before its payment is registered. */
export async function uploadVoucher(chosen: File) {
  const body = new FormData()
  body.set('file', chosen)
  const call = api.post(voucherAnswer, '/loan/payment-vouchers', { body })
  const { voucher: id, file_name } = await withErrorText(call, 'No se pudo subir el comprobante.')
  return { id, file_name }
}

/** Loads the bytes of a voucher once: its link changes every few minutes, its file never does. */
export const voucherFileQuery = ({ id, file }: { id: string; file: string }) =>
  queryOptions({
    queryKey: keys.banks.voucher(id),
    queryFn: async ({ signal }) => {
      const response = await fetch(new Request(new URL(ownAddress(file), document.baseURI), { signal }))
      if (!response.ok) throw await readRefusal(response)
      return response.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
