import {
  acceptAccountBody,
  accountVerification,
  accountVerificationDetail,
  type VerificationFilter,
} from '@quincena/domain/accounts/verification-schema'
import { approvalRequested } from '@quincena/domain/approvals/schema'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

const path = '/account-verifications'

interface ListQuery {
  page?: number | undefined
  page_size: number
  status?: VerificationFilter | undefined
  search?: string | undefined
  user?: number
}

/** A page of the verifications, newest first. */
export const verificationsQuery = (query: ListQuery) =>
  pageQuery(keys.accountVerifications.list, accountVerification, { path, query: { page: 1, ...query } })

/** A verification with its evidence and its earlier states. */
export const verificationQuery = (id: number) =>
  readQuery(keys.accountVerifications.detail(id), accountVerificationDetail, { path: `${path}/${id}` })

const useVerificationMutation = <Input, Output>(
  call: (input: Input) => Promise<Output>,
  failedText: string,
) =>
  useMutation({
    mutationFn: (input: Input) => withErrorText(call(input), failedText),
    onSettled: useRefresh('account_verification'),
  })

/** Verifies the account again: another centavo, or a comparison with the known holder. */
export const useRepeatVerification = (id: number) =>
  useVerificationMutation(
    () => api.post(accountVerificationDetail, `${path}/${id}/repeat`),
    'No se pudo verificar la cuenta de nuevo.',
  )

/** Asks the worker for another account. */
export const useAskForAccount = (id: number) =>
  useVerificationMutation(
    () => api.post(accountVerificationDetail, `${path}/${id}/ask-for-account`),
    'No se pudo avisar a la persona.',
  )

/** Requests that the account may be used in spite of its result; a second person decides. */
export const useRequestAcceptance = (id: number) =>
  useVerificationMutation((reason: string) => {
    const body = z.encode(acceptAccountBody, { reason })
    return api.post(approvalRequested, `${path}/${id}/accept`, { body })
  }, 'No se pudo pedir la autorización.')
