import { type BankAccountBody, bankAccountAnswer, revealedAccount } from '@quincena/domain/users/bank-account'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { explained } from '../../lib/explained.ts'

/** The worker's one account, masked. */
export const bankAccountQuery = queryOptions({
  queryKey: ['bank-account'],
  queryFn: ({ signal }) => api.get(bankAccountAnswer, '/auth/bank-account', { signal }),
})

export const saveBankAccount = (body: BankAccountBody) =>
  explained(api.put(bankAccountAnswer, '/auth/bank-account', { body }), 'No se pudo guardar tu cuenta.')

export const removeBankAccount = (current_password: string) =>
  explained(
    api.delete(bankAccountAnswer, '/auth/bank-account', { body: { current_password } }),
    'No se pudo eliminar tu cuenta.',
  )

/** The whole CLABE: only this asks for it, and the server keeps that it was asked. */
export const revealBankAccount = () =>
  explained(api.post(revealedAccount, '/auth/bank-account/reveal'), 'No se pudo mostrar tu CLABE.')
